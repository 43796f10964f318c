/** How much each word of a query counts. */

/** Of a word in lower case. */
export type Emphasis = (word: string) => number;
