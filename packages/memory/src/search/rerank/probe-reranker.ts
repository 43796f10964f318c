/** Does this reranker answer, and does it see which of two notes bears on a question? */
import type { Reranker } from "./reranker.ts";

const QUESTION = "Why does compiling stop when the drive is full?";
/** What does not bear on it comes first: who gives every passage the same, or keeps the order, has no sense. */
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

/** Throws "model_failed" as reranking does. */
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
