/**
 * Finds statements that an agent retracts later, and statements that call an earlier one wrong. "You're right, I was wrong about the cache" retracts what the agent stated
 * before about the cache; so does a user's "no, that is wrong". A statement is retracted if it was among the agent's last
 * ones and shares significant words with the concession, or directly precedes the user's no.
 */
import { words } from "./text.ts";

export interface Statement {
  readonly seq: number;
  readonly speaker: "user" | "agent";
  readonly content: string;
}

export interface Retraction {
  /** Sequence number of the retracted statement. */
  readonly seq: number;
  /** Sequence number of the statement that retracts it. */
  readonly bySeq: number;
}

/** Phrases with which an agent admits an error. */
export const CONCESSION =
  /\b(?:I was (?:wrong|mistaken|incorrect)|my (?:mistake|bad|earlier (?:claim|diagnosis|analysis|assumption|theory|statement))|I (?:misread|misunderstood|misdiagnosed|misspoke)|(?:that|this) (?:was|turned out to be) (?:wrong|incorrect|not the (?:cause|case|problem|issue))|(?:my|the) (?:first|initial|previous|original) (?:diagnosis|theory|hypothesis|assumption|guess|claim) (?:was|is) (?:wrong|incorrect|not))/i;
const REFUSAL =
  /^\W*(?:no[,.!\s]+)?(?:that(?:'s| is| was)|this is|it(?:'s| is)|you(?:'re| are)) (?:wrong|incorrect|not (?:true|right|correct|the (?:cause|case|problem|issue)))\b/i;
/** Number of previous agent statements that a concession may refer to. */
const LOOK_BACK = 6;
/** Minimum number of common words for two texts about the same topic. */
const COMMON_WORDS = 3;

/** `statements` in order. */
export function retractionsIn(statements: readonly Statement[]): Retraction[] {
  const found: Retraction[] = [];
  let before: Statement[] = [];
  for (const statement of statements) {
    const { seq: bySeq, speaker, content } = statement;
    if (speaker === "user") {
      const last = before.at(-1);
      if (last !== undefined && REFUSAL.test(content)) found.push({ seq: last.seq, bySeq });
      continue;
    }
    // Sections of one message have the same sequence number and do not retract each other.
    const earlier = before.filter(({ seq }) => seq !== bySeq);
    found.push(...takenBack(content, earlier).map(({ seq }) => ({ seq, bySeq })));
    before = [...before, statement].slice(-LOOK_BACK);
  }
  return found;
}

/** Returns the previous statements that a concession is about. */
function takenBack(content: string, before: readonly Statement[]): Statement[] {
  const conceded = sentenceWith(content, CONCESSION);
  if (conceded === null) return [];
  const about = topicWords(conceded);
  return before.filter(
    (statement) => countCommon(about, topicWords(statement.content)) >= COMMON_WORDS,
  );
}

/** Returns the sentence that matches a pattern and the one after it, which usually states what is right. */
function sentenceWith(text: string, pattern: RegExp): string | null {
  const at = text.search(pattern);
  return at < 0 ? null : text.slice(Math.max(0, text.lastIndexOf("\n", at)), at + 300);
}

function topicWords(text: string): Set<string> {
  return new Set(words(text).filter((word) => word.length > 4));
}

function countCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common;
}

const EARLIER_ONE = "(?:the |an? |my )?(?:earlier|previous|older|old|former)";
const STATED = "(?:note|memory|statement|claim|rule|entry|assumption|finding)s?";
const WRONG = "(?:wrong|incorrect|outdated|obsolete|superseded|not (?:true|right|correct))";

/** Such words at the beginning, which mean nothing to a reader who does not know the earlier statement. */
const EARLIER_LEAD = new RegExp(
  `^(?:correction(?: of|to)? )?${EARLIER_ONE} ${STATED}(?: that [^:]{3,60}| about [^:]{3,60})? (?:was|were|is|are) (?:now )?${WRONG}\\s*[:;,.—–-]+\\s*`,
  "i",
);
/** "No longer than 5 s" and "any more connections" state a limit and end nothing. */
const IS_ENDED = new RegExp(
  `\\bno longer\\b(?! than\\b)|\\banymore\\b|\\bany (?:more|longer)(?=\\s*(?:[.,;:!)]|$))|\\b${EARLIER_ONE} ${STATED} (?:was|were|is|are) (?:now )?${WRONG}|\\bcontrary to ${EARLIER_ONE} ${STATED}\\b`,
  "i",
);

/** Whether a statement says itself that something stated earlier is no longer right. */
export function saysEarlierIsWrong(text: string): boolean {
  return EARLIER_LEAD.test(text) || IS_ENDED.test(text);
}

/** Returns the statement without the remark that an earlier one was wrong. */
export function withoutRemark(text: string): string {
  return text.replace(EARLIER_LEAD, "");
}
