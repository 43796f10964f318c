/** Numbers of what is visible on which branch. */
import type { Tunable } from "../../domain/tunable.ts";

export const BRANCHES = {
  gitPatienceMs: {
    value: 3000,
    unit: "ms for one question to git",
    range: [50, 60_000],
    source: { kind: "guess", ref: "a range of 2,000 commits with their changes takes 0.3 s" },
  },
  lookMs: {
    value: 5000,
    unit: "ms for all questions of one look by a command or a server",
    range: [100, 60_000],
    source: { kind: "guess", ref: "needed once for each move of a branch; then it is kept" },
  },
  carriers: {
    value: 12,
    unit: "commits stored per unmerged branch, to recognise it after a merge",
    range: [3, 100],
    source: { kind: "guess", ref: "the first one and the latest tips" },
  },
  comparedTips: {
    value: 200,
    unit: "states of branches whose changes as a whole are made out in one look",
    range: [1, 5000],
    source: { kind: "measured", ref: "bench/branches: 3 ms each, once for each" },
  },
  comparedCommits: {
    value: 2000,
    unit: "commits of a branch whose changes are compared in one look",
    range: [10, 100_000],
    source: { kind: "guess", ref: "limited to those that touch the same files" },
  },
  limitedPaths: {
    value: 200,
    unit: "files by which a comparison is limited; with more it is not",
    range: [1, 2000],
    source: { kind: "guess", ref: "arguments of a command line" },
  },
  reflogBytes: {
    value: 524_288,
    unit: "bytes read of the end of a reflog",
    range: [10_000, 10_000_000],
    source: { kind: "guess", ref: "3,000 moves" },
  },
  retryMs: {
    value: 60_000,
    unit: "ms after which git is asked again what it did not answer in time",
    range: [0, 3_600_000],
    source: { kind: "guess", ref: "each time costs up to lookMs" },
  },
  keptViews: {
    value: 100,
    unit: "views kept for each project",
    range: [5, 10_000],
    source: { kind: "guess", ref: "one for each commit that was checked out lately" },
  },
} as const satisfies Record<string, Tunable>;
