/**
 * Detects a question that states by the calendar when the answer was learned: "What did we decide last week about headers?",
 * "how were sessions stored before August?". It must ask what was learned or decided, or what applied before or after a time.
 * The answer to "why did the deploy fail yesterday" may have been learned long ago.
 */
import type { LearnedPeriod } from "../../domain/selection.ts";
import { understandQuery } from "../query.ts";
import { type TimeRange, timeRange } from "./time-range.ts";

export interface TimePhrase {
  /** The question without the period; "" when no topic is left. */
  readonly query: string;
  /** The period as worded in the question, such as "since last week". */
  readonly phrase: string;
  readonly learned: LearnedPeriod;
}

/** Maximum characters of a question; a longer text is a pasted log. */
const MAX_CHARS = 300;
/** Maximum words of a time, as in "in the last two weeks". */
const MAX_WORDS = 5;
const LEARNING =
  /\b(?:learn(?:ed|t)?|decided?|decisions?|agreed|discover(?:ed)?|f(?:i|ou)nd out|noted|recorded|lessons?|gelernt|entschieden|beschlossen|appris|aprend\w+|decid\w+)\b|\bdécid|\bwhat(?:['’]s| is| was| has| have)?(?: \w+){0,2} (?:new|changed|happened)\b/i;
const PAST = /\b(?:was|were|did|had|used to)\b/i;
/** Words that are always a time. Alone, words such as "may", "sun" or "3d" are not. */
const UNMISTAKABLE =
  /^(?:(?:in|on|during) )?(?:the )?(?:last|past|this) |^(?:in|on|during) | ago$|^(?:the day before )?yesterday$|^today$|^\d{4}-\d\d|^\p{L}+ \d{1,4}$|^\d{1,2}(?:st|nd|rd|th)? |[^\p{ASCII}]|^(?:hier|heute|gestern|ayer|hoy|ieri|ontem)$|^(?:letzte|diese|semaine|mois|el|este|esta) /iu;
const SIDES: Readonly<Record<string, "from" | "to">> = {
  since: "from",
  after: "from",
  before: "to",
  until: "to",
  till: "to",
};
const OF = ["from", "of"];
const SIGNS = /^\P{L}+|\P{L}+$/gu;
/** Words that remain of a question that asks for everything. */
const GENERAL_WORDS = new Set(
  (
    "learn learned learnt decide decided decision decisions agree agreed discover discovered find found note noted " +
    "recorded lesson lessons new news change changed changes happen happened memory memories project codebase team " +
    "taken far lately gelernt entschieden beschlossen haben wir was appris decide décidé avons nous avez"
  ).split(" "),
);
const UNIT_MS: Readonly<Record<string, number>> = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
  year: 365 * 86_400_000,
};

/** Returns the period; null when there is none. Prefers the longest phrase, then the last. */
export function timePhraseIn(question: string, nowMs: number): TimePhrase | null {
  if (question.length > MAX_CHARS) return null;
  const words = question.trim().split(/\s+/);
  for (let size = Math.min(MAX_WORDS, words.length); size > 0; size -= 1) {
    for (let at = words.length - size; at >= 0; at -= 1) {
      const phrase = phraseAt(words, at, size, nowMs);
      if (phrase !== null) return phrase;
    }
  }
  return null;
}

function phraseAt(
  words: readonly string[],
  at: number,
  size: number,
  nowMs: number,
): TimePhrase | null {
  const time = words
    .slice(at, at + size)
    .join(" ")
    .replace(/[\s?.!,;:？。]+$/u, "");
  const range = timeRange(time, nowMs);
  if (range === null) return null;
  const before = words[at - 1]?.toLowerCase() ?? "";
  const side = SIDES[before];
  const isJoined = side !== undefined || OF.includes(before);
  if (!isJoined && !UNMISTAKABLE.test(time)) return null;
  const first = isJoined ? at - 1 : at;
  const others = [...words.slice(0, first), ...words.slice(at + size)];
  const query = others.join(" ");
  const isDated = LEARNING.test(query) || (side !== undefined && PAST.test(query));
  if (!isDated) return null;
  const phrase = side === undefined ? time : `${before} ${time}`;
  return { query: aboutWhat(others), phrase, learned: learnedIn(range, time, before) };
}

/** Returns the topic words; "" when none are left. Words about learning apply to every memory and find nothing. */
function aboutWhat(words: readonly string[]): string {
  const specificWords = words.filter(
    (word) => !GENERAL_WORDS.has(word.toLowerCase().replace(SIGNS, "")),
  );
  const query = specificWords.join(" ");
  return understandQuery(query).terms.every(({ text }) => GENERAL_WORDS.has(text)) ? "" : query;
}

function learnedIn(range: TimeRange, time: string, before: string): LearnedPeriod {
  const { fromMs, toMs } = range;
  if (before === "since") return { fromMs };
  if (before === "after") return { fromMs: toMs };
  if (before === "before") return { toMs: fromMs };
  if (SIDES[before] !== undefined) return { toMs };
  // "Two weeks ago" is not a moment but a period around it.
  const unit = / (hour|day|week|month|year)s? ago$/i.exec(time)?.[1]?.toLowerCase() ?? "";
  const around = UNIT_MS[unit] ?? 0;
  return { fromMs: fromMs - around, toMs: toMs + around };
}
