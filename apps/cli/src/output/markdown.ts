/** Memories as Markdown: a document that people read and edit, or a short block for CLAUDE.md. */

import {
  currentMemories,
  type Export,
  headingOf,
  isShareable,
  type Memory,
  OWN_BLOCK,
  writeMarkdown,
} from "@tacit-memory/memory";

/** Types that an agent should know from the start; it finds the rest by recall. */
const FOR_CLAUDE: readonly string[] = [
  "correction",
  "preference",
  "convention",
  "decision",
  "requirement",
  "gotcha",
  "workflow_recipe",
  "dead_end",
];
const CLAUDE_LINES = 60;

/** Order in which types of memories are shown: the user's statements first, statistics last. */
const TYPE_ORDER: readonly string[] = [
  "correction",
  "preference",
  "convention",
  "decision",
  "requirement",
  "gotcha",
  "error_pattern",
  "dead_end",
  "workflow_recipe",
  "causal_dependency",
  "pattern",
  "fact",
  "module_insight",
];

export interface Written {
  readonly text: string;
  /** Number of memories in it. */
  readonly memories: number;
}

export function markdownOf(
  document: Export,
  name: string,
  format: "markdown" | "claude-md",
  nowMs: number,
): Written {
  const living = currentMemories(document, nowMs);
  return format === "markdown"
    ? { text: writeMarkdown(document, name, grouped(living)), memories: living.length }
    : claudeBlock(living);
}

/**
 * Returns the text with the block in place of the previous block, or appended. No byte outside the block changes. A file
 * without a final line break still has none afterwards, so `withoutBlock` can restore it.
 */
export function withBlock(before: string, block: string): string {
  const place = placeOfBlock(before);
  if (place !== null) return before.slice(0, place.from) + block.trimEnd() + before.slice(place.to);
  if (before === "") return block;
  return before.endsWith("\n") ? `${before}\n${block}` : `${before}\n\n${block.trimEnd()}`;
}

/** Returns the text as it was before `withBlock`, including later changes around the block. Null if the text has no block. */
export function withoutBlock(text: string): string | null {
  const place = placeOfBlock(text);
  if (place === null) return null;
  const [before, after] = [text.slice(0, place.from), text.slice(place.to)];
  if (after === "") return before.replace(/\n\n$/, "");
  return before.replace(/(^|\n)\n$/, "$1") + after.replace(/^\n/, "");
}

function placeOfBlock(text: string): { readonly from: number; readonly to: number } | null {
  const to = text.lastIndexOf(OWN_BLOCK.end);
  const from = to < 0 ? -1 : text.lastIndexOf(OWN_BLOCK.begin, to);
  return from < 0 ? null : { from, to: to + OWN_BLOCK.end.length };
}

function claudeBlock(memories: readonly Memory[]): Written {
  const lines: string[] = [];
  let written = 0;
  for (const [type, group] of grouped(memories.filter(isForClaude))) {
    const room = CLAUDE_LINES - lines.length;
    if (room <= 0) break;
    const items = group.slice(0, room).map((memory) => `- ${oneLine(memory.content)}`);
    written += items.length;
    lines.push(`### ${headingOf(type)}`, ...items, "");
  }
  const text = `${OWN_BLOCK.begin}\n## Learned in earlier sessions\n\n${lines.join("\n")}${OWN_BLOCK.end}\n`;
  return { text, memories: written };
}

function isForClaude(memory: Memory): boolean {
  return FOR_CLAUDE.includes(memory.type) && isShareable(memory);
}

function grouped(memories: readonly Memory[]): [string, Memory[]][] {
  const groups = new Map<string, Memory[]>();
  for (const memory of [...memories].sort(byWorth)) {
    groups.set(memory.type, [...(groups.get(memory.type) ?? []), memory]);
  }
  return [...groups].sort(([a], [b]) => typeOrder(a) - typeOrder(b));
}

function byWorth(a: Memory, b: Memory): number {
  return (
    Number(b.isPinned) - Number(a.isPinned) ||
    Number(b.standing === "verified") - Number(a.standing === "verified") ||
    b.confirmedAtMs - a.confirmedAtMs
  );
}

/** Makes other people's text safe for Markdown: a list item stays one item, and comments cannot end our block. */
function oneLine(content: string): string {
  return content.replace(/\s*\n\s*/g, " / ").replaceAll("<!--", "&lt;!--");
}

function typeOrder(type: string): number {
  const at = TYPE_ORDER.indexOf(type);
  return at < 0 ? TYPE_ORDER.length : at;
}
