/**
 * Decides which two memories may be merged without asking a person. The cosine only finds candidates, because a number, a
 * name, a negation or the order of two nouns makes a different statement of nearly the same words. Pairs that only a person
 * can judge are never merged here. Pure.
 */
import { stageOf } from "../../domain/anchors/stage.ts";
import { isOppositeChoice } from "../../domain/choices/choice.ts";
import { type Memory, STATEMENT_TYPES } from "../../domain/memory.ts";
import { withoutOrigin } from "../../domain/session/learned-from.ts";
import { PLAIN_WORDS, sameValues } from "../../domain/text/differing-words.ts";
import { saysEarlierIsWrong } from "../../domain/text/retractions.ts";
import { identifiers, isNegated, words } from "../../domain/text/text.ts";
import { stem } from "../../learn/checks/stem.ts";
import { assertion } from "../../learn/promote/denies.ts";
import { isSettled } from "../../learn/promote/settled.ts";
import { STOP_WORDS } from "../../search/stop-words.ts";
import { DREAM } from "./limits.ts";

/** Function words that change what a sentence states, or which of its nouns acts on which. */
const DECISIVE = new Set(
  (
    "about above after against at before below between both by cannot down during except few first for from if in into " +
    "last least less many more most never no nor not off on only or out over per same than to under unless until up when where " +
    "while why with without"
  ).split(" "),
);
/** Words that refer to all items and are not compared: "each night", "every night", "all nights". */
const QUANTIFIERS = new Set(["each", "every", "all", "any"]);

/**
 * Whether two memories may be merged, apart from their text: both are active and free of doubt, belong to the same place,
 * audience and time, and have no different errors or payloads.
 */
export function areMergeable(a: Memory, b: Memory, nowMs: number): boolean {
  return (
    a.id !== b.id &&
    [a, b].every((memory) => isSettled(memory, nowMs)) &&
    a.projectId === b.projectId &&
    a.scope === b.scope &&
    a.scopeOwner === b.scopeOwner &&
    a.visibility === b.visibility &&
    stageOf(a) === stageOf(b) &&
    a.validFromMs === b.validFromMs &&
    a.validToMs === b.validToMs &&
    isSame([...a.invalidWhen].sort(), [...b.invalidWhen].sort()) &&
    isSameOrAbsent(a.errorFingerprint, b.errorFingerprint) &&
    isSameOrAbsent(payloadOf(a), payloadOf(b))
  );
}

function payloadOf({ payload }: Memory): string | null {
  const stated = withoutOrigin(payload);
  return Object.keys(stated).length === 0 ? null : JSON.stringify(stated);
}

