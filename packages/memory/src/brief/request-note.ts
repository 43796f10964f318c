/**
 * The request with which an agent is asked to record what a turn settles. The end of a turn prepares it (`brief/end-turn.ts`);
 * the next prompt shows it, at the price of one look-up. A long turn is asked about while it is going on, because it may be the
 * session's last. A session is asked a few times at most.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { Env } from "../domain/options.ts";
import { mayAsk } from "../domain/options.ts";
import { frameRequest } from "../domain/text/quote.ts";
import { estimateTokens } from "../recall/shown/tokens.ts";
import { findProject } from "../store/projects.ts";
import { recordInjections } from "../store/sessions/injections.ts";
import {
  dropLedger,
  inTurnRequestKey,
  noteRequestKey,
  readLedger,
  writeLedger,
} from "../store/sessions/ledger.ts";
import { leaveToTheNext, type Workspace } from "../workspace.ts";
import { type ContextBlock, EMPTY_BLOCK } from "./block.ts";

/** `reason`: what of the turn makes it worth asking. */
export async function prepareRequest(
  workspace: Workspace,
  session: string,
  request: { readonly reason: string; readonly text: string },
): Promise<void> {
  const entry = { contentHash: request.reason, outcome: request.text };
  await writeLedger(
    workspace.db,
    noteRequestKey(workspace.projectId, session),
    entry,
    workspace.moment().nowMs,
  );
}

/** Shows a request in the turn that this prompt began; there is none after it for the same turn. */
export async function showInTurn(
  workspace: Workspace,
  session: string,
  request: { readonly promptSeq: number; readonly reason: string; readonly text: string },
): Promise<ContextBlock> {
  const entry = { contentHash: String(request.promptSeq), outcome: request.reason };
  return show(workspace, session, request.text, async (db) => {
    const key = inTurnRequestKey(workspace.projectId, session);
    if ((await readLedger(db, key))?.contentHash === entry.contentHash) return false;
    await writeLedger(db, key, entry, workspace.moment().nowMs);
    return true;
  });
}

/** Of the turn in which the last request was shown while it was going on; null for none. */
export async function lastInTurn(
  db: Database,
  of: Pick<Workspace, "projectId">,
  session: string,
): Promise<number | null> {
  const entry = await readLedger(db, inTurnRequestKey(of.projectId, session));
  return entry === undefined ? null : Number(entry.contentHash);
}

/** The request that waits, once; otherwise nothing. */
export async function requestBlock(
  workspace: Workspace,
  env: Env,
  session: string,
): Promise<ContextBlock> {
  if (!mayAsk(env)) return EMPTY_BLOCK;
  const key = noteRequestKey(workspace.projectId, session);
  const waiting = await readLedger(workspace.db, key);
  // Where nothing is captured any more the answer would be lost.
  if (waiting === undefined || (await isCaptureOff(workspace))) return EMPTY_BLOCK;
  return show(workspace, session, waiting.outcome, (tx) => dropLedger(tx, key));
}

/** `claim`: whether this process is the one that shows it, decided in the transaction that records it. */
async function show(
  workspace: Workspace,
  session: string,
  request: string,
  claim: (db: Database) => Promise<boolean>,
): Promise<ContextBlock> {
  const text = frameRequest(request);
  const tokens = estimateTokens(text);
  const where = { projectId: workspace.projectId, sessionId: session, point: "request" as const };
  const isTaken = await workspace.db
    .transaction(async (tx) => {
      const isFirst = await claim(tx);
      if (isFirst) await recordInjections(tx, where, [], workspace.moment().nowMs, tokens);
      return isFirst;
    })
    .catch((error: unknown) => {
      leaveToTheNext(error);
      return false;
    });
  return isTaken ? { text, tokens, shown: [] } : EMPTY_BLOCK;
}

async function isCaptureOff({ db, projectId }: Workspace): Promise<boolean> {
  const mode = (await findProject(db, projectId))?.mode;
  return mode === "off" || mode === "incognito";
}
