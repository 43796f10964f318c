/** Returns a word without its English suffix. Pure. */

export function stem(word: string): string {
  if (word.length < 5) return word;
  return word
    .replace(/(?:ings?|ed|es|s|ly)$/, "")
    .replace(/e$/, "")
    .replace(/([^aeiou])\1$/, "$1");
}
