/**
 * Which of an agent's statements does it take back later? "You're right, I was wrong about the cache" takes back what the
 * agent said before about the cache; so does a user's "no, that is wrong". A statement counts as taken back when it was among
 * the last things the agent said and shares telling words with the concession, or directly precedes the user's no.
 */
import { words } from "./text.ts";

export interface Statement {
  readonly seq: number;
  readonly speaker: "user" | "agent";
  readonly content: string;
}

export interface Retraction {
  /** Of the statement that was taken back. */
  readonly seq: number;
  /** Of the statement that takes it back. */
  readonly bySeq: number;
}

/** An agent's words for having been wrong. */
export const CONCESSION =
  /\b(?:I was (?:wrong|mistaken|incorrect)|my (?:mistake|bad|earlier (?:claim|diagnosis|analysis|assumption|theory|statement))|I (?:misread|misunderstood|misdiagnosed|misspoke)|(?:that|this) (?:was|turned out to be) (?:wrong|incorrect|not the (?:cause|case|problem|issue))|(?:my|the) (?:first|initial|previous|original) (?:diagnosis|theory|hypothesis|assumption|guess|claim) (?:was|is) (?:wrong|incorrect|not))/i;
const REFUSAL =
  /^\W*(?:no[,.!\s]+)?(?:that(?:'s| is| was)|this is|it(?:'s| is)|you(?:'re| are)) (?:wrong|incorrect|not (?:true|right|correct|the (?:cause|case|problem|issue)))\b/i;
/** The agent's statements before a concession that it may mean. */
const LOOK_BACK = 6;
/** Words in common that say two texts are about the same thing. */
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
    // Sections of one message share its place: none of them takes back another.
    const earlier = before.filter(({ seq }) => seq !== bySeq);
    found.push(...takenBack(content, earlier).map(({ seq }) => ({ seq, bySeq })));
    before = [...before, statement].slice(-LOOK_BACK);
  }
  return found;
}

/** Of the statements before, those that a concession is about. */
function takenBack(content: string, before: readonly Statement[]): Statement[] {
  const conceded = sentenceWith(content, CONCESSION);
  if (conceded === null) return [];
  const about = topicWords(conceded);
  return before.filter(
    (statement) => countCommon(about, topicWords(statement.content)) >= COMMON_WORDS,
  );
}

/** The sentence that a pattern is found in, with the one after it, which usually says what is so instead. */
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
