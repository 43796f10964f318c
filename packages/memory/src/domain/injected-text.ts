/**
 * The tag around everything we put into an agent's context. Text inside it is ours: it is quoted data for
 * the reader, and it is never captured back, or a memory would confirm itself.
 */
export const INJECTED_TAG = "tacit-memory";

const INJECTED = /<tacit-memory\b[^>]*>[\s\S]*?(?:<\/tacit-memory>|$)/gi;

/** The text without what we ourselves put into it; an unclosed tag hides the rest. */
export function stripInjected(text: string): string {
  return text.includes("<tacit-memory") || text.includes("<TACIT-MEMORY")
    ? text.replace(INJECTED, "")
    : text;
}
