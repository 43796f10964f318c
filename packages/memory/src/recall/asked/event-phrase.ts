/**
 * "How were sessions stored before the migration to SQLite?": a question about the past that says by an event when. Only
 * a question that is about the past: "what runs before the release" asks for an order of work.
 */
export interface EventPhrase {
  /** The question without it. */
  readonly query: string;
  readonly side: "before" | "after";
  /** The words that may name an event. */
  readonly event: string;
}

const PHRASE = /^(.*\S)\s+(before|prior to|after)\s+((?:the|our|we|that|this)\s+\S.*?)[\s?.!]*$/is;
const PAST = /\b(?:was|were|did|had|used to)\b/i;
/** A pasted log may say anything. */
const MOST_CHARS = 300;

/** The last such phrase; null where there is none. */
export function eventPhraseIn(question: string): EventPhrase | null {
  if (question.length > MOST_CHARS) return null;
  const [, query, word, event] = PHRASE.exec(question.trim()) ?? [];
  if (query === undefined || event === undefined || !PAST.test(query)) return null;
  return { query, side: word?.toLowerCase() === "after" ? "after" : "before", event };
}
