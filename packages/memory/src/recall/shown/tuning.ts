/** How much of what is known a moment is shown. DESIGN section 7. */
import type { Tunable } from "../../domain/tunable.ts";

export const INJECT = {
  sessionStartTokens: {
    value: 400,
    unit: "tokens, besides what is pinned",
    range: [100, 1200],
    source: { kind: "design", ref: "section 7, session start: 400 on average" },
  },
  wholeIndexTokens: {
    value: 200,
    unit: "tokens more, where the titles of all memories then fit",
    range: [0, 1000],
    source: { kind: "design", ref: "issue 26: small stores are indexed completely" },
  },
  mostStartTokens: {
    value: 1200,
    unit: "tokens, with what is pinned",
    range: [200, 4000],
    source: { kind: "design", ref: "section 7, session start: 1,200 at most" },
  },
  promptMemories: {
    value: 2,
    unit: "memories in full a prompt",
    range: [1, 10],
    source: { kind: "design", ref: "section 7, prompt" },
  },
  pointers: {
    value: 3,
    unit: "pointers a moment",
    range: [0, 10],
    source: { kind: "design", ref: "section 7, two levels" },
  },
  promptTokens: {
    value: 600,
    unit: "tokens",
    range: [100, 2000],
    source: {
      kind: "guess",
      ref: "five memories of ordinary length; settle with bench/abstention",
    },
  },
  toolMemories: {
    value: 2,
    unit: "memories a tool call",
    range: [1, 5],
    source: { kind: "design", ref: "section 7, before/after a tool" },
  },
  toolChars: {
    value: 260,
    unit: "characters a memory",
    range: [80, 1000],
    source: { kind: "seed", ref: "Coden fork; inventory section 9" },
  },
  nextFiles: {
    value: 6,
    unit: "files named after a compaction",
    range: [0, 20],
    source: { kind: "measured", ref: "bench/learning: beyond five few more are hit" },
  },
  subagentTokens: {
    value: 600,
    unit: "tokens",
    range: [100, 2000],
    source: { kind: "design", ref: "section 7, subagent start" },
  },
  sessionTokens: {
    value: 2000,
    unit: "tokens a session after its start",
    range: [300, 10_000],
    source: { kind: "design", ref: "section 7, between steps" },
  },
  maxChars: {
    value: 8900,
    unit: "characters a block",
    range: [1000, 9000],
    source: {
      kind: "measured",
      ref: "hosts study: Claude Code and Codex cut above about 10,000; stay under 9,000",
    },
  },
  ledgerTtlMinutes: {
    value: 45,
    unit: "minutes",
    range: [5, 600],
    source: { kind: "seed", ref: "jcode; inventory H9" },
  },
  charsPerToken: {
    value: 3.6,
    unit: "characters",
    range: [2, 5],
    source: {
      kind: "guess",
      ref: "technical English with paths runs 3.3 to 4.2; low counts are the safe side",
    },
  },
  duplicateJaccard: {
    value: 0.85,
    unit: "Jaccard of word sets",
    range: [0.5, 1],
    source: { kind: "design", ref: "section 5, pack" },
  },
} as const satisfies Record<string, Tunable>;
