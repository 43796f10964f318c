/**
 * Predicts which files a task will need, by votes on what is known before a file is opened: files the task names, files whose
 * path or code contains its words, files that similar tasks and commits changed or read, files of relevant memories, and
 * files that define a symbol it names. The score is the sum of the votes, and each vote is a readable reason.
 *
 * Pure. Measured in bench/prefetch, bench/localisation.
 */
import { basename } from "node:path/posix";
import type { PastWork } from "../../store/sessions/past-work.ts";
import { bestFirst, type Prefetched, type Vote } from "./prefetched.ts";
import type { CodeEvidence } from "./search-code.ts";
import { likenesses, likenessesOfTerms } from "./similar-tasks.ts";
import { firstLine, termsOf, wordsByTerm } from "./terms.ts";
import { PREFETCH } from "./tuning.ts";

export interface PrefetchBasis {
  readonly task: string;
  /** Sessions and commits, oldest first. */
  readonly past: readonly PastWork[];
  /** Every existing file, as relative POSIX paths; null when unknown. */
  readonly tree: readonly string[] | null;
  /** Files of memories, best first, with the relevance of the memory to the task, at most about 1. */
  readonly remembered: readonly { readonly path: string; readonly relevance: number }[];
  /** Files that define a symbol the task names. */
  readonly defining: readonly { readonly path: string; readonly symbol: string }[];
  /** What the code contains of the task's words; null when it was not searched. */
  readonly code: ReadonlyMap<string, CodeEvidence> | null;
}

/** Returns the files, best first, at most `limit`; ties by path. Empty for a task without a word. */
export function prefetch(basis: PrefetchBasis, limit: number): Prefetched[] {
  return bestFirst(votesOf(basis), limit);
}

/** Returns all votes for files that exist, with their reasons. */
export function votesOf(basis: PrefetchBasis): Vote[] {
  if (termsOf(basis.task).length === 0) return [];
  const there = basis.tree === null ? null : new Set(basis.tree);
  const votes = [
    ...votesOfNames(basis),
    ...votesOfPathWords(basis),
    ...votesOfPast(basis),
    ...votesOfMessages(basis),
    ...votesOfMemories(basis),
    ...votesOfCode(basis),
    ...basis.defining.map(({ path, symbol }) => ({
      path,
      value: PREFETCH.defines,
      why: `defines ${symbol}`,
    })),
  ];
  return votes.filter(({ path }) => there === null || there.has(path));
}

const NAMED = "named by the task";
const FOR_SIMILAR_TASK = "for a similar task";

/**
 * Returns the files that past work on similar tasks clearly touched, best first; empty for most tasks and for a task that
 * names its files itself.
 */
export function prefetchSurely(basis: PrefetchBasis, limit: number): Prefetched[] {
  const votes = votesOf(basis);
  if (votes.some(({ why }) => why === NAMED)) return [];
  return bestFirst(votes, limit).filter(
    ({ score, why: [reason = ""] }) =>
      score >= PREFETCH.sure.value && reason.endsWith(FOR_SIMILAR_TASK),
  );
}

/** A path as written in a sentence. */
const PATH = /(?<![\w@.-])[\w@.-]+(?:\/[\w@.[\]()-]+)+/g;
const SHORTEST_NAME = 7;
/** Maximum characters of a task. A longer one is a log, and each file is searched for in it. */
const LONGEST_TASK = 20_000;

