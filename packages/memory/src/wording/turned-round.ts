/**
 * Does a wording of the same words say something else? Who comes before whom, what stands in whose place, what is not to
 * be done, what fails and what works, how sure and how much, what belongs to which name: each is read from both texts, and
 * a wording may neither bring one in nor lose or move one that counts. Read from the order of the words alone, so it
 * refuses honest wordings too; that costs nothing. Pure.
 */
import { words } from "../domain/text.ts";
import { stem } from "./stem.ts";
import { HEDGES, LINKS, PASSED_OVER } from "./word-lists.ts";

/** A word or a piece of code, and whether a sentence or a part of it ends behind it. */
interface Token {
  readonly text: string;
  readonly isCode: boolean;
  readonly endsPart: boolean;
}

type IsCode = (piece: string) => boolean;

interface Link {
  readonly kind: string;
  /** The first words that it is about, those nearest to it first. */
  readonly about: readonly string[];
}

const REACH = 2;
/** What is refused may be said not to work. */
export const NOT_WORKING =
  /\b(?:does not|doesn't|do not|don't|did not|didn't) (?:work|exist|pass|run)\b/gi;
/** Each is lost only together with what it changes in the meaning; a doubt may be said otherwise. */
const MUST_STAY = new Set([
  "no",
  "before",
  "after",
  "instead",
  "over",
  "without",
  "fails",
  "from",
  "until",
]);
/** `fails until A was run` may be said as `run A first`. */
const MEANT: Readonly<Record<string, string>> = { first: "until" };
const FIGURES = /\b(\d+) of (\d+)\b/;

/** `original`: what it is to say again, whole. */
export function saysOtherwise(text: string, title: string, original: string, isCode: IsCode) {
  const [was, now] = [tokensOf(original, isCode), tokensOf(text, isCode)];
  return (
    surer(`${title}\n${text}`, original) ||
    addsLinks(now, was) ||
    addsLinks(tokensOf(title, isCode), was) ||
    linksOf(was).some((link) => isLost(link, now)) ||
    losesDoubt(text, original) ||
    isOutOfOrder(now, was) ||
    isOutOfOrder(tokensOf(title, isCode), was) ||
    isCrossed(now, was)
  );
}

/** `sources`: what it sums up, one text each; it need not keep what they say. */
export function sumsUpOtherwise(
  text: string,
  title: string,
  sources: readonly string[],
  isCode: IsCode,
) {
  const all = sources.join("\n");
  const [now, head] = [tokensOf(text, isCode), tokensOf(title, isCode)];
  const known = tokensOf(all, isCode);
  const each = sources.map((source) => tokensOf(source, isCode));
  return (
    surer(`${title}\n${text}`, all) ||
    addsLinks(now, known) ||
    addsLinks(head, known) ||
    sources.some((source) => isMostOf(source, text) && losesDoubt(text, source)) ||
    each.some(
      (was) =>
        isOutOfOrder(now, was) ||
        isOutOfOrder(
          head.filter(({ isCode }) => isCode),
          was,
        ) ||
        isCrossed(now, was) ||
        linksOf(was).some((link) => isSpokenOf(link, now) && isLost(link, now)),
    )
  );
}

function tokensOf(text: string, isCode: IsCode): Token[] {
  const tokens: Token[] = [];
  const plain = text.replace(NOT_WORKING, "fails").replace(/\binstead(?! of\b)/gi, "");
  for (const [part] of plain.matchAll(/`[^`\n]+`[,;:.!?)]*|\S+/g)) {
    const span = /^`([^`]+)`/.exec(part)?.[1];
    const raw = span ?? part.replace(/^["'“”‘’«»([{]+|["'“”‘’«»)\]},;:!?.]+$/gu, "");
    if (raw === "" || /^[—–…-]$/.test(raw)) {
      markEnd(tokens);
      continue;
    }
    const isPiece = span !== undefined || isCode(raw);
    const one = isPiece ? raw.replace(/\s+/g, " ").trim() : stemOf(raw.toLowerCase());
    tokens.push({ text: one, isCode: isPiece, endsPart: /[,;:.!?)\]—–…]["”’]*$/.test(part) });
  }
  return tokens;
}

function markEnd(tokens: Token[]): void {
  const last = tokens.pop();
  if (last !== undefined) tokens.push({ ...last, endsPart: true });
}

function stemOf(word: string): string {
  return LINKS.has(word) ? word : stem(word);
}

function linksOf(tokens: readonly Token[]): Link[] {
  return tokens.flatMap(({ text, isCode, endsPart }, at) => {
    const link = isCode ? undefined : LINKS.get(text);
    if (link === undefined) return [];
    const isBehind = link.about === "before";
    const about = isBehind
      ? content(tokens.slice(0, at).reverse(), false)
      : endsPart
        ? []
        : content(tokens.slice(at + 1), true);
    return [{ kind: link.kind, about }];
  });
}

/** The next words that mean something, as far as the part of the sentence goes; behind a word, whatever ends there. */
function content(tokens: readonly Token[], endsWithPart: boolean): string[] {
  const found: string[] = [];
  for (const { text, isCode, endsPart } of tokens) {
    if (isCode || !(PASSED_OVER.has(text) || LINKS.has(text))) found.push(text);
    if (found.length === REACH || (endsPart && endsWithPart && found.length > 0)) break;
  }
  return found;
}

function isSame(one: Link, other: Link): boolean {
  const [a, b] = [one.about[0], other.about[0]];
  if (one.kind !== other.kind) return false;
  if (a === undefined) return b === undefined || one.kind === "first";
  if (b === undefined) return other.kind === "first";
  return one.about.some((word) => isAlike(word, b)) && other.about.some((word) => isAlike(word, a));
}

/** A command may be told by its last word: the tests for `npm test`. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => stem(text.split(" ").at(-1) ?? ""));
  return one === other || (one.includes(" ") !== other.includes(" ") && a === b);
}

function addsLinks(now: readonly Token[], was: readonly Token[]): boolean {
  const known = linksOf(was);
  const first = was.find(({ isCode }) => isCode)?.text;
  return linksOf(now).some((link) => {
    if (
      known.some(
        (one) => isSame(one, link) || isSame(one, { ...link, kind: MEANT[link.kind] ?? "" }),
      )
    )
      return false;
    // That a lesson holds when its first name comes up is what it says anyway.
    if (link.kind !== "when") return true;
    const [about] = link.about;
    return was.some(({ text, isCode }) => isCode && text === about) && about !== first;
  });
}

function isLost(link: Link, now: readonly Token[]): boolean {
  if (!MUST_STAY.has(link.kind)) return false;
  const kinds = [link.kind, ...Object.keys(MEANT).filter((kind) => MEANT[kind] === link.kind)];
  return !linksOf(now).some(
    (one) => kinds.includes(one.kind) && isSame({ ...one, kind: link.kind }, link),
  );
}

/** What it says of a name has to be said where the name is. */
function isSpokenOf({ about: [about] }: Link, now: readonly Token[]): boolean {
  return now.some(({ text, isCode }) => isCode && text === about);
}

/** Half of its words are there. */
function isMostOf(source: string, text: string): boolean {
  const said = new Set(words(text));
  const own = words(source).filter((word) => word.length > 3);
  return own.length > 0 && own.filter((word) => said.has(word)).length * 2 >= own.length;
}

/** The names that both have stand in another order, and no word that both have says that it is the same. */
function isOutOfOrder(now: readonly Token[], was: readonly Token[]): boolean {
  const hasCode = new Set(was.flatMap(({ text, isCode }) => (isCode ? [text] : []))).size > 1;
  const named = (tokens: readonly Token[]) => [
    ...new Set(
      tokens
        .filter(({ text, isCode }) =>
          hasCode ? isCode : !(isCode || PASSED_OVER.has(text) || LINKS.has(text)),
        )
        .map(({ text }) => text),
    ),
  ];
  const [before, after] = [named(was), named(now)];
  const first = before.filter((one) => after.includes(one));
  const then = after.filter((one) => before.includes(one));
  if (first.every((one, i) => one === then[i])) return false;
  // `Before A, do B` is `Do B before A`: A may stand anywhere behind its word, the others stay.
  const links = linksOf(was).filter(({ kind }) => TURNING.has(kind));
  const told = links.filter((link) => linksOf(now).some((one) => isSame(one, link)));
  const movable = new Set(told.flatMap(({ about }) => (hasCode ? about.slice(0, 1) : about)));
  const [fixed, still] = [first, then].map((all) => all.filter((one) => !movable.has(one)));
  return !(fixed ?? []).every((one, i) => one === still?.[i]);
}

const TURNING = new Set(["before", "after", "when", "until", "instead", "over"]);

/** Words that stood with one name stand with another: `a` for tests and `b` for lint, and the other way round. */
function isCrossed(now: readonly Token[], was: readonly Token[]): boolean {
  const order = (tokens: readonly Token[]) => tokens.filter((one) => one.isCode).map((o) => o.text);
  const [before, after] = [order(was), order(now)];
  const shared = before.filter((one) => after.includes(one));
  if (new Set(shared).size < 2) return false;
  const isTurned = after.find((one) => shared.includes(one)) !== shared[0];
  if (isTurned) return false;
  const [then, here] = [placesOf(was, shared), placesOf(now, shared)];
  const both = [...then.keys()].filter((word) => here.has(word));
  return both.some((one) =>
    both.some(
      (other) =>
        (then.get(one) ?? 0) < (then.get(other) ?? 0) &&
        (here.get(one) ?? 0) > (here.get(other) ?? 0),
    ),
  );
}

/** Of words that stand there once: behind how many of the names. */
function placesOf(tokens: readonly Token[], names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  const twice = new Set<string>();
  const seen = new Set<string>();
  for (const { text, isCode } of tokens) {
    if (isCode) {
      if (names.includes(text)) seen.add(text);
    } else if (places.has(text)) twice.add(text);
    else if (!PASSED_OVER.has(text) && !LINKS.has(text)) places.set(text, seen.size);
  }
  for (const word of twice) places.delete(word);
  return places;
}

/** Always where it was usually, at least where it was at most. */
function surer(text: string, original: string): boolean {
  const lower = original.toLowerCase();
  const [, some, all] = FIGURES.exec(original) ?? [];
  return [...text.toLowerCase().matchAll(DEGREE)].some(([word]) => {
    if (word === "always" && some !== undefined && some === all) return false;
    if (HEDGES.has(word) && some !== undefined) return false;
    return !new RegExp(`\\b${word}\\b`).test(lower);
  });
}

const DEGREE =
  /\b(?:always|usually|often|sometimes|rarely|mostly|normally|only|must|may|might|at most|at least|more|less|fewer|above|below|under|every|all|any|either|least|most)\b/g;

function losesDoubt(text: string, original: string): boolean {
  const has = (one: string) =>
    (one.toLowerCase().match(/\p{L}+/gu) ?? []).some((w) => HEDGES.has(w));
  const isGone = (word: RegExp) => word.test(original) && !word.test(text);
  return (has(original) && !has(text)) || isGone(/\bonly\b/i) || isGone(/\bmust\b/i);
}
