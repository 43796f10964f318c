/** Memories whose meaning is near that of another memory, found from vectors in the order in which they were written. */
import type { MemoryId, ProjectId } from "../ids.ts";

export interface NeighbourQuery {
  readonly projectId: ProjectId;
  /** End of the last page. Null or another encoder: the page starts at the first vector. */
  readonly after: { readonly encoderId: string | null; readonly seq: number };
  /** Maximum vectors per page. */
  readonly limit: number;
  readonly leastCosine: number;
  /** Called before each vector; the page ends when it returns false. */
  readonly mayGoOn: () => boolean;
}

export interface NearPair {
  readonly id: MemoryId;
  readonly other: MemoryId;
  readonly cosine: number;
}

export interface NeighbourPage {
  readonly encoderId: string;
  /** Sequence number of the last vector that was checked. */
  readonly seq: number;
  readonly pairs: readonly NearPair[];
  /** True if no vector was written after this page. */
  readonly isLast: boolean;
}
