/**
 * Detects a question about the past that states its time by an event: "How were sessions stored before the migration to
 * SQLite?". Questions about an order of work, such as "what runs before the release", are excluded.
 */
export interface EventPhrase {
  /** The question without the event. */
  readonly query: string;
  readonly side: "before" | "after";
  /** The words that may name an event. */
  readonly event: string;
}

const PHRASE = /^(.*\S)\s+(before|prior to|after)\s+((?:the|our|we|that|this)\s+\S.*?)[\s?.!]*$/is;
const PAST = /\b(?:was|were|did|had|used to)\b/i;
/** Maximum characters of a question; a longer text is a pasted log. */
const MAX_CHARS = 300;

/** Returns the last such phrase; null when there is none. */
export function eventPhraseIn(question: string): EventPhrase | null {
  if (question.length > MAX_CHARS) return null;
  const [, query, word, event] = PHRASE.exec(question.trim()) ?? [];
  if (query === undefined || event === undefined || !PAST.test(query)) return null;
  return { query, side: word?.toLowerCase() === "after" ? "after" : "before", event };
}
