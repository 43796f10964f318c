/** Port for the weight of each word of a query. */

/** Returns the weight of a word in lower case. */
export type Emphasis = (word: string) => number;
