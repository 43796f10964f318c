/**
 * Packs hits into one block of quoted data within a budget. Each memory has its id, type, trust, age and freshness, under a
 * line that explains what the block is and that the code and the user take precedence; pointers follow, one line each. Pure
 * function; of two memories that state the same one is shown in full, and an empty result is normal.
 */

import { shortId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { ShownItem } from "../domain/session/shown-item.ts";
import { isOfAnotherSubject, sameValues } from "../domain/text/differing-words.ts";
import { frame, framePointers, quoteLine } from "../domain/text/quote.ts";
import { isNegated, jaccard, words } from "../domain/text/text.ts";
import { memoryPointer, type Pointer, pointerLine } from "../recall/shown/pointer.ts";
import type { MemoryToShow } from "../recall/shown/showable.ts";
import { estimateTokens } from "../recall/shown/tokens.ts";
import { INJECT } from "../recall/shown/tuning.ts";

/** Maximum characters of the note about changed code; paths can be long. */
const MAX_NOTE_CHARS = 160;

export interface Section {
  /** Empty for the only section of a short block. */
  readonly heading: string;
  readonly memories: readonly MemoryToShow[];
  /**
   * Heading of the titles of memories that do not fit in full. With it, every memory of the section is shown, in full or by
   * title, even if two state the same.
   */
  readonly titlesHeading?: string;
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
  /** True if the agent has just named the files of these memories. */
  readonly isAtFiles?: boolean;
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
    fullTexts: [],
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

/** A block being filled: its size, the part used, what it shows, and the texts it contains in full. */
interface Packing {
  readonly room: number;
  spent: number;
  readonly shown: ShownItem[];
  lineCount: number;
  readonly fullTexts: { readonly content: string; readonly words: ReadonlySet<string> }[];
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
    ...(section.titlesHeading === undefined
      ? packMemories(section.memories, packing, budget, nowMs)
      : packAll(section.memories, section.titlesHeading, packing, budget, nowMs)),
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

/**
 * Returns the memories that fit; a memory that does not fit makes way for a shorter one, and one that repeats another is shown
 * by title.
 */
function packMemories(
  memories: readonly MemoryToShow[],
  packing: Packing,
  budget: BlockBudget,
  nowMs: number,
): string[] {
  const lines: string[] = [];
  for (const memory of memories) {
    if (isFull(packing, budget)) break;
    const { id, content } = memory.memory;
    if (packing.shown.some((item) => item.id === id)) continue;
    const line = repeatsAnother(content, packing)
      ? putPointer(similarPointer(memory), packing)
      : putMemory(memory, packing, budget, nowMs);
    if (line !== null) lines.push(line);
  }
  return lines;
}

/** Returns all memories: as many in full as fit beside the titles of the others, then those titles. */
function packAll(
  memories: readonly MemoryToShow[],
  titlesHeading: string,
  packing: Packing,
  budget: BlockBudget,
  nowMs: number,
): string[] {
  const pointers = memories.map(({ memory }) => memoryPointer(memory));
  const costs = pointers.map((pointer) => costOf([pointerLine(pointer)]));
  const heading = quoteLine(titlesHeading);
  let owed = costs.reduce((sum, cost) => sum + cost, costOf([heading]));
  const full: string[] = [];
  const titled: Pointer[] = [];
  for (const [i, memory] of memories.entries()) {
    const cost = costs[i] ?? 0;
    const line = isFull(packing, budget)
      ? null
      : putMemory(memory, packing, budget, nowMs, owed - cost);
    if (line === null) titled.push(memoryPointer(memory.memory));
    else {
      owed -= cost;
      full.push(line);
    }
  }
  if (titled.length === 0) return full;
  packing.spent += costOf([heading]);
  const titles = packIndex(titled, packing);
  if (titles.length > 0) return [...full, heading, ...titles];
  packing.spent -= costOf([heading]);
  return full;
}

function isFull({ shown }: Packing, { memories }: BlockBudget): boolean {
  return shown.filter(({ pointedAs }) => pointedAs === null).length >= memories;
}

/** Whether the block already contains a text that states the same in nearly the same words. */
function repeatsAnother(content: string, { fullTexts }: Packing): boolean {
  const own = new Set(words(content));
  return fullTexts.some(
    (other) =>
      jaccard(own, other.words) >= INJECT.duplicateJaccard &&
      isNegated(content) === isNegated(other.content) &&
      sameValues(content, other.content) &&
      !isOfAnotherSubject(content, other.content),
  );
}

function similarPointer({ memory }: MemoryToShow): Pointer {
  const pointer = memoryPointer(memory);
  return { ...pointer, title: `similar: ${pointer.title}` };
}

/** Adds a memory in full; returns its line, or null if it does not fit beside `owed` tokens. */
function putMemory(
  shown: MemoryToShow,
  packing: Packing,
  budget: BlockBudget,
  nowMs: number,
  owed = 0,
): string | null {
  const { id, content } = shown.memory;
  const line = formatMemory(shown, budget, nowMs);
  const tokens = costOf([line]);
  if (packing.spent + tokens + owed > packing.room) return null;
  packing.spent += tokens;
  packing.fullTexts.push({ content, words: new Set(words(content)) });
  packing.shown.push({ id, tokens, pointedAs: null });
  return line;
}

/** Adds a pointer; returns its line, or null if it does not fit. */
function putPointer(pointer: Pointer, packing: Packing): string | null {
  const line = pointerLine(pointer);
  const shown = shownPointer(pointer, line);
  if (packing.spent + shown.tokens > packing.room) return null;
  packing.spent += shown.tokens;
  packing.shown.push(shown);
  return line;
}

/** Returns as many pointers as fit, in order. */
function packIndex(pointers: readonly Pointer[], packing: Packing): string[] {
  const lines: string[] = [];
  for (const pointer of pointers) {
    if (packing.shown.some(({ id }) => id === pointer.id)) continue;
    const line = putPointer(pointer, packing);
    if (line === null) break;
    lines.push(line);
  }
  return lines;
}

/** Returns the tokens of the lines, including line breaks. */
function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}

/** Formats a memory as one line: `- [mem:ab12cd34] gotcha, verified, 3 days ago, src/in.ts: …`. */
function formatMemory(
  shown: MemoryToShow,
  { charsEach, isAtFiles }: BlockBudget,
  nowMs: number,
): string {
  const { memory } = shown;
  const facts: string[] = [
    memory.type.replaceAll("_", " "),
    memory.standing,
    formatAge(memory.confirmedAtMs, nowMs),
  ];
  const note = shown.code?.note == null ? null : quoteLine(shown.code.note, MAX_NOTE_CHARS);
  if (note !== null) facts.push(note);
  else if (shown.freshness === "changed") facts.push("its file has changed since");
  else if (shown.freshness === "gone") facts.push("its file is gone");
  if (memory.isDisputed) facts.push("disputed");
  if (memory.needsReview) facts.push("unreviewed");
  if (isAtFiles !== true) facts.push(...unnamedFiles(memory, note ?? ""));
  return `- [mem:${shortId(memory.id)}] ${facts.join(", ")}: ${quoteLine(memory.content, charsEach)}`;
}

const MAX_FILES = 2;

/**
 * Returns the files of a memory whose text names none of them, because it may not be understood without; except those that
 * the note on its code names.
 */
function unnamedFiles({ content, files: all }: Memory, note: string): string[] {
  const isNamed = all.some((path) => content.includes(path.slice(path.lastIndexOf("/") + 1)));
  if (isNamed) return [];
  const files = all.filter((path) => !note.includes(path));
  const more = files.length - MAX_FILES;
  return [
    ...files.slice(0, MAX_FILES).map((path) => quoteLine(path, MAX_NOTE_CHARS)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

export function formatAge(thenMs: number, nowMs: number): string {
  const days = Math.floor(Math.max(0, nowMs - thenMs) / 86_400_000);
  if (days < 1) return "today";
  if (days === 1) return "yesterday";
  if (days < 60) return `${days} days ago`;
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`;
}
