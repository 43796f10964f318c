/**
 * Chooses between two patterns for a text. A pattern with Unicode properties takes Node up to a millisecond to compile,
 * even if it is never used, and a hook runs for about sixty. Most texts are ASCII, for which a plain pattern is enough.
 */

/** `ascii` and `any` match alike in ASCII text. `any` is called for the first text that is not ASCII. */
export function scriptPattern(ascii: RegExp, any: () => RegExp): (text: string) => RegExp {
  let compiled: RegExp | undefined;
  return (text) => {
    if (isAscii(text)) return ascii;
    compiled ??= any();
    return compiled;
  };
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

const ASCII = /^[\0-\x7f]*$/;
