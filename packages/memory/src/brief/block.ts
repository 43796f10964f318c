/**
 * What fits the budget, in what words? Hits → one block of quoted data: each memory with its id, type,
 * standing, age and freshness, under a line that says what it is and that the code and the user win; then pointers, a line each. A
 * pure function; near-duplicates are dropped, and nothing at all is a normal result.
 */

import type { CodeState } from "../domain/hit.ts";
import { shortId } from "../domain/ids.ts";
import type { Freshness, Memory } from "../domain/memory.ts";
import type { ShownItem } from "../domain/session/shown-item.ts";
import { frame, framePointers, quoteLine } from "../domain/text/quote.ts";
import { jaccard, words } from "../domain/text/text.ts";
import { type Pointer, pointerLine } from "../recall/shown/pointer.ts";
import { estimateTokens } from "../recall/shown/tokens.ts";
import { INJECT } from "../recall/shown/tuning.ts";

export interface Shown {
  readonly memory: Memory;
  readonly freshness: Freshness;
  /** More of the same, where the code was looked at. */
  readonly code?: CodeState | undefined;
  readonly confidence: number;
}

/** Of what became of the code; paths can be long. */
const MAX_NOTE_CHARS = 160;

export interface Section {
  /** Empty for the one section of a short block. */
  readonly heading: string;
  readonly memories: readonly Shown[];
  /** Ready-made lines, such as a handoff's. */
  readonly lines?: readonly string[];
  /** After the memories, as many as fit. */
  readonly pointers?: readonly Pointer[];
  /** Its room is set aside before the sections above it are filled. */
  readonly isReserved?: boolean;
}

export interface BlockBudget {
  readonly tokens: number;
  readonly memories: number;
  readonly charsEach: number;
}

export interface ContextBlock {
  /** "" when there is nothing to say. */
  readonly text: string;
  readonly tokens: number;
  readonly shown: readonly ShownItem[];
}

export const EMPTY_BLOCK: ContextBlock = { text: "", tokens: 0, shown: [] };

/** `about` says in one line where it comes from, such as "Memory of github.com/o/r". */
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
  return { text, tokens: estimateTokens(text), shown: packing.shown };
}

/** A block of pointers alone, with as short a frame as says what they are. */
export function packPointers(pointers: readonly Pointer[]): ContextBlock {
  if (pointers.length === 0) return EMPTY_BLOCK;
  const lines = pointers.map(pointerLine);
  const text = framePointers(lines);
  const shown = pointers.map((pointer, i) => shownPointer(pointer, lines[i] ?? ""));
  return { text, tokens: estimateTokens(text), shown };
}

function shownPointer({ id, pointedAs }: Pointer, line: string): ShownItem {
  return { id, tokens: costOf([line]), pointedAs };
}

/** A block as it fills up: what is spent of its room, what it shows, and the words it has said. */
interface Packing {
  readonly room: number;
  spent: number;
  readonly shown: ShownItem[];
  readonly said: Set<string>[];
}

/** The lines of a section that fit, under its heading; none when nothing of it fits. */
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

/** Ready-made lines build on each other: the first that does not fit ends them. */
function packLines(input: readonly string[], packing: Packing): string[] {
  const lines: string[] = [];
  for (const line of input.map((item) => quoteLine(item))) {
    const cost = costOf([line]);
    if (packing.spent + cost > packing.room) break;
    packing.spent += cost;
    lines.push(line);
  }
  return lines;
}

/** Each memory stands alone: one that does not fit makes way for a shorter one. */
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

/** As many as fit, in their order. */
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

/** With the line break of each. */
function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}

/** One line: `- [mem:ab12cd34] gotcha, verified, 3 days ago: …`. */
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
