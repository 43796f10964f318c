/**
 * Does a wording say what its memory says, and nothing else? A model's answer is hostile until every part of it is
 * accounted for: names, paths, commands and numbers must stand in what the model was shown, none may be lost, no word
 * may be new but those of a short list that tell nothing, and what the words say to each other must be as it was. Cautious: what is refused costs nothing, the
 * wording made by rules stays. Pure.
 */
import { stripContextBlocks } from "../domain/injected-text.ts";
import {
  identifiers,
  isNegated,
  looksLikeIdentifier,
  splitIdentifier,
  words,
} from "../domain/text.ts";
import { stem } from "./stem.ts";
import { WORDING } from "./tuning.ts";
import { NOT_WORKING, saysOtherwise, sumsUpOtherwise } from "./turned-round.ts";
import {
  ACTING_WORDS,
  LINKS,
  NEUTRAL_WORDS,
  NUMBER_WORDS,
  PLAIN_WORDS,
  SHORT_WORDS,
} from "./word-lists.ts";

export type Unfaithful =
  | "too_short"
  | "too_long"
  | "hidden_characters"
  | "instructs"
  | "new_name"
  | "new_number"
  | "new_words"
  | "acting_word"
  | "left_out"
  | "turned_round";

export interface Wording {
  readonly title: string;
  readonly text: string;
}

