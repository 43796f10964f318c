/** Go's results in brackets, which may have names: `(t *T, err error)` is `(*T, error)` to whoever calls. */
import { splitTypes } from "../comma-list.ts";

/** A name before a type; not a type that is written in two words. */
const NAMED =
  /^(?!(?:func|chan|struct|interface|map)\b)[\p{ID_Start}_]\p{ID_Continue}*\s+(\S[\s\S]*)$/u;

/** `text` as written; anything but a list in brackets stays as it is. */
export function unnamedResults(text: string): string {
  if (!text.startsWith("(") || !text.endsWith(")")) return text;
  const parts = splitTypes(text.slice(1, -1))
    .map((splitType) => splitType.trim())
    .filter((item) => item !== "");
  if (parts.some((part) => NAMED.test(part))) nameTypes(parts);
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(", ")})`;
}

/** In `a, b int` the type of a name is that of the next that has one. */
function nameTypes(parts: string[]): void {
  let type = "";
  for (let at = parts.length - 1; at >= 0; at--) {
    type = NAMED.exec(parts[at] ?? "")?.[1] ?? type;
    parts[at] = type;
  }
}
