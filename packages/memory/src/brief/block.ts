/**
 * Packs hits into one block of quoted data within a budget. Each memory has its id, type, trust, age and freshness, under a
 * line that explains what the block is and that the code and the user take precedence; pointers follow, one line each. Pure
 * function; near-duplicates are dropped, and an empty result is normal.
 */

import { shortId } from "../domain/ids.ts";
import type { ShownItem } from "../domain/session/shown-item.ts";
import { frame, framePointers, quoteLine } from "../domain/text/quote.ts";
import { jaccard, words } from "../domain/text/text.ts";
import { type Pointer, pointerLine } from "../recall/shown/pointer.ts";
import type { Shown } from "../recall/shown/showable.ts";
import { estimateTokens } from "../recall/shown/tokens.ts";
import { INJECT } from "../recall/shown/tuning.ts";

/** Maximum characters of the note about changed code; paths can be long. */
const MAX_NOTE_CHARS = 160;

export interface Section {
  /** Empty for the only section of a short block. */
  readonly heading: string;
  readonly memories: readonly Shown[];
  /** Ready-made lines, such as a handoff's. */
  readonly lines?: readonly string[];
  /** Shown after the memories, as many as fit. */
  readonly pointers?: readonly Pointer[];
  /** True if its room is reserved before the sections above it are filled. */
  readonly isReserved?: boolean;
}

export interface BlockBudget {
  readonly tokens: number;
  readonly memories: number;
  readonly charsEach: number;
}

export interface ContextBlock {
  /** "" if there is nothing to show. */
  readonly text: string;
  readonly tokens: number;
  readonly shown: readonly ShownItem[];
  /** How many of the ready-made lines are in the text. */
  readonly lineCount: number;
}

export const EMPTY_BLOCK: ContextBlock = { text: "", tokens: 0, shown: [], lineCount: 0 };

/** `about` states the origin in one line, such as "Memory of github.com/o/r". */
export function packBlock(
  about: string,
  sections: readonly Section[],
  budget: BlockBudget,
  nowMs: number,
): ContextBlock {
  const packing: Packing = {
    room: Math.min(budget.tokens, estimateTokens("x".repeat(INJECT.maxChars))),
    spent: estimateTokens(frame(about, [])),
    shown: [],
    lineCount: 0,
    said: [],
  };
  const byTurn = [...sections].sort(
    (a, b) => Number(b.isReserved ?? false) - Number(a.isReserved ?? false),
  );
  const packed = new Map(
    byTurn.map((section) => [section, packSection(section, packing, budget, nowMs)]),
  );
  const parts = sections.flatMap((section) => packed.get(section) ?? []);
  if (parts.length === 0) return EMPTY_BLOCK;
  const text = frame(about, parts);
  const { shown, lineCount } = packing;
  return { text, tokens: estimateTokens(text), shown, lineCount };
}

/** Returns a block of pointers alone, with the shortest header that explains them. */
export function packPointers(pointers: readonly Pointer[]): ContextBlock {
  if (pointers.length === 0) return EMPTY_BLOCK;
  const lines = pointers.map(pointerLine);
  const text = framePointers(lines);
  const shown = pointers.map((pointer, i) => shownPointer(pointer, lines[i] ?? ""));
  return { text, tokens: estimateTokens(text), shown, lineCount: 0 };
}

function shownPointer({ id, pointedAs }: Pointer, line: string): ShownItem {
  return { id, tokens: costOf([line]), pointedAs };
}

/** A block being filled: its size, the part used, what it shows, and the words it contains. */
interface Packing {
  readonly room: number;
  spent: number;
  readonly shown: ShownItem[];
  lineCount: number;
  readonly said: Set<string>[];
}

/** Returns the lines of a section that fit, under its heading; empty if none fit. */
function packSection(
  section: Section,
  packing: Packing,
  budget: BlockBudget,
  nowMs: number,
): string[] {
  const before = packing.spent;
  const heading = section.heading === "" ? [] : [quoteLine(section.heading)];
  packing.spent += costOf(heading);
  const lines = [
    ...packLines(section.lines ?? [], packing),
    ...packMemories(section.memories, packing, budget, nowMs),
    ...packIndex(section.pointers ?? [], packing),
  ];
  if (lines.length > 0) return [...heading, ...lines];
  packing.spent = before;
  return [];
}

/** Returns ready-made lines up to the first that does not fit, because they build on each other. */
function packLines(input: readonly string[], packing: Packing): string[] {
  const lines: string[] = [];
  for (const line of input.map((item) => quoteLine(item))) {
    const cost = costOf([line]);
    if (packing.spent + cost > packing.room) break;
    packing.spent += cost;
    packing.lineCount += 1;
    lines.push(line);
  }
  return lines;
}

/** Returns the memories that fit; a memory that does not fit makes way for a shorter one. */
function packMemories(
  memories: readonly Shown[],
  packing: Packing,
  budget: BlockBudget,
  nowMs: number,
): string[] {
  const lines: string[] = [];
  for (const memory of memories) {
    if (packing.shown.filter(({ pointedAs }) => pointedAs === null).length >= budget.memories)
      break;
    const own = new Set(words(memory.memory.content));
    if (packing.said.some((other) => jaccard(own, other) >= INJECT.duplicateJaccard)) continue;
    const line = formatMemory(memory, budget.charsEach, nowMs);
    const tokens = costOf([line]);
    if (packing.spent + tokens > packing.room) continue;
    packing.spent += tokens;
    packing.said.push(own);
    packing.shown.push({ id: memory.memory.id, tokens, pointedAs: null });
    lines.push(line);
  }
  return lines;
}

/** Returns as many pointers as fit, in order. */
function packIndex(pointers: readonly Pointer[], packing: Packing): string[] {
  const lines: string[] = [];
  for (const pointer of pointers) {
    if (packing.shown.some(({ id }) => id === pointer.id)) continue;
    const line = pointerLine(pointer);
    const shown = shownPointer(pointer, line);
    if (packing.spent + shown.tokens > packing.room) break;
    packing.spent += shown.tokens;
    packing.shown.push(shown);
    lines.push(line);
  }
  return lines;
}

/** Returns the tokens of the lines, including line breaks. */
function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}

/** Formats a memory as one line: `- [mem:ab12cd34] gotcha, verified, 3 days ago: …`. */
function formatMemory(shown: Shown, maxChars: number, nowMs: number): string {
  const { memory } = shown;
  const facts: string[] = [
    memory.type.replaceAll("_", " "),
    memory.standing,
    formatAge(memory.confirmedAtMs, nowMs),
  ];
  if (shown.code?.note != null) facts.push(quoteLine(shown.code.note, MAX_NOTE_CHARS));
  else if (shown.freshness === "changed") facts.push("its file has changed since");
  else if (shown.freshness === "gone") facts.push("its file is gone");
  if (memory.isDisputed) facts.push("disputed");
  if (memory.needsReview) facts.push("unreviewed");
  return `- [mem:${shortId(memory.id)}] ${facts.join(", ")}: ${quoteLine(memory.content, maxChars)}`;
}

export function formatAge(thenMs: number, nowMs: number): string {
  const days = Math.floor(Math.max(0, nowMs - thenMs) / 86_400_000);
  if (days < 1) return "today";
  if (days === 1) return "yesterday";
  if (days < 60) return `${days} days ago`;
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`;
}
