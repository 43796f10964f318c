/** Requests and responses of the panel's view of the graph (panel.ts has the route). */

export interface GraphRequest {
  /** `memory:ID` or `file:PATH`; absent for a part to begin with. */
  readonly focus?: string;
}

export interface GraphPart {
  readonly nodes: readonly GraphNode[];
  /** All edges between these nodes. */
  readonly edges: readonly GraphEdge[];
  /** Key of the focus; null without one. */
  readonly focus: string | null;
  /** Number of all neighbours of the focus; the first are in `nodes`. */
  readonly total: number;
  /** Number of files in the code graph; null if there is none. */
  readonly files: number | null;
}

export interface GraphNode {
  /** `memory:ID` or `file:PATH`. */
  readonly key: string;
  readonly kind: "memory" | "file";
  /** Title of the memory, or path of the file. */
  readonly label: string;
  /** Type of the memory; null for a file. */
  readonly type: string | null;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  /** `about`, `depends`, or the type of a relation between memories. */
  readonly type: string;
}
