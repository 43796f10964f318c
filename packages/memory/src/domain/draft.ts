/** The text of a future memory, before it has an identity. */

import { withoutLeadIn } from "./language/lead-in.ts";
import type { MemoryType } from "./memory.ts";
import type { Payload } from "./payload.ts";
import { shortened, type TitleSize } from "./text/shortened.ts";
import { withoutReason } from "./text/text.ts";

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

/** Tag of what the commits of a repository show. */
export const HISTORY_TAG = "from-history";

/** Tag of a rule that the user stated. */
export const USER_RULE_TAG = "user-rule";

/** Size of a title. */
export const TITLE_SIZE: TitleSize = { words: 12, chars: 80 };
/** The same for a rule that the user stated once; its pointer also says so, and has room for this many characters. */
export const RULE_TITLE_SIZE: TitleSize = { words: 12, chars: 62 };
/** Minimum words of a sentence without its reason. */
const MIN_CLAIM_WORDS = 4;
const CLAUSE_END = /[,;:.)—–-]+$/u;

/**
 * Returns a title of at most 12 words and 80 characters: the text, its first sentence, or the beginning of a longer sentence
 * followed by "…".
 */
export function titleOf(text: string, size: TitleSize = TITLE_SIZE): string {
  const isTitle = (title: string) => isOfSize(title, size);
  const statement = withoutLeadIn(text).trim();
  const [sentence = statement] = statement.split(/(?<=[.!?])\s|(?<=[。\uFF01\uFF1F])|\n/u);
  const claim = withoutReason(sentence);
  const claims = claim.split(/\s+/).length < MIN_CLAIM_WORDS ? [] : [claim];
  const whole = [statement, sentence, ...claims].find(isTitle);
  if (whole !== undefined) return whole.replace(/\s+/g, " ").replace(/[.。]$/u, "");
  return shortened(sentence, size);
}

/** Minimum words of an error; fewer rarely tell it from another error. */
const MIN_ERROR_WORDS = 3;

/**
 * Returns a title that states the fix of a failing command. To make room for the fix, the error is shortened or left out, and
 * then the command is shortened.
 */
export function titleOfFix(command: string, error: string, fix: string): string {
  const commands = beginningsOf(command, 1);
  const errors = [...beginningsOf(error, MIN_ERROR_WORDS).map((part) => ` (${part})`), ""];
  const titles = commands.flatMap((part) =>
    errors.map((why) => `When ${part} fails${why}: ${fix}`),
  );
  return titles.find(isTitle) ?? titleOf(`When ${commands.at(-1)} fails: ${fix}`);
}

/** Returns a text and its beginnings of at least so many words, longest first. */
function beginningsOf(text: string, minWords: number): string[] {
  const all = text.trim().split(/\s+/);
  if (text.trim() === "") return [];
  const parts = all.slice(0, -1).map((_, i) => all.slice(0, all.length - 1 - i));
  const beginnings = parts
    .filter((part) => part.length >= minWords)
    .map((part) => `${part.join(" ").replace(CLAUSE_END, "")}…`);
  return [all.join(" "), ...beginnings];
}

function isTitle(text: string): boolean {
  return isOfSize(text, TITLE_SIZE);
}

function isOfSize(text: string, { words, chars }: TitleSize): boolean {
  return text.length <= chars && text.split(/\s+/).length <= words;
}
