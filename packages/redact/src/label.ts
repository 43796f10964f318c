/**
 * Finds secrets in tags and triggers. A label has no name beside it, so its shape alone decides: a run of letters and digits
 * that is unlikely as a name, a typed password, or the words of a wallet.
 */
import { isTypedPassword, looksRandom } from "./secret-value.ts";

const UUID = /(?<![\w-])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![\w-])/gi;
/** Separators end a run: the parts of `x86_64-unknown-linux-gnu` are names, although the whole looks random. */
const RUN = /[A-Za-z0-9+/]{10,}={0,2}/g;
const WORD = /[^\s"'`,;]{12,100}/g;
const WALLET = /^(?:[a-z]{3,8}[\s,]{1,3}){11,23}[a-z]{3,8}$/;

/** Returns the position of each secret in the label. */
export function secretsInLabel(label: string): readonly { start: number; end: number }[] {
  if (WALLET.test(label)) return [{ start: 0, end: label.length }];
  const found: { start: number; end: number }[] = [];
  const add = (pattern: RegExp, isSecret: (text: string) => boolean) => {
    for (const { index, 0: text } of label.matchAll(pattern))
      if (isSecret(text)) found.push({ start: index, end: index + text.length });
  };
  add(UUID, () => true);
  add(RUN, looksRandom);
  add(WORD, hasEveryClass);
  return found;
}

/** Returns whether a word has every class of characters; labels such as `react@18` and `issue#1234` lack one. */
function hasEveryClass(word: string): boolean {
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[!@#&~]/];
  return classes.every((item) => item.test(word)) && isTypedPassword(word);
}