function votesOfNames({ task: whole, tree, past }: PrefetchBasis): Vote[] {
  const task = whole.slice(0, LONGEST_TASK);
  const knownFiles = filesOf(tree, past);
  const words = new Set(
    task.split(/[\s"'`,;:()<>[\]{}]+/).map((word) => word.replace(/[.!?]+$/, "")),
  );
  const taskWords = new Set(task.toLowerCase().match(/[a-z][a-z0-9_-]*/g) ?? []);
  const written = new Set((task.match(PATH) ?? []).map((path) => path.replace(/^\.\//, "")));
  const named: Vote[] = [];
  for (const path of knownFiles) {
    const name = basename(path);
    if (
      written.has(path) ||
      (isInformativePath(path) ? task.includes(path) : isWord(path, words))
    ) {
      named.push({ path, value: PREFETCH.named.value, why: NAMED });
    } else if (name.length >= SHORTEST_NAME && task.includes(name)) {
      named.push({ path, value: PREFETCH.namedShortly.value, why: NAMED });
    }
    if (taskWords.has(stemOf(name))) {
      named.push({
        path,
        value: PREFETCH.namedByWord.value,
        why: "the task contains its name",
      });
    }
  }
  // Without a known tree, a written path is accepted: the task may be to create it.
  const news =
    tree === null
      ? [...written].filter((path) => /\.\w+$/.test(path) && !knownFiles.has(path))
      : [];
  return [...named, ...news.map((path) => ({ path, value: PREFETCH.named.value, why: NAMED }))];
}

/**
 * Returns the stem of a file name, `parser` of `parser.test.ts`; "" for names that every folder has or that are too short.
 */
function stemOf(name: string): string {
  const stem = (name.split(".")[0] ?? "").toLowerCase();
  return stem.length < 4 || EVERYWHERE.test(stem) ? "" : stem;
}

const EVERYWHERE =
  /^(?:__init__|index|lib|utils?|types?|main|core|base|common|helpers?|constants?|readme|tests?)$/;

function isInformativePath(path: string): boolean {
  return path.includes("/") || path.length >= SHORTEST_NAME;
}

/**
 * Whether a task names a file: a file `run` is named neither by "rerunning" nor by "run the tests"; `go.mod` is named only by
 * its full name.
 */
function isWord(name: string, words: ReadonlySet<string>): boolean {
  return name.includes(".") && words.has(name);
}

function votesOfPathWords({ task, tree, past }: PrefetchBasis): Vote[] {
  const taskTerms = new Set(termsOf(task));
  const wordsIn = naming(task);
  const files = [...filesOf(tree, past)].map((path) => ({ path, terms: new Set(termsOf(path)) }));
  const frequency = new Map<string, number>();
  for (const { terms } of files) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  const rarity = (term: string) => Math.log(1 + files.length / ((frequency.get(term) ?? 0) + 0.5));
  return files.flatMap(({ path, terms }) => {
    const shared = [...terms].filter((term) => taskTerms.has(term));
    if (shared.length === 0) return [];
    const sum = (some: Iterable<string>) =>
      [...some].reduce((total, term) => total + rarity(term), 0);
    // Adds two words, so that a short path does not match well by its only word.
    const share = sum(shared) / (sum(terms) + 2);
    const sharedWords = wordsIn(shared.toSorted((a, b) => rarity(b) - rarity(a)));
    return [
      { path, value: PREFETCH.pathWords.value * share, why: `its path contains ${sharedWords}` },
    ];
  });
}

function votesOfPast({ task, past }: PrefetchBasis): Vote[] {
  const alike = likenesses(
    task,
    past.map(({ about }) => about),
  );
  const { recency, recencyTasks, similar, edited, committed } = PREFETCH;
  const ranked = past
    .map((work, i) => {
      const age = past.length - 1 - i;
      const likeness = alike[i] ?? 0;
      const recent = recency.value * Math.exp(-age / recencyTasks.value);
      return { work, likeness, weight: (likeness + recent) ** 2 };
    })
    .sort((a, b) => b.weight - a.weight)
    .slice(0, similar.value);
  return ranked.flatMap(({ work, likeness, weight }) =>
    work.files.map(({ path, isEdited }) => ({
      path,
      value: weight * (work.isCommit ? committed.value : isEdited ? edited.value : 1),
      why: `${isEdited ? "changed" : "read"} ${likeness > 0.2 ? FOR_SIMILAR_TASK : "recently"}`,
    })),
  );
}

/**
 * Votes by all messages with which a file was changed, which together state its purpose. Only used together with the code:
 * without it, similar tasks state the same better.
 */
function votesOfMessages({ task, past, tree, code }: PrefetchBasis): Vote[] {
  if (code === null) return [];
  const knownFiles = filesOf(tree, past);
  const termsByPath = new Map<string, string[]>();
  for (const { about, files } of past) {
    const changed = files.filter(({ isEdited }) => isEdited);
    if (changed.length > PREFETCH.messageFiles.value) continue;
    const terms = termsOf(firstLine(about));
    for (const { path } of changed) {
      if (!knownFiles.has(path)) continue;
      const sofar = termsByPath.get(path) ?? [];
      sofar.push(...terms);
      termsByPath.set(path, sofar);
    }
  }
  const taskTerms = termsOf(firstLine(task));
  const wordsIn = naming(task);
  const alike = likenessesOfTerms(taskTerms, [...termsByPath.values()]);
  return [...termsByPath].flatMap(([path, terms], i) => {
    const likeness = alike[i] ?? 0;
    if (likeness === 0) return [];
    const value = PREFETCH.messages.value * likeness ** 2;
    const words = wordsIn([...new Set(taskTerms)].filter((term) => terms.includes(term)));
    return [{ path, value, why: `earlier changes to it mention ${words}` }];
  });
}

function votesOfMemories({ remembered }: PrefetchBasis): Vote[] {
  const best = Math.max(0, ...remembered.map(({ relevance }) => relevance));
  if (best <= 0) return [];
  return remembered.map(({ path, relevance }) => ({
    path,
    value: (PREFETCH.remembered * Math.max(0, relevance)) / best,
    why: "a relevant memory is about it",
  }));
}

function votesOfCode({ task, code }: PrefetchBasis): Vote[] {
  const { codeWords, codeTitle, codeStretch, codeNames } = PREFETCH;
  const wordsIn = naming(task);
  return [...(code ?? [])].map(
    ([path, { words, title, stretch, names, line, topTerms: terms }]) => ({
      path,
      value:
        codeWords.value * words +
        codeTitle.value * title +
        codeStretch.value * stretch +
        codeNames.value * names,
      why: `its code contains ${wordsIn(terms)}, mostly near line ${line}`,
    }),
  );
}

/** Maximum words that a reason names. */
const MAX_NAMED = 3;

/** Returns a function that writes terms as the task does. */
function naming(task: string): (terms: readonly string[]) => string {
  const words = wordsByTerm(task);
  return (terms) =>
    terms
      .slice(0, MAX_NAMED)
      .map((term) => words.get(term) ?? term)
      .join(", ");
}

function filesOf(tree: PrefetchBasis["tree"], past: PrefetchBasis["past"]): ReadonlySet<string> {
  return new Set(tree ?? past.flatMap(({ files }) => files.map(({ path }) => path)));
}
