/**
 * A pattern that names characters by what Unicode says of them takes Node up to a millisecond to make, even where it is
 * never used; a hook lives for some sixty. Most of what is asked and remembered is ASCII, and of that a plain pattern says the same.
 */

/** `ascii` and `any` agree on every text that is ASCII alone; the other is made when the first other text comes. */
export function scriptPattern(ascii: RegExp, any: () => RegExp): (text: string) => RegExp {
  let made: RegExp | undefined;
  return (text) => {
    if (isAscii(text)) return ascii;
    made ??= any();
    return made;
  };
}

export function isAscii(text: string): boolean {
  return ASCII.test(text);
}

const ASCII = /^[\0-\x7f]*$/;
