/** Rules on the wording of a note: whether a later session can use it, its type and its title. */
import { TITLE_SIZE } from "../../../domain/draft.ts";
import type { MemoryType } from "../../../domain/memory.ts";
import { shortened } from "../../../domain/text/shortened.ts";
import { identifiers } from "../../../domain/text/text.ts";

/**
 * Minimum words of a note; a shorter one names no cause. A longer one than the maximum is not a note of one or two sentences.
 */
const MIN_WORDS = 6;
const MAX_WORDS = 80;
/** Capitals alone are an abbreviation or a word of a program's output more often than a name of code. */
const ALL_CAPITALS = /^[A-Z0-9_]+$/;
/** A path of three parts or more; the file's name is enough for a reader. */
const PATH = /(?<![\w:/.*-])(?:[\w.@-]+\/){2,}([\w-]+\.\w{1,5})(?![\w/*])/g;
const OPENING_WORD =
  /^(?:An?|The|In|On|Do|Does|It|Its|This|That|These|Each|Every|When|If|To|For)\b/;

/** A cause, a condition or a limit, which a report of completed work does not contain. */
const CAUSE =
  /\b(?:because|since|so that|due to|caused?|otherwise|instead of|rather than|unless|until|only|must|never|always|cannot|can't|rejected|requires?|needs?|avoid|do not|don't)\b/i;
const PROGRESS =
  /^(?:(?:I|we)(?:'ve| have)? |(?:successfully|now|just) )*(?:implement|add|updat|fix|creat|refactor|remov|chang|complet|finish|wrote|mov|renam|clean|document|verif|mark|improv|test)(?:ed|d)?\b/i;
const PRAISE =
  /\b(?:great|excellent|perfect|awesome|good) (?:job|work|question|point|catch)\b|^(?:everything|all(?: tests| checks)?) (?:is|are|works?|pass(?:es|ed)?|looks?)\b/i;
/** The request for a note repeated, or an answer that there is nothing to record. */
const ECHO =
  /\b(?:1-2|one or two) sentences\b|\bnothing (?:to (?:record|note|add)|new|worth)\b|^(?:none|n\/a)\b|^(?:no|nothing|not)\b.{0,60}\b(?:record\w*|lessons?|settled|noteworthy|later sessions)\b/i;
const FAILS =
  /\b(?:fail(?:s|ed|ing|ure)?|broken|breaks?|crash(?:es|ed)?|does(?: not|n't) (?:work|pass|compile|build)|is red|errors? out)\b/i;

const TYPES: readonly (readonly [MemoryType, RegExp])[] = [
  [
    "dead_end",
    /\b(?:tried|attempted|dead end|abandoned|did(?: not|n't) (?:work|help)|does(?: not|n't) help)\b/i,
  ],
  ["decision", /\b(?:decided|decision|chose|chosen|picked|agreed|deliberate(?:ly)?)\b/i],
  ["convention", /\b(?:by convention|always|never|every \w+ (?:must|should))\b/i],
  [
    "gotcha",
    /\b(?:because|fails?|breaks?|throws?|crash\w*|silently|cannot|can't|must|only|unless|until|before|races?|hangs?|loses|deletes?|consumes?|ignores?|overwrites?|wrong)\b/i,
  ],
];

export function isWorthRecording(text: string): boolean {
  const count = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  if (count < MIN_WORDS || count > MAX_WORDS) return false;
  if (ECHO.test(text) || PRAISE.test(text)) return false;
  return CAUSE.test(text) || !PROGRESS.test(text);
}

/** Detects a text that states a failure without a cause or a consequence. */
export function onlySaysThatItFails(text: string): boolean {
  return FAILS.test(text) && !CAUSE.test(text);
}

export function noteType(text: string): MemoryType {
  return TYPES.find(([, pattern]) => pattern.test(text))?.[0] ?? "fact";
}

/** Returns a title that starts with the condition, or names the code the note is about. Of a path, it has the last part. */
export function noteTitle(text: string): string {
  const short = text.replace(PATH, "$1");
  const [first = short] = short.split(/(?<=[.!?;])\s/u);
  const sentence = first.replace(/[.;]$/, "");
  const beginning = shortened(sentence, TITLE_SIZE);
  const isCondition = /^(?:when|if|before|after|unless|while) /i.test(sentence);
  const isNamed = short.includes("`") ? beginning.includes("`") : identifiers(beginning).length > 0;
  const topic = isCondition || isNamed ? undefined : topicOf(short);
  if (topic === undefined) return beginning;
  const rest = sentence.replace(OPENING_WORD, (word) => word.toLowerCase());
  const size = { words: TITLE_SIZE.words - 1, chars: TITLE_SIZE.chars - topic.length - 2 };
  return `${topic}: ${shortened(rest, size)}`;
}

/** Returns the first name of code. A text with code in backticks has all of it there. */
function topicOf(text: string): string | undefined {
  const code = text.match(/`[^`]+`/g)?.join(" ") ?? text;
  return identifiers(code).find(
    (name) => !ALL_CAPITALS.test(name) && name.length <= TITLE_SIZE.chars / 2,
  );
}
