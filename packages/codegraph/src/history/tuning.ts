/** Numbers of what changed together, by the history of git and by sessions. */
import type { Tunable } from "../tunable.ts";

export const HISTORY = {
  commits: {
    value: 2_000,
    unit: "newest commits, merges left out, of which it is counted what changed together",
    range: [100, 20_000],
    source: {
      kind: "guess",
      ref: "settle with bench/co-change: share of the next commits' files it names",
    },
  },
  timeoutMs: {
    value: 30_000,
    unit: "ms that git may take to tell a history; what it told by then is taken",
    range: [1_000, 600_000],
    source: {
      kind: "measured",
      ref: "bench/co-change: 2,300 commits of hono or scrapy take 0.2 s",
    },
  },
  commitFiles: {
    value: 30,
    unit: "files of a commit, above which it says nothing of who belongs together",
    range: [5, 200],
    source: { kind: "guess", ref: "settle with bench/co-change" },
  },
  pairMinCount: {
    value: 3,
    unit: "commits or sessions that touched both files",
    range: [2, 20],
    source: {
      kind: "measured",
      ref: "bench/co-change: 5 is right more often (0.37, not 0.29, in hono) and answers less (0.60, not 0.77)",
    },
  },
  pairMinInformation: {
    value: 0.3,
    unit: "normalised pointwise mutual information, 0 by chance and 1 always",
    range: [0, 1],
    source: {
      kind: "measured",
      ref: "bench/co-change: nothing lost against 0, and 0.5 gives up a quarter of the recall in scrapy",
    },
  },
  pairDoubt: {
    value: 2,
    unit: "occasions that are as good as not having seen anything",
    range: [0, 20],
    source: { kind: "guess", ref: "settle with bench/co-change" },
  },
  pairsOfFile: {
    value: 20,
    unit: "companions of one file",
    range: [1, 100],
    source: {
      kind: "guess",
      ref: "more are not read; settle with the recall's neighbourhood boost",
    },
  },
} as const satisfies Record<string, Tunable>;
