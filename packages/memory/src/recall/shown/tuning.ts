/** How much of what is known a moment is shown. DESIGN section 7. */

export const INJECT = {
  /** Tokens at session start, besides pinned memories. */
  sessionStartTokens: 400,
  /** More tokens at session start, if the titles of all memories then fit. */
  wholeIndexTokens: 200,
  /** Most tokens at session start, with pinned memories. */
  mostStartTokens: 1200,
  /** Full memories per prompt. */
  promptMemories: 2,
  /** Pointers per injection. */
  pointers: 3,
  /** Tokens per prompt: five memories of ordinary length. */
  promptTokens: 600,
  /** Memories per tool call. */
  toolMemories: 2,
  /** Characters of a memory at a tool call. */
  toolChars: 260,
  nextFiles: {
    value: 6,
    unit: "files named after a compaction",
    range: [0, 20],
    source: "bench/learning: beyond five few more are hit",
  },
  /** Tokens at the start of a subagent. */
  subagentTokens: 600,
  /** Tokens per session after its start. */
  sessionTokens: 2000,
  /** Characters of a block. Claude Code and Codex cut text above about 10,000. */
  maxChars: 8900,
  /** Minutes, after which a shown memory may be shown again. */
  ledgerTtlMinutes: 45,
  /** Characters per token. Technical English with paths has 3.3 to 4.2. */
  charsPerToken: 3.6,
  /** Jaccard index of word sets, from which only one of two memories is shown. */
  duplicateJaccard: 0.85,
} as const;
