/**
 * The tag around everything we put into an agent's context. Text inside it is ours: it is quoted data for
 * the reader, and it is never captured back, or a memory would confirm itself.
 */
export const INJECTED_TAG = "tacit-memory";

/** An opening tag's inside is bounded, so that a text full of unfinished ones is still read in linear time. */
const INJECTED = /<tacit-memory\b[^<>]{0,200}>[\s\S]*?(?:<\/tacit-memory\s{0,20}>|$)/gi;

/** The text without what we ourselves put into it; an unclosed tag hides the rest. */
export function stripInjected(text: string): string {
  return text.replace(INJECTED, "");
}
