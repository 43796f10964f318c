/**
 * Finds the terms of a lesson that must be stated literally: names, paths, commands, numbers and quoted terms. Pure, linear.
 */
import { identifiers, oneLine } from "../../domain/text/text.ts";

/** Names that look like code but are generally known: a writer may use them if the session uses other words. */
const COMMON = new Set(
  "github gitlab typescript javascript macos readme nodejs postgresql openai ios e.g i.e and/or".split(
    " ",
  ),
);
const COMMON_ACRONYM = /^[A-Z]{2,4}s?$/;

/** Returns each term once. A quoted or backticked term counts as one, however many words it has. */
export function exactTerms(text: string): string[] {
  const quoted = [...text.matchAll(/`([^`\n]{1,200})`|“([^”\n]{1,200})”|"([^"\n]{1,200})"/g)].map(
    ([, code, curly, straight]) => oneLine(code ?? curly ?? straight ?? ""),
  );
  const rest = text.replace(/`[^`\n]{0,200}`|“[^”\n]{0,200}”|"[^"\n]{0,200}"/g, " ");
  const names = identifiers(rest).filter(
    (name) => !COMMON.has(name.toLowerCase()) && !COMMON_ACRONYM.test(name),
  );
  const numbers = rest.match(/(?<![\w.])\d+(?:[.,:]\d+)*(?![\w])/g) ?? [];
  return [...new Set([...quoted, ...names, ...numbers])].filter((term) => term !== "");
}

/** Returns whether the text contains the whole term, ignoring case; a name of several parts may be stated in parts. */
export function isStated(term: string, text: string): boolean {
  if (occurs(term, text)) return true;
  const bare = term.replace(/^[./]+|\(\)?$|[.,:;]+$/g, "");
  if (bare !== term && bare !== "" && occurs(bare, text)) return true;
  if (isPlainName(bare) && occurs(otherNumber(bare), text)) return true;
  // `appsettings*.json` for `appsettings.Production.json`.
  if (/^\S*\w\*\S*$|^\S*\*\w\S*$/.test(bare)) return hasMatch(bare, text);
  // `read_file(path)` matches `read_file`, and `either/or` matches both words.
  const parts = bare.split(/[\s/(),|]+/).filter((part) => part !== "");
  return parts.length > 1 && isPlainPair(bare) && parts.every((part) => occurs(part, text));
}

/**
 * Returns whether a term is a plain name long enough to match in singular and plural: `HttpClient` for `HttpClients` and the
 * reverse. Short names may differ in their last letter.
 */
function isPlainName(term: string): boolean {
  return /^[A-Za-z_]{6,}$/.test(term);
}

function otherNumber(name: string): string {
  return name.endsWith("s") ? name.slice(0, -1) : `${name}s`;
}

/** Returns whether a term is words joined by slashes, which is not a path, or a call. A command must be stated as a whole. */
function isPlainPair(term: string): boolean {
  return /^[\p{L}-]+(?:\/[\p{L}-]+){1,2}$/u.test(term) || /^[\w.]+\([\w., ]*\)$/.test(term);
}

/** Returns whether a word of the text contains all parts between the stars, in order. */
function hasMatch(glob: string, text: string): boolean {
  const parts = oneLine(glob)
    .toLowerCase()
    .split("*")
    .filter((part) => part !== "");
  return text.split(" ").some((word) => {
    let from = 0;
    return parts.every((part) => {
      const at = word.indexOf(part, from);
      from = at + part.length;
      return at >= 0;
    });
  });
}

const WORD = /[\p{L}\p{N}_]/u;

function occurs(term: string, text: string): boolean {
  const [needle, ground] = [oneLine(term).toLowerCase(), text];
  for (let at = ground.indexOf(needle); at >= 0; at = ground.indexOf(needle, at + 1)) {
    const end = at + needle.length;
    const isLonger =
      (WORD.test(needle[0] ?? "") && WORD.test(ground[at - 1] ?? "")) ||
      (WORD.test(needle.at(-1) ?? "") && WORD.test(ground[end] ?? ""));
    if (!isLonger) return true;
  }
  return false;
}

/** Normalises a text as `isStated` does: lower case, folded white space. */
export function folded(text: string): string {
  return oneLine(text).toLowerCase();
}
