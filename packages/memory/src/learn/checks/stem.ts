/** A word without what English puts at its end. Pure. */

export function stem(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/(?:ings?|ed|es|s|ly)$/, "")
    .replace(/e$/, "")
    .replace(/([^aeiou])\1$/, "$1");
}
