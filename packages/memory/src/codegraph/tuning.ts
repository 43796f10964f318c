/** The code graph's numbers. */
import type { Tunable } from "../domain/tunable.ts";

export const CODEGRAPH = {
  maxFileBytes: {
    value: 1_000_000,
    unit: "bytes of a source file",
    range: [100_000, 10_000_000],
    source: {
      kind: "design",
      ref: "larger files are generated or data; they are counted as skipped",
    },
  },
  minifiedLineChars: {
    value: 1_000,
    unit: "characters a line on average, from which a file counts as minified",
    range: [300, 10_000],
    source: { kind: "guess", ref: "settle by what bench/index skips in repositories with bundles" },
  },
  parseTimeoutMs: {
    value: 5_000,
    unit: "ms for one file",
    range: [500, 60_000],
    source: {
      kind: "design",
      ref: "graph study, section 5: the slowest of 4,658 files took 107 ms",
    },
  },
  wasmTieringBudget: {
    value: 1_000_000_000,
    unit: "bytes of WebAssembly executed before V8 optimises a function (its default: 13,000,000)",
    range: [13_000_000, 2_000_000_000],
    source: {
      kind: "measured",
      ref: "bench/index: hono 146 MB instead of 637 and 16 % less CPU, scrapy 115 instead of 626 and 20 % less, 900 files of VS Code the same",
    },
  },
  batchBytes: {
    value: 400_000,
    unit: "bytes of source a worker gets at once",
    range: [50_000, 4_000_000],
    source: { kind: "measured", ref: "graph study, section 9" },
  },
  maxWorkers: {
    value: 4,
    unit: "threads",
    range: [1, 16],
    source: { kind: "design", ref: "graph study, section 9: memory grows with each" },
  },
  uniqueReach: {
    value: 2,
    unit: "imports from the caller to the only thing of a name",
    range: [0, 10],
    source: { kind: "guess", ref: "settle with bench/graph-accuracy, the unique tier alone" },
  },
  relinkShare: {
    value: 0.3,
    unit: "share of changed files, from which everything is linked anew",
    range: [0.05, 1],
    source: {
      kind: "guess",
      ref: "settle with bench/index: where linking some costs what linking all does",
    },
  },
  maxNodes: {
    value: 500,
    unit: "nodes in an answer of impact or deps",
    range: [20, 10_000],
    source: {
      kind: "design",
      ref: "graph study, section 4: hubs have thousands, and nobody reads those",
    },
  },
  refreshBudgetMs: {
    value: 50,
    unit: "ms a question may wait for changed files to be read",
    range: [0, 5_000],
    source: { kind: "design", ref: "section 8: what could not be refreshed by then is named" },
  },
  readBytesPerMs: {
    value: 4_000,
    unit: "bytes of source parsed and extracted in a ms",
    range: [500, 50_000],
    source: { kind: "measured", ref: "graph study, section 2: 4.7 MB of TypeScript a CPU second" },
  },
  sweepEveryMs: {
    value: 1_000,
    unit: "ms in which a process does not look twice for changed files",
    range: [0, 60_000],
    source: { kind: "guess", ref: "settle with the latency of an MCP session's questions" },
  },
  louvainResolution: {
    value: 3,
    unit: "γ: higher gives smaller modules",
    range: [0.5, 10],
    source: {
      kind: "measured",
      ref: "graph study, section 6: NMI 0.61 to 0.76 instead of 0.34 to 0.60",
    },
  },
  louvainPasses: {
    value: 20,
    unit: "passes over the files a level",
    range: [1, 100],
    source: { kind: "guess", ref: "settle with bench/index: modularity gained by the last pass" },
  },
} as const satisfies Record<string, Tunable>;

/** How sure an edge is, by the rule it came from: shares of call sites that were right against SCIP. */
export const TIER_CONFIDENCE = {
  local: {
    value: 0.99,
    unit: "share of edges that are right",
    range: [0, 1],
    source: { kind: "measured", ref: "graph study, section 3: 0.95 and above for all of these" },
  },
  file: {
    value: 0.98,
    unit: "share of edges that are right",
    range: [0, 1],
    source: { kind: "measured", ref: "graph study, section 3" },
  },
  import: {
    value: 0.97,
    unit: "share of edges that are right",
    range: [0, 1],
    source: { kind: "measured", ref: "graph study, section 3" },
  },
  this: {
    value: 0.97,
    unit: "share of edges that are right",
    range: [0, 1],
    source: { kind: "measured", ref: "graph study, section 3" },
  },
  typed: {
    value: 0.95,
    unit: "share of edges that are right",
    range: [0, 1],
    source: { kind: "measured", ref: "graph study, section 3" },
  },
  module: {
    value: 0.95,
    unit: "share of edges that are right",
    range: [0, 1],
    source: { kind: "measured", ref: "graph study, section 3" },
  },
  reference: {
    value: 0.7,
    unit: "share of functions handed over that are called by whoever got them",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with traces of a repository's own tests" },
  },
  dispatch: {
    value: 0.6,
    unit: "share of calls of a method that may run an override of it",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with traces of a repository's own tests" },
  },
  unique: {
    value: 0.4,
    unit: "share of edges that are right",
    range: [0, 1],
    source: {
      kind: "measured",
      ref: "graph study, section 3: django falls from 0.97 to 0.85 with them",
    },
  },
} as const satisfies Record<string, Tunable>;
