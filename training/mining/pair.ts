/** Defines a mined pair: two texts about the same subject, and how they belong together. */

export interface Pair {
  /** Kind of pair: `docstring_code`, `commit_paths`, … */
  readonly k: string;
  /** `owner/name` of the repository, or the name of the resource. */
  readonly r: string;
  readonly a: string;
  readonly b: string;
}

/** Reports whether a text is long enough to be informative and consists of words rather than tables and hashes. */
export function isProse(text: string, minWords = 4): boolean {
  if (text.length < 15) return false;
  const words = text.match(/[A-Za-z]{2,}/gu) ?? [];
  if (words.length < minWords) return false;
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return letters / text.length > 0.55;
}

/** Returns one line without uninformative markup: links keep their words, images and tags are removed. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/<!--[\s\S]*?-->/gu, " ")
    .replace(/!\[[^\]]*\]\([^)]*\)/gu, " ")
    .replace(/\[([^\]]*)\]\([^)]*\)/gu, "$1")
    .replace(/\[([^\]]*)\]\[[^\]]*\]/gu, "$1")
    .replace(/:[a-z]+:`([^`<]*)(?:<[^>]*>)?`/gu, "$1")
    .replace(/<\/?[a-zA-Z][^>]*>/gu, " ")
    .replace(/https?:\/\/\S+/gu, " ")
    .replace(/[*_`|]+/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length);
}

export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=[A-Z"“'])/u).filter((item) => item.length > 1);
}
