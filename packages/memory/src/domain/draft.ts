/** The text of a future memory, before it has an identity. */

import type { MemoryType } from "./memory.ts";
import type { Payload } from "./payload.ts";
import { clip } from "./text/text.ts";

export interface Draft {
  readonly type: MemoryType;
  /** At most 12 words and 80 characters. */
  readonly title: string;
  readonly content: string;
  readonly payload: Payload;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  readonly triggers: readonly string[];
  readonly errorFingerprint: string | null;
}

/** Creates a draft from the essential parts; the rest is empty. */
export function draft(parts: Pick<Draft, "type" | "title" | "content"> & Partial<Draft>): Draft {
  return {
    payload: {},
    files: [],
    symbols: [],
    tags: [],
    triggers: [],
    errorFingerprint: null,
    ...parts,
  };
}

/** Tag of a note that an agent recorded in its own words. */
export const AGENT_NOTE_TAG = "agent-note";

/** Tag of a rule that the user stated. */
export const USER_RULE_TAG = "user-rule";

const TITLE_WORDS = 12;

const TITLE_CHARS = 80;
/** Minimum words of a clause; a shorter one rarely states the topic. */
const LEAST_WORDS = 5;
const CLAUSE_END = /[,;:.)—–-]+$/u;

/**
 * Returns a title of at most 12 words and 80 characters: the text, its first sentence, or the first clauses or words of a
 * longer sentence followed by "…".
 */
export function titleOf(text: string): string {
  const [sentence = text] = text.trim().split(/(?<=[.!?])\s|\n/u);
  const whole = [text.trim(), sentence].find(isTitle);
  if (whole !== undefined) return whole.replace(/\s+/g, " ").replace(/\.$/, "");
  const first = sentence.split(/\s+/).slice(0, TITLE_WORDS);
  while (first.length > 1 && first.join(" ").length >= TITLE_CHARS) first.pop();
  const end = first.findLastIndex((word) => CLAUSE_END.test(word)) + 1;
  const words = end >= LEAST_WORDS ? first.slice(0, end) : first;
  return clip(`${words.join(" ").replace(CLAUSE_END, "")}…`, TITLE_CHARS);
}

function isTitle(text: string): boolean {
  return text.length <= TITLE_CHARS && text.split(/\s+/).length <= TITLE_WORDS;
}
