/** Caches answers about texts, because sessions repeat the same commands and every detector asks for the purpose of each. */

/** Maximum cached answers. */
const MAX_CACHED = 2000;

/** Memoizes a pure function of a text. The cache holds at most 2,000 answers and is emptied when it is full. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const cache = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = cache.get(text);
    if (found !== undefined) return found.value;
    const value = answer(text);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(text, { value });
    return value;
  };
}
