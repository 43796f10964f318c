/** Go's results in brackets, which may have names: `(t *T, err error)` is `(*T, error)` for the caller. */
import { splitTypes } from "../comma-list.ts";

/** A name before a type, as opposed to a type of two words. */
const NAMED =
  /^(?!(?:func|chan|struct|interface|map)\b)[\p{ID_Start}_]\p{ID_Continue}*\s+(\S[\s\S]*)$/u;

/** Returns the results without names; anything but a list in brackets stays as written. */
export function unnamedResults(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")")) return text;
  const parts = splitTypes(text.slice(1, -1))
    .map((splitType) => splitType.trim())
    .filter((item) => item !== "");
  if (parts.some((part) => NAMED.test(part))) nameTypes(parts);
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(", ")})`;
}

/** Replaces names by types. In `a, b int` a name has the type of the next one that has a type. */
function nameTypes(parts: string[]): void {
  let type = "";
  for (let at = parts.length - 1; at >= 0; at--) {
    type = NAMED.exec(parts[at] ?? "")?.[1] ?? type;
    parts[at] = type;
  }
}
