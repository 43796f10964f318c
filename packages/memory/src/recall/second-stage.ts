/**
 * The order of the first hits, looked at again by somebody who reads question and memory together. Who that is (a model,
 * a judge, nobody) is the engine's business; where it fails, the first stage's order goes out and says why.
 */
import type { Reranked } from "../domain/hit.ts";
import type { Memory } from "../domain/memory.ts";
import type { Emphasis } from "./text/emphasis.ts";

export interface FirstStage {
  readonly memory: Memory;
  /** Higher is better. */
  readonly score: number;
}

export interface SecondStage {
  /** How many of the first hits it looks at. */
  readonly pool: number;
  /** Of whom it has anything to say; the others keep their places without a word. Absent: of all. */
  readonly concerns?: ((memory: Memory) => boolean) | undefined;
  /** Of no other type is anybody whom it concerns. Absent: of any. */
  readonly types?: readonly string[] | undefined;
  /** Never throws for what a model does wrong. */
  readonly order: (
    query: string,
    hits: readonly FirstStage[],
    emphasis: Emphasis,
  ) => Promise<SecondOrder>;
}

export interface SecondOrder {
  /** Who looked. */
  readonly by: string;
  /** One a hit, higher is better; null: was not shown to it and keeps its place. */
  readonly keys: readonly (number | null)[];
  /** Why nobody looked, and every key is null. */
  readonly problem: string | null;
}

/** The same hits: those with a key in its order, on the places that they had together; ties stay as they were. */
export function reordered<Hit>(
  hits: readonly Hit[],
  { by, keys, problem }: SecondOrder,
): { readonly hit: Hit; readonly reranked: Reranked }[] {
  const ranked = hits.map((hit, i) => ({
    hit,
    reranked: { by, before: i + 1, key: keys[i] ?? null, problem },
  }));
  const moving = ranked.filter(({ reranked }) => reranked.key !== null);
  moving.sort((a, b) => (b.reranked.key ?? 0) - (a.reranked.key ?? 0));
  let next = 0;
  return ranked.map((one) => (one.reranked.key === null ? one : (moving[next++] ?? one)));
}
