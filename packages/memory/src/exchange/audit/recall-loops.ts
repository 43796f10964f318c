/**
 * Finds memories that were recalled and stored again: with the block they were recalled in, with words that announce it, or
 * quoting several other memories of the same store completely.
 */
import { hasContextBlock } from "../../domain/text/injected-text.ts";
import { words } from "../../domain/text/text.ts";
import { AUDIT } from "./limits.ts";

export type LoopSign = "context_block" | "announced" | "quotes_others";

const ANNOUNCED =
  /^[#*\s]*(?:relevant|recalled|retrieved|related|injected) (?:memor(?:y|ies)|context|observations)\b|^[#*\s]*(?:memor(?:y|ies)|context) (?:recalled|retrieved|from (?:previous|past|earlier) sessions?)\b|\b(?:according to|as stated in|recalled from|retrieved from) (?:my |the |its )?(?:memory|memories)\b|^\[?(?:claude-mem|mem0|agentmemory|engram|tacit)\]?[\s:,-]+(?:recent|recalled|memor|context)/im;
/** Quoting this many other memories completely is not a coincidence. */
const QUOTED_AT_LEAST = 2;

/** Returns signs by the number of the text; texts without a sign are missing. */
export function findRecallLoops(texts: readonly string[]): ReadonlyMap<number, LoopSign> {
  const folded = texts.map((text) => ` ${words(text).join(" ")} `);
  const starts = folded.map(opening);
  const byStart = Map.groupBy(starts.keys(), (index) => starts[index] ?? null);
  const found = new Map<number, LoopSign>();
  for (const [index, text] of texts.entries()) {
    if (hasContextBlock(text)) found.set(index, "context_block");
    else if (ANNOUNCED.test(text)) found.set(index, "announced");
    else if (countQuoted(index, folded, byStart) >= QUOTED_AT_LEAST)
      found.set(index, "quotes_others");
  }
  return found;
}

/** Returns how many other texts, with different words, this text contains completely. */
function countQuoted(
  index: number,
  folded: readonly string[],
  byStart: ReadonlyMap<string | null, readonly number[]>,
): number {
  const text = folded[index] ?? "";
  const own = text.trim().split(" ");
  const quoted = new Set<string>();
  for (let at = 1; at + AUDIT.quotedWords <= own.length; at++) {
    const start = own.slice(at, at + AUDIT.quotedWords).join(" ");
    for (const other of byStart.get(start) ?? []) {
      const whole = folded[other] ?? "";
      if (other !== index && whole.length < text.length && text.includes(whole)) quoted.add(whole);
    }
  }
  return quoted.size;
}

/** Returns the first words of a text; null if it is too short to be recognised. */
function opening(folded: string): string | null {
  const parts = folded.trim().split(" ");
  return parts.length < AUDIT.quotedWords ? null : parts.slice(0, AUDIT.quotedWords).join(" ");
}
