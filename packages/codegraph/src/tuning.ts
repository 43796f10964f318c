/** The code graph's numbers. */
import type { Tunable } from "./tunable.ts";

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
  parserTieringBudget: {
    value: 13_000_000,
    unit: "bytes of the parser's own WebAssembly executed before V8 optimises a function, where there is little to read",
    range: [1_000_000, 1_000_000_000],
    source: {
      kind: "measured",
      ref: "bench/index, five runs each under a load of 8: hono takes 10 % less CPU than unoptimised, scrapy the same; 1,000,000 and 3,000,000 no less than V8's default",
    },
  },
  muchSourceBytes: {
    value: 4_000_000,
    unit: "bytes to be read, from which the parser is compiled with all optimisations before it starts",
    range: [0, 1_000_000_000],
    source: {
      kind: "measured",
      ref: "bench/index: parsing takes a quarter less CPU, compiling 0.5 s; hono (2.6 MB) and scrapy (3.1 MB) take the same either way, with 15 MB more",
    },
  },
  heapGrowingPercent: {
    value: 60,
    unit: "% a heap may grow by until V8 looks for garbage, while a whole tree is read and linked",
    range: [10, 200],
    source: {
      kind: "measured",
      ref: "bench/index: void 540 MB instead of 720, Django 280 instead of 430, CPU the same in four runs each; 15 and 30 save no more",
    },
  },
  linkNurseryMb: {
    value: 16,
    unit: "MB of the nursery that a large tree is linked in, both halves",
    range: [1, 64],
    source: {
      kind: "measured",
      ref: "node --trace-gc tacit index: void's main thread is stopped 405 times and 1.1 s instead of 2,960 times and 1.9 s, least of two each, load 4; 32 takes 40 MB more",
    },
  },
  linkNurseryFiles: {
    value: 1_000,
    unit: "files, from which the nursery is made larger for linking",
    range: [1, 100_000],
    source: {
      kind: "measured",
      ref: "node --trace-gc tacit index: hono's 391 files are linked with 60 stops of 1 ms, and growing takes 15 ms",
    },
  },
  factsDeflateLevel: {
    value: 6,
    unit: "level of deflating a file's facts",
    range: [1, 9],
    source: {
      kind: "measured",
      ref: "bench/index, store over source: 4 % smaller than at 1 for 2 % of the CPU, and as large as at 9",
    },
  },
  snapshotDeflateLevel: {
    value: 1,
    unit: "level of deflating what is regular in a graph's snapshot",
    range: [1, 9],
    source: {
      kind: "measured",
      ref: "bench/index, store over source: at 6 a snapshot is 7 % smaller and takes twice as long to write",
    },
  },
  fewBytes: {
    value: 100_000,
    unit: "bytes of what oxc does not read, up to which they are read by the thread that waits for oxc",
    range: [0, 4_000_000],
    source: {
      kind: "measured",
      ref: "tacit index of hono (one shell script of 2 kB), in turns, four runs each: 2.47 s of CPU (user) instead of 2.60",
    },
  },
  batchBytes: {
    value: 400_000,
    unit: "bytes of source a worker gets at once",
    range: [50_000, 4_000_000],
    source: { kind: "measured", ref: "graph study, section 9" },
  },
  saidAtOnce: {
    value: 100,
    unit: "files whose names are read at once while a process makes ready for an edit",
    range: [1, 10_000],
    source: {
      kind: "measured",
      ref: "bench/index: 6,057 files of void take 0.25 s, a hundred 4 ms for whoever asks meanwhile",
    },
  },
  threadNurseryMb: {
    value: 4,
    unit: "MB of the half of a thread's nursery that is filled, from its start",
    range: [1, 16],
    source: {
      kind: "measured",
      ref: "node --trace-gc tacit index: void, load 8, a quarter of the looks and half the time they stop a thread for; CPU and memory the same",
    },
  },
  maxWorkers: {
    value: 4,
    unit: "threads",
    range: [1, 16],
    source: { kind: "design", ref: "graph study, section 9: memory grows with each" },
  },
  keepReadBytes: {
    value: 200_000,
    unit: "bytes of facts that were read and are lost when a process that reads a tree is stopped",
    range: [10_000, 10_000_000],
    source: {
      kind: "design",
      ref: "void's facts have 16 MB: what is lost is some 1 % of the work, for 80 transactions",
    },
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
  heldFacts: {
    value: 3_000,
    unit: "files whose facts a process keeps from one edit to the next, before it starts anew",
    range: [100, 100_000],
    source: { kind: "guess", ref: "settle with bench/index: memory of a process after 60 edits" },
  },
  watchDebounceMs: {
    value: 90,
    unit: "ms without a change, after which changed files are read without being asked",
    range: [10, 2_000],
    source: { kind: "design", ref: "graph study, section 9: 75 to 100 ms" },
  },
  warmUpAfterMs: {
    value: 300,
    unit: "ms after a process's second question until it makes ready for an edit",
    range: [0, 60_000],
    source: { kind: "guess", ref: "settle with how soon agents edit after they asked" },
  },
  warmUpFiles: {
    value: 2,
    unit: "files that are read and linked to make ready for an edit",
    range: [1, 100],
    source: {
      kind: "measured",
      ref: "bench/index: of 60 edits in void the slowest takes 62 ms of CPU instead of 203; 4 and 8 files do no more",
    },
  },
  watchBurst: {
    value: 2_000,
    unit: "changed paths between two looks, from which the tree is listed instead",
    range: [100, 15_000],
    source: { kind: "design", ref: "Linux keeps 16,384 events and does not say what it dropped" },
  },
  watchTrustMs: {
    value: 60_000,
    unit: "ms between full comparisons of the tree, beside the watcher's reports",
    range: [1_000, 3_600_000],
    source: {
      kind: "guess",
      ref: "settle with how often a comparison finds a change that the watcher missed",
    },
  },
  bareFolders: {
    value: 100,
    unit: "folders without a source whose times are looked at for every question of a process that stays",
    range: [0, 10_000],
    source: {
      kind: "measured",
      ref: "bench/index --no-peer, edit of a body p50: astro 4.3 ms with none, 4.8 with 100, 8.3 with 1,000; Django 3.4, 4.7, 6.2",
    },
  },
  bareNames: {
    value: 5_000,
    unit: "names read at one look into them, or for them",
    range: [100, 1_000_000],
    source: {
      kind: "measured",
      ref: "as bareFolders: the second question of astro 116 ms instead of 234 with 50,000",
    },
  },
  keepAfterMs: {
    value: 2_000,
    unit: "ms after an edit until facts and snapshot are written",
    range: [0, 60_000],
    source: {
      kind: "guess",
      ref: "settle with how often agents edit: an edit each costs one write",
    },
  },
  sweepEveryMs: {
    value: 1_000,
    unit: "ms in which a process does not look twice for changed files",
    range: [0, 60_000],
    source: { kind: "guess", ref: "settle with the latency of an MCP session's questions" },
  },
  neighboursOfFile: {
    value: 16,
    unit: "neighbours of one file that are kept for hooks",
    range: [1, 200],
    source: { kind: "guess", ref: "settle with the recall's neighbourhood boost, on and off" },
  },
  callsDoubt: {
    value: 3,
    unit: "calls between two files that are as good as not having seen any",
    range: [0, 50],
    source: { kind: "guess", ref: "settle with the recall's neighbourhood boost, on and off" },
  },
  neighboursEveryMs: {
    value: 600_000,
    unit: "ms in which a process that answers questions does not write them again",
    range: [0, 86_400_000],
    source: {
      kind: "guess",
      ref: "they are near enough when a file's imports changed minutes ago",
    },
  },
  checkerLimitMs: {
    value: 600_000,
    unit: "ms a project's type checker may take in one run; what it said by then is kept, and the next run goes on",
    range: [10_000, 7_200_000],
    source: {
      kind: "guess",
      ref: "settle with how long projects of millions of lines take: hono takes seconds",
    },
  },
  scipMaxDocumentBytes: {
    value: 256_000_000,
    unit: "bytes of one document of a SCIP index",
    range: [1_000_000, 2_000_000_000],
    source: {
      kind: "design",
      ref: "a document is in memory at once; the largest of hono's has 0.3 MB",
    },
  },
  scipCarriedShare: {
    value: 0.8,
    unit: "share of a document's named occurrences that stand where it says, below which its file was edited since",
    range: [0.5, 1],
    source: {
      kind: "measured",
      ref: "bench/scip-import: 0.83 and more in every file of hono and scrapy as indexed; none with a line more in front is taken",
    },
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
    unit: "share of functions passed as values that their receiver calls",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with traces of a repository's own tests" },
  },
  dispatch: {
    value: 0.6,
    unit: "share of calls of a method that may run an override of it",
    range: [0, 1],
    source: { kind: "guess", ref: "settle with traces of a repository's own tests" },
  },
  scip: {
    value: 0.99,
    unit: "share of edges that are right",
    range: [0, 1],
    source: {
      kind: "design",
      ref: "what a compiler says, of files whose text still is as it saw it",
    },
  },
  checker: {
    value: 0.99,
    unit: "share of edges that are right",
    range: [0, 1],
    source: { kind: "design", ref: "the same, asked about the text as it is" },
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
