/** Passages for a question that may state a time, such as "what did we decide in March about the cache". */
import type { Workspace } from "../../workspace.ts";
import { type TimePhrase, timePhraseIn } from "../asked/time-phrase.ts";
import type { PassageHit } from "./passage-hit.ts";
import { searchSessions } from "./search-sessions.ts";

export interface PassagesOf {
  readonly hits: readonly PassageHit[];
  /** Whether the stated period limits them. */
  readonly isOfPeriod: boolean;
}

/** What may limit a question in time besides its words. */
interface PeriodRequest {
  readonly query: string;
  readonly isAsked?: boolean | undefined;
  readonly learned?: unknown;
  readonly atMs?: number | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Returns the period that an asked question states in its words; null if there is none, or another limit in time. */
export function statedPeriod(
  { query, isAsked, learned, atMs, before, after }: PeriodRequest,
  nowMs: number,
): TimePhrase | null {
  const isBounded = [learned, atMs, before, after].some((bound) => bound !== undefined);
  return isAsked === true && !isBounded ? timePhraseIn(query, nowMs) : null;
}

/** Relevance of a period's best passage, as a share of the best of any time, from which the period limits the answer. */
const PERIOD_MIN_SHARE = 0.5;

/** `stated`: the period that the question states; null if none is to be applied. */
export async function passagesOf(
  workspace: Workspace,
  { query, limit, anyProject, learned }: Parameters<typeof searchSessions>[1],
  stated: TimePhrase | null,
): Promise<PassagesOf> {
  const hits = await searchSessions(workspace, { query, limit, anyProject, learned });
  if (stated === null || stated.query === "") return { hits, isOfPeriod: false };
  const within = { query: stated.query, limit, anyProject, learned: stated.learned };
  const then = await searchSessions(workspace, within);
  const [best, bestThen] = [hits, then].map((all) => all[0]?.relevance ?? 0);
  const isOfPeriod = then.length > 0 && (bestThen ?? 0) >= PERIOD_MIN_SHARE * (best ?? 0);
  return isOfPeriod ? { hits: then, isOfPeriod } : { hits, isOfPeriod };
}
