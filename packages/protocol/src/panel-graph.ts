/** Requests and responses of the panel's view of the graph (panel.ts has the routes). */

export interface GraphRequest {
  /** `memory:ID` or `file:PATH`. */
  readonly focus: string;
}

export interface GraphPart {
  readonly nodes: readonly GraphNode[];
  /** All edges between these nodes. */
  readonly edges: readonly GraphEdge[];
  /** Key of the focus. */
  readonly focus: string;
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

/** All memories and files, in their modules. Numbers are places in the lists, because thousands of keys would be long. */
export interface GraphMap {
  /** "" is the root of the project. */
  readonly modules: readonly string[];
  /** Those that memories are about, and those that most others depend on, first. */
  readonly nodes: readonly MapNode[];
  readonly links: readonly (readonly [from: number, to: number, type: string])[];
  /** Number of all nodes; `nodes` is cut. */
  readonly total: number;
}

export interface MapNode extends GraphNode {
  /** Number of its module; null for a memory that is about no file of the map. */
  readonly module: number | null;
}