function isSameOrAbsent(a: string | null, b: string | null): boolean {
  return a === null || b === null || a === b;
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether two memories with near vectors state the same about the same files. */
export function sayTheSame(a: Memory, b: Memory): boolean {
  return (
    a.type === b.type &&
    shareFiles(a, b) &&
    haveSameValues(a, b) &&
    haveSameWords(a.content, b.content)
  );
}

/**
 * Whether two memories with rather near vectors may state the same, so that a person is asked. They name the same code, and at
 * least half of the words of the shorter text are in both. If just one word is exchanged for another, the texts are about
 * different things. Measured in bench/dream.
 */
export function maySayTheSame(a: Memory, b: Memory, cosine: number): boolean {
  if (!areStatements(a, b) || !shareFiles(a, b)) return false;
  const [one, other] = [a.content, b.content];
  if (isOppositeChoice(one, other) || !sameValues(one, other)) return false;
  if (saysEarlierIsWrong(one) || saysEarlierIsWrong(other)) return false;
  if (
    isNegated(one) !== isNegated(other) &&
    isNegated(assertion(one)) !== isNegated(assertion(other))
  )
    return false;
  const names = [namesIn(one), namesIn(other)] as const;
  if (haveOthers(names[0], names[1]) && haveOthers(names[1], names[0])) return false;
  const isNamed = names[0].some((name) => names[1].includes(name));
  if (cosine < (isNamed ? DREAM.proposeNamedCosine : DREAM.proposeCosine)) return false;
  return haveMostWords(one, other);
}

/** Whether both have one type, or types between which people choose freely when they state something. */
function areStatements(a: Memory, b: Memory): boolean {
  return a.type === b.type || [a, b].every(({ type }) => STATEMENTS.has(type));
}

const STATEMENTS: ReadonlySet<Memory["type"]> = new Set(STATEMENT_TYPES);

/** Returns commands, paths and identifiers, without the arguments of calls. */
function namesIn(content: string): string[] {
  const quoted = [...content.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
  return [...quoted, ...identifiers(content)].map((name) =>
    name.toLowerCase().replace(/\(.*$/s, ""),
  );
}

/** Whether a name is none of the others, nor one of them with further arguments, nor the reverse. */
function haveOthers(names: readonly string[], others: readonly string[]): boolean {
  const extend = (long: string, short: string) => long === short || long.startsWith(`${short} `);
  return names.some((name) => !others.some((other) => extend(name, other) || extend(other, name)));
}

function haveMostWords(a: string, b: string): boolean {
  const [one, other] = [subjectWords(a), subjectWords(b)];
  const common = [...one].filter((word) => other.has(word)).length;
  const isContrast = one.size - common === 1 && other.size - common === 1;
  return !isContrast && common >= DREAM.commonWords && common * 2 >= Math.min(one.size, other.size);
}

/** Words with which a rule is stated, whatever it is about. */
const RULE_WORDS = new Set(["alway", "prefer", "rather"]);

function subjectWords(content: string): ReadonlySet<string> {
  return new Set(
    statementWords(content).filter(
      (word) => !DECISIVE.has(word) && !PLAIN_WORDS.has(word) && !RULE_WORDS.has(word),
    ),
  );
}

function haveSameValues(a: Memory, b: Memory): boolean {
  return (
    isNegated(a.content) === isNegated(b.content) &&
    !isOppositeChoice(a.content, b.content) &&
    sameValues(a.content, b.content)
  );
}

function shareFiles(a: Memory, b: Memory): boolean {
  if (a.files.length === 0 || b.files.length === 0) return true;
  return a.files.some((file) => b.files.includes(file));
}

/**
 * Whether two texts have the same words, with at most one block of them moved: "before a commit, run the linter" and "run the
 * linter before a commit". One extra word is allowed in a longer text.
 */
function haveSameWords(a: string, b: string): boolean {
  const [one, other] = [statementWords(a), statementWords(b)];
  const [longer, shorter] = one.length >= other.length ? [one, other] : [other, one];
  if (shorter.length < DREAM.nearWords || surplus(shorter, longer).length > 0) return false;
  const extra = surplus(longer, shorter);
  if (extra.length > DREAM.extraWords) return false;
  if (extra.length > 0 && longer.length < DREAM.extraOfWords) return false;
  if (extra.some((word) => DECISIVE.has(word))) return false;
  return isMovedBlock(withoutWords(longer, extra), shorter);
}

export function statementWords(content: string): string[] {
  return words(content)
    .filter((word) => !QUANTIFIERS.has(word) && (DECISIVE.has(word) || !STOP_WORDS.has(word)))
    .map((word) => (DECISIVE.has(word) ? word : stem(word)));
}

/** Returns the words of `a` that `b` does not have, counting repetitions. */
function surplus(a: readonly string[], b: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  return a.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
}

/** Returns the sequence without the last occurrence of each extra word. */
function withoutWords(sequence: readonly string[], extra: readonly string[]): string[] {
  const rest = [...sequence];
  for (const word of extra) rest.splice(rest.lastIndexOf(word), 1);
  return rest;
}

/** Whether two sequences of the same words are equal after moving one run of words. */
function isMovedBlock(a: readonly string[], b: readonly string[]): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = a.length;
  while (end > start && a[end - 1] === b[end - 1]) end--;
  const [from, to] = [a.slice(start, end), b.slice(start, end)];
  return from.length === 0 || isRotation(from, to);
}

function isRotation(a: readonly string[], b: readonly string[]): boolean {
  return a.some((_, at) => a.every((word, i) => word === b[(i + at) % b.length]));
}
