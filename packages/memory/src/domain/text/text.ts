/**
 * Text comparison: one normal form, one tokeniser, one definition of an identifier. Pure; shared by the store's index column,
 * the query builder, duplicate detection and error fingerprints.
 */

import { createHash } from "node:crypto";
import { isAscii, scriptPattern } from "@tacit-memory/files";

/**
 * Returns a text in lower case and NFKC, with folded white space and without white space and closing punctuation at its ends.
 */
export function normaliseText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/(?<![.!\s])[.!\s]+$/u, "");
}

/** Returns a short hash of a statement, equal for texts with the same normal form. */
export function statementHash(text: string): string {
  return createHash("sha256").update(normaliseText(text)).digest("hex").slice(0, 16);
}

const WORD = scriptPattern(/[A-Za-z0-9_$]+/g, () => /[\p{L}\p{N}_$]+/gu);

/** Returns the words in order, in lower case, with CJK runs as overlapping pairs. */
export function words(text: string): string[] {
  // Lower case first: a run of Han characters may contain Latin ones. Lowering can undo the normal form.
  const folded = text.normalize("NFKC").toLowerCase().normalize("NFKC");
  const found: string[] = [];
  for (const [word] of folded.matchAll(WORD(folded))) {
    if (isCjk(word)) found.push(...bigrams(word));
    else found.push(word);
  }
  return found;
}

function isCjk(word: string): boolean {
  return countDense(word) > 0;
}

/** Returns the number of Chinese, Japanese and Korean letters, of which two or three make a word. */
export function countDense(text: string): number {
  if (isAscii(text)) return 0;
  const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
  return text.match(dense)?.length ?? 0;
}

function bigrams(run: string): string[] {
  const chars = [...run];
  if (chars.length < 2) return chars;
  return chars.slice(1).map((char, i) => `${chars[i]}${char}`);
}

const HUMP = scriptPattern(/([a-z0-9])([A-Z])/g, () => /([\p{Ll}\p{N}])(\p{Lu})/gu);
const ACRONYM = scriptPattern(/([A-Z]+)([A-Z][a-z])/g, () => /(\p{Lu}+)(\p{Lu}\p{Ll})/gu);
const BETWEEN_PARTS = scriptPattern(/[^A-Za-z0-9]+/, () => /[^\p{L}\p{N}]+/u);

/**
 * Returns the parts of an identifier: `parseHTTPHeader_v2` → parse, http, header, v2. Empty for a word with only one part, so
 * that the result is only what splitting adds.
 */
export function splitIdentifier(word: string): string[] {
  const parts = word
    .replace(HUMP(word), "$1 $2")
    .replace(ACRONYM(word), "$1 $2")
    .split(BETWEEN_PARTS(word))
    .filter((part) => part.length > 0)
    .map((part) => part.toLowerCase());
  return parts.length > 1 ? parts : [];
}

const JOINED = scriptPattern(/[a-z][A-Z]|_|\/|::|\\/, () => /\p{Ll}\p{Lu}|_|\/|::|\\/u);
const DOTTED = scriptPattern(
  /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)+(\(\))?$/,
  () => /^[\p{L}_$][\p{L}\p{N}_$]*(\.[\p{L}_$][\p{L}\p{N}_$]*)+(\(\))?$/u,
);

/** Returns whether a word is written like code: camelCase, snake_case, a path, a dotted name, a flag. */
export function looksLikeIdentifier(word: string): boolean {
  return (
    JOINED(word).test(word) ||
    DOTTED(word).test(word) ||
    /^--?[a-z][\w-]*$/.test(word) ||
    /^[A-Z][A-Z0-9]+(_[A-Z0-9]+)*$/.test(word)
  );
}

