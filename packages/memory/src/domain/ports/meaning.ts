/** Port for recall by meaning and its maintenance. */
import type { Dense } from "./dense.ts";
import type { NeighbourPage, NeighbourQuery } from "./neighbours.ts";

export interface MeaningCondition {
  /** Null if no encoder is available or answers. */
  readonly encoder: string | null;
  readonly dims: number | null;
  /** Number of its vectors, and of memories without one. */
  readonly embedded: number;
  readonly waiting: number;
  /** Last error of the encoder; null if none. */
  readonly problem: string | null;
  /** Error of the vector file beside the store; null if there is none or the file does not exist yet. */
  readonly sideFile: string | null;
}

export interface Meaning extends Dense {
  /**
   * Recall for hooks, which have little time: uses the built-in encoder without the index. Searches all memories of a small
   * project; for a large one, only ranks memories found by words.
   */
  readonly inHooks: Dense;
  /** A page of memories that are near others; null without an encoder. */
  readonly neighbours: (query: NeighbourQuery) => Promise<NeighbourPage | null>;
  /** Turned off by `TACIT_ENCODER`: only words are searched. */
  readonly isOff: boolean;
  /** Embeds new memories: at once with an instant encoder, otherwise a few of them if the caller may wait. */
  readonly keepUp: (mayWait: boolean) => Promise<void>;
  /** Loads the vectors into memory without calling the encoder, so that the next question does not wait for them. */
  readonly warmUp: () => Promise<void>;
  /** Removes forgotten memories from the file beside the store too. */
  readonly forget: () => Promise<void>;
  /** Returns why the last query failed; null if it succeeded or recall by meaning is off. */
  readonly problem: () => string | null;
  /** `isAsked`: the encoder must answer a test query first. */
  readonly condition: (isAsked?: boolean) => Promise<MeaningCondition>;
  readonly close: () => Promise<void>;
}
