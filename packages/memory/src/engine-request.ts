/**
 * The request with which an agent is asked to record what its last turn settled. The end of a turn prepares it
 * (`engine-turn-end.ts`); the next prompt shows it, at the price of one look-up. A session is asked a few times at most.
 */

import type { Database } from "@tacit-memory/sqlite";
import { type ContextBlock, EMPTY_BLOCK } from "./brief/block.ts";
import { estimateTokens } from "./brief/tokens.ts";
import { frameRequest } from "./domain/quote.ts";
import { type Life, leaveToTheNext } from "./life.ts";
import { mayAsk } from "./options.ts";
import { recordInjections } from "./store/injections.ts";
import { dropLedger, noteRequestKey, readLedger, writeLedger } from "./store/ledger.ts";
import { findProject } from "./store/projects.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** `reason`: what of the turn makes it worth asking. */
export async function prepareRequest(
  life: Life,
  session: string,
  request: { readonly reason: string; readonly text: string },
): Promise<void> {
  const entry = { contentHash: request.reason, outcome: request.text };
  await writeLedger(life.db, noteRequestKey(life.projectId, session), entry, life.moment().nowMs);
}

/** The session is over, or something else is asked now. */
export async function dropRequest(
  db: Database,
  of: Pick<Life, "projectId">,
  session: string,
): Promise<void> {
  const key = noteRequestKey(of.projectId, session);
  if ((await readLedger(db, key)) !== undefined) await dropLedger(db, key);
}

/** The request that waits, once; otherwise nothing. */
export async function requestBlock(life: Life, env: Env, session: string): Promise<ContextBlock> {
  if (!mayAsk(env)) return EMPTY_BLOCK;
  const key = noteRequestKey(life.projectId, session);
  const waiting = await readLedger(life.db, key);
  // Where nothing is captured any more the answer would be lost.
  if (waiting === undefined || (await isCaptureOff(life))) return EMPTY_BLOCK;
  const text = frameRequest(waiting.outcome);
  const tokens = estimateTokens(text);
  const where = { projectId: life.projectId, sessionId: session, point: "request" as const };
  const isTaken = await life.db
    .transaction(async (tx) => {
      const isFirst = await dropLedger(tx, key);
      if (isFirst) await recordInjections(tx, where, [], life.moment().nowMs, tokens);
      return isFirst;
    })
    .catch((error: unknown) => {
      leaveToTheNext(error);
      return false;
    });
  return isTaken ? { text, tokens, shown: [] } : EMPTY_BLOCK;
}

async function isCaptureOff({ db, projectId }: Life): Promise<boolean> {
  const mode = (await findProject(db, projectId))?.mode;
  return mode === "off" || mode === "incognito";
}
