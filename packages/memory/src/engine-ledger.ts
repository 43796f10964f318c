/** What is told to a session goes through its ledger: nothing it was told lately, nothing beyond its budget. */

import { type ContextBlock, EMPTY_BLOCK, packBlock } from "./brief/block.ts";
import { INJECT } from "./brief/tuning.ts";
import { MemoryError } from "./domain/errors.ts";
import type { Hit } from "./domain/hit.ts";
import { type Life, leaveToTheNext } from "./life.ts";
import {
  type InjectionPoint,
  knownSince,
  recordInjections,
  tokensSpent,
} from "./store/injections.ts";

export interface Teller {
  /** The host's session id. */
  readonly session: string;
  readonly point: InjectionPoint;
}

interface Budget {
  readonly tokens: number;
  readonly memories: number;
  readonly charsEach: number;
}

/** Through the ledger: nothing this session has seen lately, nothing beyond its budget. */
export async function tell(
  life: Life,
  teller: Teller,
  hits: readonly Hit[],
  budget: Budget,
): Promise<ContextBlock> {
  if (hits.length === 0) return EMPTY_BLOCK;
  // Looked up and written down in one: tools run side by side, and two hooks must not tell the same.
  return life.db
    .transaction(async (tx) => {
      const block = await untold({ ...life, db: tx }, teller, hits, budget);
      await record({ ...life, db: tx }, teller, block);
      return block;
    })
    .catch((error: unknown) => {
      leaveToTheNext(error);
      // Better twice than not at all while somebody else writes. Where nobody ever can, only who asks is told again.
      if (!MemoryError.is(error, "store_busy") && teller.point !== "prompt") throw error;
      return untold(life, teller, hits, budget);
    });
}

async function untold(
  life: Life,
  teller: Teller,
  hits: readonly Hit[],
  budget: Budget,
): Promise<ContextBlock> {
  const { nowMs } = life.moment();
  const sinceMs = nowMs - INJECT.ledgerTtlMinutes.value * 60_000;
  const known = await knownSince(life.db, life.projectId, teller.session, sinceMs);
  const fresh = hits.filter((hit) => !known.has(hit.memory.id));
  if (fresh.length === 0) return EMPTY_BLOCK;
  const left =
    INJECT.sessionTokens.value - (await tokensSpent(life.db, life.projectId, teller.session));
  const tokens = Math.min(budget.tokens, left);
  return packBlock(
    aboutLine(life),
    [{ heading: "", memories: fresh }],
    { ...budget, tokens },
    nowMs,
  );
}

export async function record(life: Life, teller: Teller, block: ContextBlock): Promise<void> {
  const where = { projectId: life.projectId, sessionId: teller.session, point: teller.point };
  await recordInjections(life.db, where, block.shown, life.moment().nowMs, block.tokens);
}

export function aboutLine(life: Life): string {
  return `Notes from earlier sessions on ${life.identity.name}.`;
}
