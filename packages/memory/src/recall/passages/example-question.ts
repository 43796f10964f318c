/** Chooses the question of a past session that shows best what search finds: one that is understandable alone. Pure. */
import { isSpecific } from "../text/statements.ts";
import { queryForPast } from "./query-for-past.ts";

const MAX_CHARS = 160;
const ASKS_WHY =
  /\b(?:why|how come|what (?:causes|happens|is|does)|how (?:does|do|is|are)|when (?:does|do|is))\b/i;
const ASKS_FACT = /(?:^|[,.:] )(?:does|do|is|are|will|can|where|which)\b/i;
/** A report of a fault, which past sessions explain. */
const REPORTS = /\b(?:cannot|can't|fails|crashes|does(?: not|n't) work)\b/i;
/** Words that refer to what was said or shown before, or at the end of a text to its own beginning. */
const CONTEXT_WORDS =
  /\b(?:this|that|these|those|it|they|them|here|he|she|said|above|again|also|you|your)\b/gi;
/** Requests and opinions: the answer was work or a choice, and no fact. */
const REQUESTS =
  /\b(?:(?:can|could|would|will|should) (?:you|we|i)|you think|let'?s|i (?:want|think|feel|need|guess)|tell me|remember|make an? (?:pr|pull request)|plan|please|what (?:should|do) we)\b/i;
const BEGINNING = /^(?:\S+\s+){0,8}/;
const NAME = /`[^`]+`|\w[-./_]\w|\b[a-z]+[A-Z]\w*/;
/** Minimum score of a question; those below need their conversation to be understood. */
const LEAST = 1;

/**
 * Returns the best question, or null if none is understandable alone; of equal ones the first. `questions`: the first line of
 * each is what was asked.
 */
export function exampleQuestion(questions: readonly string[]): string | null {
  let best: string | null = null;
  let score = LEAST;
  for (const question of questions.map(plain).filter(isAsked)) {
    const own = scoreOf(question);
    if (own < score || (best !== null && own === score)) continue;
    best = question;
    score = own;
  }
  return best;
}

function plain(text: string): string {
  const [line = ""] = text.split("\n");
  return line.replace(/\s*\[image\]\s*$/i, "").trim();
}

function isAsked(text: string): boolean {
  if (text.length > MAX_CHARS || /https?:|@\S/.test(text)) return false;
  if (!/\?\W*$/.test(text) && !REPORTS.test(text)) return false;
  const query = queryForPast(text);
  return query !== null && isSpecific(query);
}

function scoreOf(question: string): number {
  const asks = ASKS_WHY.test(question)
    ? 2
    : Number(ASKS_FACT.test(question) || REPORTS.test(question));
  const leaning = BEGINNING.exec(`${question} `)?.[0].match(CONTEXT_WORDS)?.length ?? 0;
  return asks + Number(NAME.test(question)) - leaning - (REQUESTS.test(question) ? 2 : 0);
}
