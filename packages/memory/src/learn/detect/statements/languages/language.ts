/** What makes a user's sentence a rule in one language. Pure. */

export interface Language {
  /** Words that make any statement a lasting rule: from now on, in this project, by convention, remember. */
  readonly lasting: RegExp;
  /** A demand, a ban or a choice in general: always, never, X instead of Y, we do not use X. */
  readonly demand: RegExp;
  /** A word of a question or a guess, or words that limit a statement to this moment. */
  readonly moment: RegExp;
  /**
   * A request, a report of what happens, a reference to something at hand or to the product's users. It makes a demand
   * without lasting words none.
   */
  readonly task: RegExp;
  /**
   * A demand whose grammar says that it lasts, such as "never" with an order: the words of a task mean nothing beside it, only
   * those of `atHand`.
   */
  readonly sure?: RegExp;
  /** A reference to something at hand, or to the product's users or its screens. */
  readonly atHand?: RegExp;
}

/**
 * Whole words. The letters are listed, because a regular expression with classes of Unicode takes some 10 ms to compile, and
 * a hook reads a prompt. Latin letters have lost their accents before (`asCompared`).
 */
export const words = (...alternatives: readonly string[]) => wholeWords("a-z", alternatives);
export const russian = (...alternatives: readonly string[]) => wholeWords("а-яё", alternatives);

function wholeWords(letters: string, alternatives: readonly string[]): RegExp {
  return new RegExp(`(?<![${letters}\\d_])(?:${alternatives.join("|")})(?![${letters}\\d_])`, "i");
}
