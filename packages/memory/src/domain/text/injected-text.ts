/**
 * The tag around everything that is injected into an agent's context. Text inside it is Tacit's: it is quoted data for the
 * reader and is never captured again, or a memory would confirm itself.
 */
export const INJECTED_TAG = "tacit-memory";

/** The length of an opening tag is bounded, so that a text full of unfinished tags is read in linear time. */
const INJECTED = /<tacit-memory\b[^<>]{0,200}>[\s\S]*?(?:<\/tacit-memory\s{0,20}>|$)/gi;

/**
 * Blocks that other memory programs and hosts inject into an agent's context. In a store they show that recalled text was
 * captured again, stored again and recalled again. Bounded for the same reason.
 */
const FOREIGN_TAG =
  "(?:claude-mem-context|agentmemory-[a-z-]{1,40}|supermemory-[a-z-]{1,40}|session_start_context|context_bridges|hook_context|mem0-[a-z-]{1,40}|relevant[_-]memories|recalled[_-]memories|memory-context|oai-mem-citation|system-reminder|persisted-output|system[_-]instruction)";
const FOREIGN = new RegExp(
  `<(${FOREIGN_TAG})\\b[^<>]{0,200}>[\\s\\S]*?(?:</\\1\\s{0,20}>|$)`,
  "gi",
);

/** Removes all memory blocks from a text, whichever program injected them. */
export function stripContextBlocks(text: string): string {
  return stripInjected(text).replace(FOREIGN, "");
}

/** Returns whether part of a text had been injected into an agent's context before it was stored. */
export function hasContextBlock(text: string): boolean {
  return stripContextBlocks(text) !== text;
}

/** Removes text injected by Tacit; an unclosed tag hides the rest. */
export function stripInjected(text: string): string {
  return text.replace(INJECTED, "");
}
