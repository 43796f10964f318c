/** Splits a list at commas that are outside of brackets. */

/** Splits a list of values, where `<` means "less than". */
export function splitValues(list: string): string[] {
  return split(list, "([{", (sign) => ")]}".includes(sign));
}

/** Splits a list of types, where angle brackets count as brackets, except those of an arrow. */
export function splitTypes(list: string): string[] {
  return split(list, "([{<", (sign, before) => {
    return sign === ">" ? before !== "=" && before !== "-" : ")]}".includes(sign);
  });
}

function split(
  list: string,
  opening: string,
  isClosing: (sign: string, before: string) => boolean,
): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const sign = list[at] ?? "";
    if (opening.includes(sign)) depth++;
    else if (isClosing(sign, list[at - 1] ?? "")) depth--;
    else if (sign === "," && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, list.slice(start)];
}
