/** Sentences of an agent's message that state something: no code, no announcement of its next action. Pure. */
import { words } from "../../domain/text/text.ts";

/** Lines of code, of a difference or of a quoted argument, which a passage may begin with if it was cut within a block. */
const CODE = /^\+|[{};]$|=>|\w\(["'`]|(?:^|\s)-\w "|^[^"]*"$/;
const CODE_BLOCK = /```[\s\S]*?(?:```|$)/g;
/** Files and links, which are no words of a topic. */
const REFERENCE = /@\S+|https?:\/\/\S+/g;
/** What an agent says before it acts. */
const ANNOUNCES =
  /^(?:let me|let's|i'll|i will|i'm (?:going|now)|i am (?:going|now)|i can see|now|perfect|great|good|done|okay|ok|sure|yes|you're right|first)\b/i;
/** Minimum words of four letters or more; fewer are not specific. */
const MIN_WORDS = 4;
const MIN_LETTERS = 4;

/** Returns the sentences and lines outside of code, without marks of lists and headings. */
export function sentencesIn(text: string): string[] {
  return text
    .replace(CODE_BLOCK, "\n")
    .split(/(?<=[.!?:])\s+|\n+/)
    .filter((line) => !CODE.test(line.trim()))
    .map((line) => line.replace(/^[#>*\-\s\d.)]+/, "").trim());
}

export function statementsIn(text: string): string[] {
  return sentencesIn(text).filter(isStatement);
}

export function isStatement(sentence: string): boolean {
  return !ANNOUNCES.test(sentence) && isSpecific(sentence);
}

/** Returns whether a text has enough different words to name a topic. */
export function isSpecific(text: string): boolean {
  const own = text.replace(REFERENCE, " ");
  const long = new Set(words(own).filter((word) => word.length >= MIN_LETTERS));
  return long.size >= MIN_WORDS;
}