/** Returns the whole identifiers of a text in order, each once. */
export function identifiers(text: string): string[] {
  const found = new Set<string>();
  for (const [raw] of text.matchAll(/[^\s"'`,;(){}[\]<>=]+/gu)) {
    const word = raw.replace(/^(?!\.{1,2}\/)[.:!?*#]+|(?<![.:!?*])[.:!?*]+$/gu, "");
    if (word.length >= 3 && word.length <= 120 && looksLikeIdentifier(word)) found.add(word);
  }
  return [...found];
}

/**
 * Returns the text of the index column for code: the parts of every identifier, and CJK runs as pairs, neither of which
 * SQLite's unicode61 tokeniser produces.
 */
export function identifierColumn(text: string): string {
  const parts = new Set<string>();
  for (const identifier of identifiers(text)) {
    for (const part of splitIdentifier(identifier)) parts.add(part);
  }
  for (const word of words(text)) if (isCjk(word)) parts.add(word);
  return [...parts].join(" ");
}

/** Returns the Jaccard similarity of two word sets, in [0, 1]. */
export function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}

const NEGATED =
  /\b(?:not|never|no longer|don't|do not|doesn't|isn't|aren't|cannot|can't|won't|avoid|stop using|instead of using)\b/i;
/** The same in French, German, Italian, Spanish and Portuguese, of words that mean nothing else there and in English. */
const NEGATED_IN_OTHERS =
  /(?<![a-zà-ÿ'’])(?:jamais|nunca|jam[áa]s|niemals|nie|nicht|keine?[nmrs]?|non (?=[a-z]+(?:are|ere|ire|iamo|ate|ete|ite|[aei])\b)|no (?=(?:se )?(?:us|utili[cz]|toc|toqu|hag|pong|cre|edit|sub|dej)(?:[aeo]|[ae]s|amos|emos|[ae]n|ar|er|ir)\b)|n[ãa]o (?=[a-z]))|(?<![a-zà-ÿ])(?:ne |n['’])[a-zà-ÿ]+ (?:[a-zà-ÿ]+ )?(?:pas|plus|rien)(?![a-zà-ÿ])|(?:^|[,;:] )(?:et )?pas (?:de |d['’])?(?=\S)|(?:doi(?:ven)?t|faut|peut) (?:surtout )?(?:pas|plus)(?![a-zà-ÿ])/i;

/** Returns whether a text denies or forbids something. */
export function isNegated(content: string): boolean {
  return NEGATED.test(content) || NEGATED_IN_OTHERS.test(content) || endsUseInFrench(content);
}

/** "…, plus pnpm": "no longer pnpm" in a French text, and "and pnpm" in an English one. */
const PLUS = /(?:^|[,;:] )(?:et )?plus (?=\S)/i;
const FRENCH =
  /(?:^|[\s,;(])(?:on (?!the\b|one\b)(?:n['’])?[a-zéè]+(?:e|ons)\s|(?:nous|vous|tu|je|les?|la|du|des|une|pour|avec|dans|sur|d[ée]sormais|maintenant|finalement|utilise[rz]?)\s|c['’]est\s)/i;

/** Whether a text says with a clause that begins with "plus" that something is no longer used. */
export function endsUseInFrench(text: string): boolean {
  return PLUS.test(text) && FRENCH.test(text);
}

/** Returns a text as one line, with folded white space. */
export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the source of a regular expression that matches exactly this text. */
export function literalPattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Cuts a text at a word boundary if one is near, and appends an ellipsis. `limit` counts characters. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = beginning(text, limit - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > limit * 0.7 ? cut.slice(0, space) : cut).trimEnd()}…`;
}

/** Returns a text in which each block of code between fences is clipped to `limit` characters. */
export function withShortCode(text: string, limit: number): string {
  if (!text.includes("```")) return text;
  // Parts with an odd index are between two fences.
  return text
    .split("```")
    .map((part, i) => (i % 2 === 1 ? clip(part, limit) : part))
    .join("```");
}

/**
 * Returns the first `limit` characters, without a trailing half character, because half a character makes a whole message
 * unreadable for some programs.
 */
export function beginning(text: string, limit: number): string {
  return text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
}

const REASON = /,?\s(?:because|since|so that|otherwise|weil|denn|parce que)\s/iu;

/** Returns a statement without the reason that it gives: "use pnpm" of "use pnpm, because the lockfile is pnpm's". */
export function withoutReason(statement: string): string {
  const at = statement.search(REASON);
  return at < 0 ? statement : statement.slice(0, at);
}

/** Returns a text without accents, which many people do not type: `déjà` → deja, `groß` → gross. */
export function withoutAccents(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replaceAll("ß", "ss");
}
