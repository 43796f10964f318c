/** The block that `tacit export` writes into a rule file: its content is known here and contains no rules of the file. */
export const OWN_BLOCK = { begin: "<!-- tacit:begin -->", end: "<!-- tacit:end -->" } as const;

/** Replaces the block by blank lines, so that line numbers stay. */
export function withoutOwnBlock(text: string): string {
  const to = text.lastIndexOf(OWN_BLOCK.end);
  const from = to < 0 ? -1 : text.lastIndexOf(OWN_BLOCK.begin, to);
  if (from < 0) return text;
  const block = text.slice(from, to + OWN_BLOCK.end.length);
  return text.slice(0, from) + block.replace(/[^\n]+/g, "") + text.slice(to + OWN_BLOCK.end.length);
}
