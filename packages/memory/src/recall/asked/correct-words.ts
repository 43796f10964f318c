/**
 * Corrects words of a question that no text contains: a typing error, or a word that is not typed to its end. Used only if the
 * question as typed found nothing relevant, because a word that is right may be close to another one. A word is taken only
 * from memories that the reader may see, because the answer names it.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import { type Audience, isVisibleTo } from "../../domain/visibility.ts";
import { phrase } from "../../search/phrase.ts";
import { getMemories } from "../../store/memories/memories.ts";
import { isKnownTerm, memoriesWith, termsFrom } from "../../store/memories/search.ts";

/** Words that are corrected at most; a long text is no search. */
const MAX_WORDS = 8;
/** Letters a word needs to be completed, and to be corrected. Short words are close to too many others. */
const MIN_COMPLETED = 3;
const MIN_CORRECTED = 5;
/** Letters from which two errors are corrected. */
const LONG_WORD = 8;
/** Stems whose memories are read for a word, and memories per stem. */
const MAX_STEMS = 6;
const MEMORIES_PER_STEM = 3;
const WORD = /[\p{L}\p{M}]+/gu;

/** Whose words may correct a question. */
export interface Vocabulary {
  /** Null: every project. */
  readonly projectId: ProjectId | null;
  readonly audience: Audience;
}

/** Returns the corrected question; null if every word occurs or none is close. `isTyped`: the last word may be incomplete. */
export async function correctedQuestion(
  db: Database,
  question: string,
  isTyped: boolean,
  vocabulary: Vocabulary,
): Promise<string | null> {
  const words = [...question.matchAll(WORD)];
  if (words.length > MAX_WORDS) return null;
  let corrected = question;
  for (const { 0: word, index } of words.toReversed()) {
    const isOpen = isTyped && index + word.length === question.length;
    const better = await correctedWord(db, word, isOpen, vocabulary);
    if (better === null) continue;
    corrected = `${corrected.slice(0, index)}${better}${corrected.slice(index + word.length)}`;
  }
  return corrected === question ? null : corrected;
}

async function correctedWord(
  db: Database,
  word: string,
  isOpen: boolean,
  { projectId, audience }: Vocabulary,
): Promise<string | null> {
  const typed = folded(word);
  if (typed.length < (isOpen ? MIN_COMPLETED : MIN_CORRECTED)) return null;
  if (await isKnownTerm(db, phrase(word))) return null;
  let best: Candidate | null = null;
  for (const stem of await likelyStems(db, typed, isOpen)) {
    const ids = await memoriesWith(db, phrase(stem), projectId, MEMORIES_PER_STEM);
    const seen = (await getMemories(db, ids)).filter((memory) => isVisibleTo(audience, memory));
    const texts = seen.map(({ title, content }) => `${title}\n${content}`);
    for (const candidate of texts.flatMap((text) => candidatesIn(text, typed, isOpen))) {
      if (best === null || candidate.errors < best.errors) best = candidate;
    }
  }
  return best?.word ?? null;
}

interface Candidate {
  readonly word: string;
  readonly errors: number;
}

function candidatesIn(text: string, typed: string, isOpen: boolean): Candidate[] {
  return [...text.matchAll(WORD)].flatMap(([word]) => {
    const errors = errorsIn(typed, folded(word), isOpen);
    return errors === null ? [] : [{ word, errors }];
  });
}

/** Returns the stems of words that may be meant, closest first. They begin with the same letter. */
async function likelyStems(db: Database, typed: string, isOpen: boolean): Promise<string[]> {
  const likely = (await termsFrom(db, typed.slice(0, 1))).flatMap((stem) => {
    // A stem lacks the ending of its word, so the words of its texts are compared afterwards.
    const isPart = typed.startsWith(stem) && stem.length >= MIN_CORRECTED - 1;
    const isBegun = isOpen && stem.startsWith(typed);
    const distance = isPart || isBegun ? 0 : distanceOf(typed, stem);
    return distance <= allowedErrors(typed) + 1 ? [{ stem, distance }] : [];
  });
  likely.sort((a, b) => a.distance - b.distance || b.stem.length - a.stem.length);
  return likely.slice(0, MAX_STEMS).map(({ stem }) => stem);
}

/** Returns the number of errors with which `candidate` was typed; null if it is another word. */
function errorsIn(typed: string, candidate: string, isOpen: boolean): number | null {
  if (isOpen && candidate.startsWith(typed)) return 0;
  if (typed.length < MIN_CORRECTED || candidate[0] !== typed[0]) return null;
  const errors = distanceOf(typed, candidate);
  return errors <= allowedErrors(typed) ? errors : null;
}

function allowedErrors({ length }: string): number {
  return length >= LONG_WORD ? 2 : 1;
}

function folded(word: string): string {
  return word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours. Infinite for lengths that
 * differ by more than three.
 */
function distanceOf(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 3) return Number.POSITIVE_INFINITY;
  let [before, last]: [number[], number[]] = [
    [],
    Array.from({ length: b.length + 1 }, (_, j) => j),
  ];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped(a, i, b, j) ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Whether the letters before these positions are the same two in the other order. */
function isSwapped(a: string, i: number, b: string, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}
