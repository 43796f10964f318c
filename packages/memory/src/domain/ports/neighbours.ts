/** Memories whose meaning is near that of another one, found from vectors in the order they were written. */
import type { MemoryId, ProjectId } from "../ids.ts";

export interface NeighbourQuery {
  readonly projectId: ProjectId;
  /** Where the last page ended; of another encoder, or null: from the first vector. */
  readonly after: { readonly encoderId: string | null; readonly seq: number };
  /** Vectors of one page. */
  readonly limit: number;
  readonly leastCosine: number;
  /** Asked before each vector: the page ends where it says no. */
  readonly mayGoOn: () => boolean;
}

export interface NearPair {
  readonly id: MemoryId;
  readonly other: MemoryId;
  readonly cosine: number;
}

export interface NeighbourPage {
  readonly encoderId: string;
  /** Of the last vector that was looked at. */
  readonly seq: number;
  readonly pairs: readonly NearPair[];
  /** No vector was written after these. */
  readonly isLast: boolean;
}
