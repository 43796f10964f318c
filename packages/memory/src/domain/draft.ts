/** What would be remembered, in words, before it has an identity. */
import type { MemoryType } from "./memory.ts";
import { clip } from "./text/text.ts";

export interface Draft {
  readonly type: MemoryType;
  /** At most 12 words and 80 characters. */
  readonly title: string;
  readonly content: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  readonly triggers: readonly string[];
  readonly errorFingerprint: string | null;
}

/** A draft from the parts that matter; the rest empty. */
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

/** The tag of what a user said how it is to be done. */
export const USER_RULE_TAG = "user-rule";

const TITLE_WORDS = 12;

const TITLE_CHARS = 80;
/** A clause of fewer words seldom says what a memory is about. */
const LEAST_WORDS = 5;
const CLAUSE_END = /[,;:.)—–-]+$/u;

/**
 * A title of at most 12 words and 80 characters: the text, its first sentence, or of a longer sentence its first clauses or words
 * and "…".
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
