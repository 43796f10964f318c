/** The edges of a file that is being linked, each once. */
import { EDGE_TYPES, type EdgeType, type LinkedEdge, type Target, type Tier } from "../value.ts";

/** More definitions than a file of the maximum size can contain. */
const MAX_DEFINITIONS = 2 ** 24;
const IMPORTS_SYMBOL = EDGE_TYPES.indexOf("imports_symbol");

export class EdgeList {
  readonly edges: LinkedEdge[] = [];
  readonly #file: number;
  /** By own node: target and type of each edge as one number. */
  readonly #keysOf = new Map<number, Set<number>>();

  constructor(file: number) {
    this.#file = file;
  }

  add(from: number, to: Target, type: EdgeType, tier: Tier): void {
    // Recursion affects no other symbol.
    if (to.file === this.#file && to.definition === from) return;
    const key = firstKey(to) + EDGE_TYPES.indexOf(type);
    let keys = this.#keysOf.get(from);
    if (keys === undefined) {
      keys = new Set();
      this.#keysOf.set(from, keys);
    }
    if (keys.has(key)) return;
    keys.add(key);
    this.edges.push({ from, to: { file: to.file, definition: to.definition }, type, tier });
  }

  /** Returns whether there is an edge to a definition, other than that of an import. */
  has(from: number, to: Target): boolean {
    const keys = this.#keysOf.get(from);
    const first = firstKey(to);
    return (
      keys !== undefined &&
      EDGE_TYPES.some((_type, at) => at !== IMPORTS_SYMBOL && keys.has(first + at))
    );
  }
}

const firstKey = ({ file, definition }: Target) =>
  (file * MAX_DEFINITIONS + definition + 1) * EDGE_TYPES.length;
