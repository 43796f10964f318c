/** Texts that the library or a program made, as the panel receives them (panel.ts has the routes). */

/** English text, and what the page needs to say it in another language. */
export interface LibraryText {
  readonly text: string;
  /** Null for the words of a person, a program, a server or an older version. */
  readonly sentence: Sentence | null;
}

/** A sentence as its code and values: the page has the words. */
interface Sentence {
  readonly code: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Why a request failed. */
export interface Failure {
  /** Of docs/errors.md, or "request_refused". */
  readonly code: string;
  /** For programs; the page has its own words for each code. */
  readonly message: string;
  /** The facts of the failure: `what` is the fault of a model. */
  readonly values: Readonly<Record<string, string>>;
  /** More specific than the code; null if nothing is. */
  readonly reason: LibraryText | null;
}
