/**
 * The request that asks an agent to record what a turn resolved. The end of a turn prepares it (`brief/end-turn.ts`); the
 * next prompt shows it, at the cost of one look-up. In a long turn the agent is asked while the turn is going on, because the
 * turn may be the session's last. The number of requests per session is limited.
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
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import { type ContextBlock, EMPTY_BLOCK } from "./block.ts";

/** Stores a request for the next prompt. `reason`: why the turn is worth asking about. */
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

/** Shows a request during the turn of this prompt; no other request follows for the same turn. */
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

/** Returns the prompt number of the turn during which the last request was shown; null if none. */
export async function lastInTurn(
  db: Database,
  of: Pick<Workspace, "projectId">,
  session: string,
): Promise<number | null> {
  const entry = await readLedger(db, inTurnRequestKey(of.projectId, session));
  return entry === undefined ? null : Number(entry.contentHash);
}

/** Returns the waiting request once; an empty block otherwise. */
export async function requestBlock(
  workspace: Workspace,
  env: Env,
  session: string,
): Promise<ContextBlock> {
  if (!mayAsk(env)) return EMPTY_BLOCK;
  const key = noteRequestKey(workspace.projectId, session);
  const waiting = await readLedger(workspace.db, key);
  // If capture is off by now, the answer would be lost.
  if (waiting === undefined || (await isCaptureOff(workspace))) return EMPTY_BLOCK;
  return show(workspace, session, waiting.outcome, (tx) => dropLedger(tx, key));
}

/** `claim` returns whether this process shows the request, decided in the transaction that records it. */
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
      ignoreUnavailableStore(error);
      return false;
    });
  return isTaken ? { text, tokens, shown: [], lineCount: 0 } : EMPTY_BLOCK;
}

async function isCaptureOff({ db, projectId }: Workspace): Promise<boolean> {
  const mode = (await findProject(db, projectId))?.mode;
  return mode === "off" || mode === "incognito";
}
