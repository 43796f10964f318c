/** How far a memory's code is looked for before it counts as gone. */
import type { Tunable } from "../domain/tunable.ts";

/** What becomes of a memory whose code changed; freshness.ts. */
export const FRESHNESS = {
  goneFactor: {
    value: 0.85,
    unit: "× score of a hit whose code is gone, or that a condition says is over",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 1 rule 5, within the clamp of section 5" },
  },
  changedFactor: {
    value: 0.92,
    unit: "× score of a hit whose symbol reads differently",
    range: [0.5, 1],
    source: { kind: "guess", ref: "settle with bench/coding-recall" },
  },
  fileChangedFactor: {
    value: 0.98,
    unit: "× score of a hit that is tied to a whole file, and something in it reads differently",
    range: [0.5, 1],
    source: { kind: "guess", ref: "settle with bench/coding-recall" },
  },
  cachedFiles: {
    value: 1000,
    unit: "files whose look is kept by a process",
    range: [10, 100_000],
    source: { kind: "guess", ref: "a few hundred bytes each" },
  },
  maxFileBytes: {
    value: 2_000_000,
    unit: "bytes of a file that is compared",
    range: [10_000, 50_000_000],
    source: { kind: "guess", ref: "larger files are data" },
  },
  maxCandidates: {
    value: 30,
    unit: "files in which a lost symbol is looked for",
    range: [1, 500],
    source: { kind: "guess", ref: "settle with bench/freshness" },
  },
  searchedChars: {
    value: 400_000,
    unit: "characters read for what one question of a hook cannot find",
    range: [0, 100_000_000],
    source: { kind: "guess", ref: "about 3 ms; settle with bench/freshness" },
  },
  searchedCharsAsking: {
    value: 20_000_000,
    unit: "characters read for what one question of a command cannot find",
    range: [0, 1_000_000_000],
    source: { kind: "guess", ref: "about 100 ms" },
  },
  gitPatienceMs: {
    value: 400,
    unit: "ms for one question to git",
    range: [50, 5000],
    source: { kind: "guess", ref: "a command may wait that long for what is a remark" },
  },
  renameBases: {
    value: 8,
    unit: "commits since which git is asked what was renamed, when somebody asks about a file",
    range: [0, 100],
    source: { kind: "guess", ref: "a difference of two commits takes git some 10 ms" },
  },
  anchoredPlaces: {
    value: 5000,
    unit: "places memories are tied to that are looked at for one question about a file",
    range: [100, 100_000],
    source: { kind: "guess", ref: "a look at each takes 10 ms" },
  },
  anchoredPlacesInHook: {
    value: 500,
    unit: "the same, where a hook is asked about a file",
    range: [0, 100_000],
    source: { kind: "guess", ref: "a look at each takes 1 ms" },
  },
  notedRenames: {
    value: 2000,
    unit: "renames kept of one look at git, and former names told of what is asked",
    range: [0, 100_000],
    source: { kind: "guess", ref: "a folder of that many files that moved" },
  },
  answerMs: {
    value: 10_000,
    unit: "ms for which is kept where code was found, or what git said of the working tree",
    range: [0, 600_000],
    source: { kind: "guess", ref: "an agent edits every few seconds" },
  },
  conditionEntries: {
    value: 5000,
    unit: "entries of the tree looked at for one pattern",
    range: [100, 1_000_000],
    source: { kind: "guess", ref: "about 10 ms" },
  },
  recheckedMemories: {
    value: 5000,
    unit: "memories looked at for the review queue",
    range: [10, 100_000],
    source: { kind: "design", ref: "section 9: the soft limit of a project" },
  },
} as const satisfies Record<string, Tunable>;
