/**
 * Reads query results directly from the parser's memory. web-tree-sitter creates an object for every capture with one
 * function call per number; most captures need only start and end, and there are millions.
 */
import type { Node, Query, Tree } from "web-tree-sitter";

/** Internal functions of web-tree-sitter, for exactly the version in package.json. */
export interface ParserMemory {
  /** Replaced by a new array whenever memory has grown. */
  readonly HEAPU32: Uint32Array;
  /** Address of the buffer through which functions receive and return nodes. */
  readonly _ts_init: () => number;
  readonly _ts_tree_root_node_wasm: (tree: number) => void;
  readonly _ts_query_matches_wasm: (query: number, tree: number, ...within: number[]) => void;
  readonly _ts_node_end_index_wasm: (tree: number) => number;
  readonly _free: (address: number) => void;
  /** Called from time to time while a query runs; returning true ends the query. */
  currentQueryProgressCallback: (() => boolean) | null;
}

/** Reads the query results of one tree. Nodes are numbers that only the reader can interpret. */
export interface MatchReader {
  /**
   * Visits matches in the order they were found. Returns false, without visiting any, if the query took too long. Text
   * predicates may be left to the visitor.
   */
  readonly visit: (query: Query, visitor: MatchVisitor) => boolean;
  /** UTF-16 units from the start of the text, like all offsets. */
  readonly start: (node: number) => number;
  readonly end: (node: number) => number;
  /** Line from 0. */
  readonly row: (node: number) => number;
  /** UTF-16 units from the start of the line. */
  readonly column: (node: number) => number;
}

/** Receives the parts of each match, captures in their order. Nodes are valid until `end` returns. */
interface MatchVisitor {
  readonly begin: (pattern: number) => void;
  readonly capture: (name: number, node: number) => void;
  readonly end: () => void;
}

/**
 * A query over extremely nested nodes (30,000 arrays, a chain of as many calls) takes time quadratic in the depth. Ordinary
 * files take milliseconds, so even a machine ten times slower must not lose them.
 */
const QUERY_MS = 3000;

function newLimit() {
  const endMs = performance.now() + QUERY_MS;
  let wasOver = false;
  const isOver = () => {
    wasOver ||= performance.now() > endMs;
    return wasOver;
  };
  return { isOver, wasOver: () => wasOver };
}

const WORD_SHIFT = 2;
const NODE_WORDS = 5;
const EVERYWHERE = new Array<number>(12).fill(0);
const NO_LIMIT = 0xff_ff_ff_ff;

const addressOf = (item: Query | Tree) => (item as unknown as { readonly 0: number })[0];

/**
 * Returns a reader for a tree. `memory` null: other code in this process has started the parser, so only its public objects
 * are available.
 */
export function readerOf(memory: ParserMemory | null, tree: Tree): MatchReader {
  return memory === null ? new ObjectReader(tree) : new MemoryReader(memory, tree);
}

class MemoryReader implements MatchReader {
  readonly #memory: ParserMemory;
  readonly #tree: number;
  /** In words. */
  readonly #exchange: number;
  #words: Uint32Array;

  constructor(memory: ParserMemory, tree: Tree) {
    this.#memory = memory;
    this.#tree = addressOf(tree);
    this.#exchange = memory._ts_init() >>> WORD_SHIFT;
    this.#words = memory.HEAPU32;
  }

  visit(query: Query, visitor: MatchVisitor): boolean {
    const memory = this.#memory;
    const limit = newLimit();
    memory._ts_tree_root_node_wasm(this.#tree);
    memory.currentQueryProgressCallback = limit.isOver;
    memory._ts_query_matches_wasm(addressOf(query), this.#tree, ...EVERYWHERE, NO_LIMIT, NO_LIMIT);
    memory.currentQueryProgressCallback = null;
    this.#words = memory.HEAPU32;
    const [count = 0, address = 0] = this.#words.subarray(this.#exchange, this.#exchange + 2);
    try {
      let at = address >>> WORD_SHIFT;
      if (limit.wasOver()) return false;
      for (let match = 0; match < count; match++) at = this.#visitMatch(at, visitor);
      return true;
    } finally {
      memory._free(address);
    }
  }

  /** Visits the match at `start` and returns where the next one starts. */
  #visitMatch(start: number, visitor: MatchVisitor): number {
    const words = this.#words;
    visitor.begin(words[start] ?? 0);
    let at = start + 2;
    for (let left = words[start + 1] ?? 0; left > 0; left--) {
      visitor.capture(words[at] ?? 0, at + 1);
      at += 1 + NODE_WORDS;
    }
    visitor.end();
    return at;
  }

  start(node: number): number {
    return this.#words[node + 1] ?? 0;
  }

  end(node: number): number {
    this.#words.copyWithin(this.#exchange, node, node + NODE_WORDS);
    return this.#memory._ts_node_end_index_wasm(this.#tree);
  }

  row(node: number): number {
    return this.#words[node + 2] ?? 0;
  }

  column(node: number): number {
    return this.#words[node + 3] ?? 0;
  }
}

class ObjectReader implements MatchReader {
  readonly #tree: Tree;
  #nodes: readonly Node[] = [];

  constructor(tree: Tree) {
    this.#tree = tree;
  }

  visit(query: Query, visitor: MatchVisitor): boolean {
    const limit = newLimit();
    const options = { progressCallback: limit.isOver };
    const names = new Map(query.captureNames.map((name, index) => [name, index]));
    const matches = query.matches(this.#tree.rootNode, options);
    if (limit.wasOver()) return false;
    for (const { patternIndex, captures } of matches) {
      this.#nodes = captures.map(({ node }) => node);
      visitor.begin(patternIndex);
      for (const [at, { name }] of captures.entries()) visitor.capture(names.get(name) ?? 0, at);
      visitor.end();
    }
    return true;
  }

  start(node: number): number {
    return this.#nodes[node]?.startIndex ?? 0;
  }

  end(node: number): number {
    return this.#nodes[node]?.endIndex ?? 0;
  }

  row(node: number): number {
    return this.#nodes[node]?.startPosition.row ?? 0;
  }

  column(node: number): number {
    return this.#nodes[node]?.startPosition.column ?? 0;
  }
}
