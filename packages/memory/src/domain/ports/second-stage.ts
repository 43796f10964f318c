/** The second stage of recall: reads the question and the first hits together and orders them again. */
import type { Memory } from "../memory.ts";
import type { Emphasis } from "./emphasis.ts";

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
