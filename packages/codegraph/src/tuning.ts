/** Tuning of the code graph. */

export const CODEGRAPH = {
  /** Bytes of a source file. Larger files are generated or data and are counted as skipped. */
  maxFileBytes: 1_000_000,
  /** Mean characters per line, from which a file counts as minified. */
  minifiedLineChars: 1_000,
  /** Milliseconds to parse one file. The slowest of 4,658 files took 107 ms. */
  parseTimeoutMs: 5_000,
  wasmTieringBudget: {
    value: 1_000_000_000,
    unit: "bytes of WebAssembly executed before V8 optimises a function (its default: 13,000,000)",
    range: [13_000_000, 2_000_000_000],
    source:
      "bench/index: hono 146 MB instead of 637 and 16 % less CPU, scrapy 115 instead of 626 and 20 % less, 900 files of VS Code the same",
  },
  parserTieringBudget: {
    value: 13_000_000,
    unit: "bytes of the parser's own WebAssembly executed before V8 optimises a function, where there is little to read",
    range: [1_000_000, 1_000_000_000],
    source:
      "bench/index, five runs each under a load of 8: hono takes 10 % less CPU than unoptimised, scrapy the same; 1,000,000 and 3,000,000 no less than V8's default",
  },
  muchSourceBytes: {
    value: 4_000_000,
    unit: "bytes to be read, from which the parser is compiled with all optimisations before it starts",
    range: [0, 1_000_000_000],
    source:
      "bench/index: parsing takes a quarter less CPU, compiling 0.5 s; hono (2.6 MB) and scrapy (3.1 MB) take the same either way, with 15 MB more",
  },
  heapGrowingPercent: {
    value: 60,
    unit: "% by which the heap may grow before V8 collects garbage, while a whole tree is read and linked",
    range: [10, 200],
    source:
      "bench/index: void 540 MB instead of 720, Django 280 instead of 430, CPU the same in four runs each; 15 and 30 save no more",
  },
  /** MB of the nursery (V8's young heap), both halves, while a large tree is linked. 16 cuts pauses from 1.9 s to 1.1 s. */
  linkNurseryMb: 16,
  /** Files, from which the nursery is enlarged for linking. In smaller trees the pauses cost less than growing it. */
  linkNurseryFiles: 1_000,
  factsDeflateLevel: {
    value: 6,
    unit: "deflate level of a file's facts",
    range: [1, 9],
    source:
      "bench/index, store over source: 4 % smaller than at 1 for 2 % of the CPU, and as large as at 9",
  },
  snapshotDeflateLevel: {
    value: 1,
    unit: "deflate level of the regular parts of a graph's snapshot",
    range: [1, 9],
    source:
      "bench/index, store over source: at 6 a snapshot is 7 % smaller and takes twice as long to write",
  },
  /** Bytes not read by oxc, up to which the main thread parses them itself instead of starting a worker. */
  fewBytes: 100_000,
  /** Bytes of source that a worker gets at once. */
  batchBytes: 400_000,
  /** Files whose names are read in one step of the warm-up. A hundred take 4 ms, which a question may wait. */
  saidAtOnce: 100,
  /** MB of one half of a worker thread's nursery (V8's young heap). 4 halves the pauses at the same CPU and memory. */
  threadNurseryMb: 4,
  /** Worker threads. Memory grows with each. */
  maxWorkers: 4,
  /** Bytes of parsed facts between two writes: the work lost when indexing is stopped. */
  keepReadBytes: 200_000,
  /** Imports between a call and the only definition of its name. */
  uniqueReach: 2,
  /** Share of changed files, from which the whole graph is linked again. */
  relinkShare: 0.3,
  /** Characters of source files that are not read, in which one answer looks for its name. Files past it count as containing it. */
  unreadLookChars: 20_000_000,
  /** Nodes in an answer of impact or deps. Hubs have thousands. */
  maxNodes: 500,
  /** Milliseconds a question waits for changed files to be read. The answer names files that were not. */
  refreshBudgetMs: 50,
  /** Bytes of source parsed in a millisecond: about 4.7 MB of TypeScript a CPU second. */
  readBytesPerMs: 4_000,
  /** Files whose facts a process holds in memory between edits, before it starts again. */
  heldFacts: 3_000,
  /** Milliseconds without a change, after which changed files are read. */
  watchDebounceMs: 90,
  /** Milliseconds after a process's second question, until it prepares for an edit. */
  warmUpAfterMs: 300,
  warmUpFiles: {
    value: 2,
    unit: "files that are read and linked in advance of an edit",
    range: [1, 100],
    source:
      "bench/index: of 60 edits in void the slowest takes 62 ms of CPU instead of 203; 4 and 8 files gain nothing more",
  },
  /** Changed paths between two checks, from which the tree is listed again. Linux drops events above 16,384. */
  watchBurst: 2_000,
  /** Milliseconds between full comparisons of the tree, in addition to the watcher's events. */
  watchTrustMs: 60_000,
  bareFolders: {
    value: 100,
    unit: "folders without source files whose times a long-running process checks for every question",
    range: [0, 10_000],
    source:
      "bench/index --no-peer, edit of a body p50: astro 4.3 ms with none, 4.8 with 100, 8.3 with 1,000; Django 3.4, 4.7, 6.2",
  },
  bareNames: {
    value: 5_000,
    unit: "names read at a time when such folders are checked",
    range: [100, 1_000_000],
    source: "bench/index --no-peer: the second question of astro 116 ms instead of 234 with 50,000",
  },
  /** Milliseconds after an edit, until facts and snapshot are written. */
  keepAfterMs: 2_000,
  /** Milliseconds between two checks of a process for changed files. */
  sweepEveryMs: 1_000,
  /** Neighbours of one file stored for hooks. */
  neighboursOfFile: 16,
  /** Calls between two files that count as no evidence: smoothing of the share of calls. */
  callsDoubt: 3,
  /** Milliseconds between two writes of the neighbours by a process that answers questions. */
  neighboursEveryMs: 600_000,
  /** Milliseconds for one run of a project's type checker. Partial results are stored and the next run continues. */
  checkerLimitMs: 600_000,
  /** Bytes of one document of a SCIP index, which is held in memory. */
  scipMaxDocumentBytes: 256_000_000,
  /** Least share of a document's named occurrences that stand where it says; below it, its file was edited (bench/scip-import). */
  scipCarriedShare: 0.8,
  /** Resolution γ of the Louvain method: a higher value gives smaller modules. */
  louvainResolution: 3,
  /** Passes over the files on each level. */
  louvainPasses: 20,
} as const;
