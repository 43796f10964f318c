/** Splits prose into sentences, without code blocks, quotes, tables and lists of files. */

import { countDense, identifiers } from "../../../domain/text/text.ts";

const MAX_SENTENCE = 400;
/** Bold text. Excludes a glob and a power: `src/**`, `2**10`. */
const BOLD = /(?<=^|[\s("'“])\*\*(?=\S)([^*\n]*[^*\s])\*\*(?!\w)/gm;
/** The same with underscores, of several words: a single word is a name, such as `__init__`. */
const BOLD_WORDS = /(?<=^|[\s("'“])__(?=\S)([^_\n]*\s[^_\n]*[^_\s])__(?!\w)/gm;

/**
 * The end of a sentence. Before a small letter, which many people type, it ends only after a word that is no abbreviation, name
 * of a file or number: "e.g. this", "v4. and"; a mark between two blanks always ends one.
 */
const SENTENCE_END =
  /\n+|(?<=[。\uFF01\uFF1F]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][!?])|(?<=\s[.!?])\s+(?=\p{L})|(?<=[.!?])\s+(?=[A-Z"'`(¿¡\p{Lu}])|(?<=(?<![\p{L}\d._/-])(?!(?:etc|vs|approx|resp|incl|cf|ca|bzw|usw|evtl|env|ex|no|nr|vol|fig|sec|max|min|dept)\.)(?:\p{Ll}{2,}|\p{Lu}{4,})[.!?]|[)`'"\d][!?]|\p{Ll}[!?])\s+(?=\p{Ll})/u;

/** What capture leaves of a private passage. Between words it stands for what cannot be known. */
const PRIVATE_MARK = "[redacted:private]";
const PRIVATE_AT_ENDS = /^\s*\[redacted:private\]\s*|\s*\[redacted:private\]\s*$/g;

/** Returns the sentences of 8 to 400 characters, without markdown emphasis, bullets and heading marks. */
export function sentences(text: string): string[] {
  const prose = text
    .replace(/```[\s\S]*?(```|$)/g, "\n")
    .replace(/^(\s*>.*|\s*\|.*|\s*#.*)$/gm, "\n")
    .replace(BOLD, "$1")
    .replace(BOLD_WORDS, "$1")
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/gm, "\n");
  return prose
    .split(SENTENCE_END)
    .map((line) => line.replace(/\s+/g, " ").replace(PRIVATE_AT_ENDS, "").trim())
    .filter((line) => !line.includes(PRIVATE_MARK))
    .filter((item) => weightOf(item) >= 8 && item.length <= MAX_SENTENCE);
}

/** Counts letters; those of dense scripts double. */
function weightOf(text: string): number {
  return text.length + countDense(text);
}

/** Normalizes a sentence to a statement: capitalized, one full stop at the end, no leading filler. */
export function asStatement(sentence: string): string {
  const bare = sentence
    .replace(
      /^(ah|oh|ok(ay)?|so|well|hmm+|yes|right|also|and|but|please|now|actually|wait|perfect|great)[,!.:]?\s+/i,
      "",
    )
    .replace(/[\s:;,.]+$/, "");
  const [first = ""] = bare.split(/\s/, 1);
  // Code names are case-sensitive, so they are not capitalized.
  const isName = identifiers(first).length > 0 || countDense(bare) > 0;
  const stated = isName ? bare : bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?。\uFF01\uFF1F]$/u.test(stated) ? stated : `${stated}.`;
}
