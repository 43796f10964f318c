/** Recall by meaning, with its upkeep. */
import type { Dense } from "./dense.ts";
import type { NeighbourPage, NeighbourQuery } from "./neighbours.ts";

export interface MeaningCondition {
  /** Null when there is no encoder, or none that answers. */
  readonly encoder: string | null;
  readonly dims: number | null;
  /** Vectors of it there are, and memories that have none yet. */
  readonly embedded: number;
  readonly waiting: number;
  /** What went wrong last with the encoder; null when nothing did. */
  readonly problem: string | null;
  /** What is wrong with the file of its vectors beside the store; null when nothing is, or there is none yet. */
  readonly sideFile: string | null;
}

export interface Meaning extends Dense {
  /**
   * What a hook has time for, by the encoder that ships and without the index: all memories of a small project; of a large one
   * only how near those are that words found.
   */
  readonly inHooks: Dense;
  /** A page of memories that are near others; null without an encoder. */
  readonly neighbours: (query: NeighbourQuery) => Promise<NeighbourPage | null>;
  /** Turned off by `TACIT_ENCODER`: words alone are wanted. */
  readonly isOff: boolean;
  /** Embeds what was written: at once where that is instant, else a few where the caller may wait for it. */
  readonly keepUp: (mayWait: boolean) => Promise<void>;
  /** Takes what was forgotten out of the file beside the store, too. */
  readonly forget: () => Promise<void>;
  /** Why it did not answer what it was asked last; null: it did, or is turned off. */
  readonly problem: () => string | null;
  /** `isAsked`: the encoder has to answer a question first. */
  readonly condition: (isAsked?: boolean) => Promise<MeaningCondition>;
  readonly close: () => Promise<void>;
}
