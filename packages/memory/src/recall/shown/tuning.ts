/** Limits for how much is shown at a moment: little, because every token takes room from the agent's own task. */

export const INJECT = {
  /** Maximum tokens at session start, besides pinned memories. */
  sessionStartTokens: 400,
  /** Additional tokens at session start, if the titles of all memories then fit. */
  wholeIndexTokens: 200,
  /** Maximum tokens at session start, with pinned memories. */
  mostStartTokens: 1200,
  /** Maximum full memories per prompt. */
  promptMemories: 2,
  /** Maximum pointers per injection. */
  pointers: 3,
  /** Maximum tokens per prompt: five memories of ordinary length. */
  promptTokens: 600,
  /** Maximum memories per tool call. */
  toolMemories: 2,
  /** Maximum characters of a memory at a tool call. */
  toolChars: 260,
  nextFiles: {
    value: 6,
    unit: "files listed after a compaction",
    range: [0, 20],
    source: "bench/learning: more than five adds few hits",
  },
  /** Maximum tokens at the start of a subagent. */
  subagentTokens: 600,
  /** Maximum tokens per session after its start. */
  sessionTokens: 2000,
  /** Maximum characters of a block. Claude Code and Codex cut text above about 10,000. */
  maxChars: 8900,
  /** Minutes after which a shown memory may be shown again. */
  ledgerTtlMinutes: 45,
  /** Characters per token. Technical English with paths has 3.3 to 4.2. */
  charsPerToken: 3.6,
  /** Jaccard index of word sets at which only one of two memories is shown. */
  duplicateJaccard: 0.85,
} as const;