const MIN_CHARS = 10;
const TITLE_CHARS = 80;
/** Signs that anybody may set. */
const TYPOGRAPHY = new Set([..."“”‘’«»–—…×→’"]);
const CONTROL = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
const INSTRUCTION =
  /\b(?:ignore|disregard|forget|override)\b[^.]{0,60}\b(?:instructions?|rules?|prompts?|above|previous|prior|earlier)\b|\byou are (?:now|an?|the)\b|\b(?:system|developer) (?:prompt|message)\b|(?:^|\n)\s*(?:system|assistant|user|human|developer)\s*:|\bas an ai\b|\bdo not (?:tell|mention|inform|reveal)\b|\b(?:act as|pretend (?:to|that))\b|<\/?[a-z!?][^>\n]{0,200}>|\]\(|\b(?:https?|file|data|javascript):/i;

/** Null where it may take the place of `original`; null `original`: a summary, which need not keep everything. */
export function unfaithful(
  { title, text }: Wording,
  ground: string,
  original: string | null,
): Unfaithful | null {
  const both = `${title}\n${text}`;
  return (
    wrongSize(title, text) ??
    hidden(title, text, ground) ??
    instructs(both, ground) ??
    newNames(both, ground) ??
    newWords(both, ground) ??
    (original === null ? turnedRound(text, title, ground) : changedIn(text, title, original))
  );
}

function wrongSize(title: string, text: string): Unfaithful | null {
  if (text.trim().length < MIN_CHARS || title.trim() === "") return "too_short";
  return text.length > WORDING.maxChars.value || title.length > TITLE_CHARS ? "too_long" : null;
}

/** Nothing that cannot be seen, and no letter that only looks like another. */
function hidden(title: string, text: string, ground: string): Unfaithful | null {
  const isOdd = (char: string) =>
    CONTROL.test(char) || (char > "~" && !TYPOGRAPHY.has(char) && !ground.includes(char));
  return [...title, ...text.replaceAll("\n", " ")].some(isOdd) ? "hidden_characters" : null;
}

function instructs(text: string, ground: string): Unfaithful | null {
  if (stripContextBlocks(text) !== text) return "instructs";
  const found = INSTRUCTION.exec(text)?.[0];
  // A tag or an address that the memory itself is about.
  return found !== undefined && !(/^[<h]/i.test(found) && ground.includes(found))
    ? "instructs"
    : null;
}

function newNames(text: string, ground: string): Unfaithful | null {
  const lower = ground.toLowerCase();
  const isKnown = (piece: string) =>
    occurs(piece, ground) || (/^[A-Z]+$/.test(piece) && occurs(piece.toLowerCase(), lower));
  const { spans, runs } = codeIn(text);
  const flat = ground.replace(/\s+/g, " ");
  if (!spans.every((span) => occurs(span, flat))) return "new_name";
  for (const run of runs) {
    const unknown = run.find((piece) => !isKnown(piece));
    if (unknown !== undefined) return /^[\d.,:%]+$/.test(unknown) ? "new_number" : "new_name";
    // Known parts in an order of its own are a command that nobody ran.
    if (run.length > 1 && !occurs(run.join(" "), flat)) return "new_name";
  }
  return null;
}

interface Code {
  /** In backticks, blanks folded. */
  readonly spans: readonly string[];
  /** Pieces written as code that follow each other without a comma. */
  readonly runs: readonly (readonly string[])[];
}

function codeIn(text: string): Code {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) =>
    span.replace(/\s+/g, " ").trim(),
  );
  const runs: string[][] = [];
  let run: string[] = [];
  const end = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  // A span stands between two pieces as a word does.
  for (const raw of text.replace(/`[^`\n]*`/g, " word ").split(/\s+|[—–…]/)) {
    const piece = bare(raw);
    if (isCode(piece)) {
      run.push(piece);
      if (!raw.endsWith(piece)) end();
    } else end();
  }
  end();
  return { spans: spans.filter(Boolean), runs };
}

function bare(raw: string): string {
  return raw.replace(/^["'“”‘’«»([{]+|["'“”‘’«»)\]},;:!?.]+$/gu, "");
}

const ABBREVIATIONS = new Set(["e.g", "i.e", "etc", "vs"]);

function isCode(piece: string): boolean {
  if (piece === "" || ABBREVIATIONS.has(piece.toLowerCase())) return false;
  return /\d/.test(piece) || /[^\p{L}\p{M}'’]/u.test(piece) || looksLikeIdentifier(piece);
}

/** As it stands, not as part of a longer word, path or command: `build` is not in `build:all`, nor `src/a.ts` in `x/src/a.ts`. */
function occurs(piece: string, ground: string): boolean {
  for (let at = ground.indexOf(piece); at >= 0; at = ground.indexOf(piece, at + 1)) {
    const end = at + piece.length;
    const isLonger =
      goesOn(piece[0], ground[at - 1], ground[at - 2]) ||
      goesOn(piece.at(-1), ground[end], ground[end + 1]);
    if (!isLonger) return true;
  }
  return false;
}

const WORD = /[\p{L}\p{N}_]/u;

/** From its edge to the neighbour; a full stop or a colon with nothing behind it ends a sentence. */
function goesOn(edge = "", neighbour = "", beyond = ""): boolean {
  if (WORD.test(neighbour)) return WORD.test(edge);
  return /[/\\:@.+~=-]/.test(neighbour) && /[\p{L}\p{N}_./-]/u.test(beyond);
}

function newWords(text: string, ground: string): Unfaithful | null {
  const parts = identifiers(ground).flatMap(splitIdentifier);
  const known = new Set([...words(ground), ...parts].map(stem));
  const own = [...new Set(words(text))].filter((word) => !/\d/.test(word));
  const strange = own.filter((word) => !known.has(stem(word)));
  if (strange.some((word) => ACTING_WORDS.has(word))) return "acting_word";
  if (strange.some((word) => NUMBER_WORDS.has(word))) return "new_number";
  return strange.every(mayBeNew) ? null : "new_words";
}

function mayBeNew(word: string): boolean {
  return [PLAIN_WORDS, SHORT_WORDS, NEUTRAL_WORDS, LINKS].some((list) => list.has(word));
}

/** One of its own words gone: the case that it speaks of (`in tests`), or another has come in its place. */
function losesWords(text: string, original: string): boolean {
  const said = new Set(words(text).map(stem));
  return words(original).some((word) => !mayBeNew(word) && !said.has(stem(word)));
}

function turnedRound(text: string, title: string, ground: string): Unfaithful | null {
  if (isNegated(`${title}\n${text}`) && !isNegated(ground)) return "turned_round";
  return sumsUpOtherwise(text, title, ground.split("\n"), isCode) ? "turned_round" : null;
}

function changedIn(text: string, title: string, original: string): Unfaithful | null {
  const { spans, runs } = codeIn(original);
  const flat = text.replace(/\s+/g, " ");
  if (![...spans, ...runs.flat()].every((piece) => occurs(piece, flat))) return "left_out";
  const isNo = isNegated(original);
  // That something is refused may be said as that it does not work; that it is not to be done may not.
  const said = (told: string) =>
    isNegated(!isNo && TELLS_OF_FAILURE.test(original) ? told.replace(NOT_WORKING, "") : told);
  const isTurned = said(text) !== isNo || (said(title) && !isNo);
  return isTurned || losesWords(text, original) || saysOtherwise(text, title, original, isCode)
    ? "turned_round"
    : null;
}

const TELLS_OF_FAILURE =
  /\b(?:refused|fails?|failed|illegal|unrecognized|unexpected|unknown|missed)\b/i;
