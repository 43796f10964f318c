/** Checks that a reranker answers and detects which of two notes is relevant to a question. */
import type { Reranker } from "./reranker.ts";

const QUESTION = "Why does compiling stop when the drive is full?";
/** The irrelevant passage comes first, so that a reranker with equal scores, or one that keeps the order, fails. */
const PASSAGES = [
  "We have lunch together on Fridays in the garden.",
  "The build fails when the disk has no space left.",
];

export interface RerankerProbe {
  readonly isSound: boolean;
  readonly checks: readonly {
    readonly name: "sense";
    readonly ok: boolean;
    readonly detail: string;
  }[];
}

/** Probes a reranker. Throws "model_failed" as reranking does. */
export async function probeReranker(
  reranker: Reranker,
  limits: { readonly budgetMs: number; readonly signal?: AbortSignal | undefined },
): Promise<RerankerProbe> {
  const { scores, isRelevant } = await reranker.rerank(QUESTION, PASSAGES, limits);
  const [unrelated = Number.NaN, related = Number.NaN] = scores;
  const [saysUnrelated, saysRelated] = isRelevant ?? [false, true];
  const ok = related > unrelated && saysRelated === true && saysUnrelated === false;
  const detail = `a related note ${related.toFixed(3)}, an unrelated one ${unrelated.toFixed(3)}`;
  return { isSound: ok, checks: [{ name: "sense", ok, detail }] };
}
