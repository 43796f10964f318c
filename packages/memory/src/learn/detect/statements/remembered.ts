/** Sessions say the same commands again and again, and every detector asks what each of them is for. */

const MOST = 2000;

/** A pure function of a text, with its answers for the last texts kept; no more than 2,000 of them. */
export function remembered<T>(answer: (text: string) => T): (text: string) => T {
  const cache = new Map<string, { readonly value: T }>();
  return (text) => {
    const found = cache.get(text);
    if (found !== undefined) return found.value;
    const value = answer(text);
    if (cache.size >= MOST) cache.clear();
    cache.set(text, { value });
    return value;
  };
}
