/** Limits of the MCP server's resources and completions. */

export const MCP_LISTS = {
  /** Newest memories listed as resources. Recall finds the others. */
  memories: 200,
  /** Newest sessions listed as resources. */
  sessions: 50,
  /** Resources on a page: a screenful or two. */
  page: 50,
  /** Characters of a memory in a title: one line of a picker. */
  titleChars: 100,
  /** Characters of a resource, as in `get`. Clients warn above 10,000 tokens. */
  resourceChars: 24_000,
  /** Values of a completion. The protocol allows 100. */
  completions: 100,
} as const;
