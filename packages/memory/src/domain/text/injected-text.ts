/**
 * The tag around everything we put into an agent's context. Text inside it is ours: it is quoted data for
 * the reader, and it is never captured back, or a memory would confirm itself.
 */
export const INJECTED_TAG = "tacit-memory";

/** An opening tag's inside is bounded, so that a text full of unfinished ones is still read in linear time. */
const INJECTED = /<tacit-memory\b[^<>]{0,200}>[\s\S]*?(?:<\/tacit-memory\s{0,20}>|$)/gi;

/**
 * Blocks that other memory programs and hosts put into an agent's context. Found in a store they were captured back:
 * what was recalled is remembered again, and recalled again. Bounded for the same reason.
 */
const FOREIGN_TAG =
  "(?:claude-mem-context|agentmemory-[a-z-]{1,40}|supermemory-[a-z-]{1,40}|session_start_context|context_bridges|hook_context|mem0-[a-z-]{1,40}|relevant[_-]memories|recalled[_-]memories|memory-context|oai-mem-citation|system-reminder|persisted-output|system[_-]instruction)";
const FOREIGN = new RegExp(
  `<(${FOREIGN_TAG})\\b[^<>]{0,200}>[\\s\\S]*?(?:</\\1\\s{0,20}>|$)`,
  "gi",
);

/** The text without what anybody put into an agent's context as memory. */
export function stripContextBlocks(text: string): string {
  return stripInjected(text).replace(FOREIGN, "");
}

/** Whether some of it had been put into an agent's context before it was remembered. */
export function hasContextBlock(text: string): boolean {
  return stripContextBlocks(text) !== text;
}

/** The text without what we ourselves put into it; an unclosed tag hides the rest. */
export function stripInjected(text: string): string {
  return text.replace(INJECTED, "");
}
