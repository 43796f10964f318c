/**
 * Checks whether the code under a memory is unchanged. Each anchor is compared with the current file: intact, moved, changed
 * or gone. Together they yield the memory's freshness, a score factor and a note for people. Nothing is written here. If an
 * edit is reverted, the next check finds the code intact.
 */

import type { Anchor, AnchorVerdict } from "../../domain/anchors/anchor.ts";
import type { CodeState } from "../../domain/hit.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Freshness } from "../../domain/memory.ts";
import type { CheckOptions, FreshnessCheck } from "../../domain/ports/freshness.ts";
import { FRESHNESS } from "../limits.ts";
import { metCondition } from "./anchor-condition.ts";
import { anchorFiles, type FileChecks } from "./anchor-files.ts";
import { type GitAnswers, gitAnswers } from "./anchor-git.ts";
import { type CodeLocation, findMovedCode, type SearchContext } from "./anchor-search.ts";
import { noteOf } from "./anchor-words.ts";

export interface FreshnessContext {
  /** Root of the worktree; null if it is not on this machine, so that the state of files is unknown. */
  readonly root: string | null;
  /** Returns the commit checked out now without calling git; null if there is none. */
  readonly headOf: () => string | null;
  /**
   * Returns the files that define a name according to the code graph; empty if nothing is indexed. Called only when git may
   * be called.
   */
  readonly filesDefining: (name: string) => Promise<readonly string[]>;
  /** Returns the noted new location of a missing file or folder, for processes that may not call git. */
  readonly movedTo?: ((path: string) => Promise<string | null>) | undefined;
  /** Returns whether an earlier search of the whole project found the missing code nowhere. */
  readonly wasGone?: ((anchor: Anchor) => Promise<boolean>) | undefined;
  /** Limit of one git command in milliseconds. */
  readonly gitPatienceMs?: number | undefined;
}

export function createFreshness(place: FreshnessContext): FreshnessCheck {
  const { root } = place;
  const checkAnchors = root === null ? null : anchorChecker(root, place);
  return {
    check: async (subjects, anchors, options) => {
      const everywhere = new Set(
        subjects.flatMap((subject) => (subject.projectId === null ? subject.id : [])),
      );
      // A global memory was anchored to files of one unknown project; in other projects these files never existed.
      const own = anchors.filter(({ memoryId }) => !everywhere.has(memoryId));
      const judged = checkAnchors === null ? own.map(unanchored) : await checkAnchors(own, options);
      const verdicts = new Map<MemoryId, AnchorVerdict[]>();
      for (const [at, verdict] of judged.entries()) {
        const { memoryId } = own[at] as Anchor;
        verdicts.set(memoryId, [...(verdicts.get(memoryId) ?? []), verdict]);
      }
      const freshnessById = new Map<MemoryId, CodeState>();
      for (const { id, files, invalidWhen } of subjects) {
        const met = await metCondition(invalidWhen, { root, files }, options.nowMs);
        freshnessById.set(id, combineVerdicts(verdicts.get(id) ?? [], met));
      }
      return freshnessById;
    },
  };
}

/** Returns a function that computes a verdict for every anchor, in the same order. */
function anchorChecker(root: string, place: FreshnessContext) {
  const files = anchorFiles(root);
  const git = gitAnswers(root, place.headOf, place.gitPatienceMs);
  const search = cachedSearch();
  return async (anchors: readonly Anchor[], options: CheckOptions): Promise<AnchorVerdict[]> => {
    const head = place.headOf();
    const mayAsk = options.mayAskGit === true;
    const fileChecks = files.start();
    const maxChars = mayAsk ? FRESHNESS.searchedCharsAsking : FRESHNESS.searchedChars;
    const { queryFiles = [] } = options;
    const where = { ...place, root, head, mayAsk, queryFiles, budget: { chars: maxChars } };
    const answers = mayAsk && head !== null ? git(options.nowMs) : null;
    const circumstances: CheckContext = {
      ...where,
      git: answers,
      isExplained: options.isExplained,
      search: (anchor) => search(anchor, { ...where, git: answers }, options.nowMs),
    };
    const verdicts: AnchorVerdict[] = [];
    for (const anchor of anchors) verdicts.push(await judge(anchor, fileChecks, circumstances));
    return verdicts;
  };
}

interface CheckContext extends FreshnessContext {
  readonly root: string;
  readonly git: GitAnswers | null;
  readonly mayAsk: boolean;
  readonly budget: SearchContext["budget"];
  readonly head: string | null;
  readonly isExplained?: boolean | undefined;
  readonly search: (anchor: Anchor) => Promise<CodeLocation | null>;
}

const MAX_SEARCHES = 1000;

/** Caches search results, found or not, for some seconds, because a search reads files. */
function cachedSearch() {
  const cache = new Map<
    string,
    { readonly untilMs: number; readonly place: CodeLocation | null }
  >();
  return async (
    anchor: Anchor,
    where: SearchContext & { readonly head: string | null },
    nowMs: number,
  ): Promise<CodeLocation | null> => {
    const { mayAsk, head, queryFiles } = where;
    const key = [anchor.path, anchor.head, anchor.contentHash, mayAsk, head, ...queryFiles].join(
      "\0",
    );
    const cached = cache.get(key);
    if (cached !== undefined && nowMs < cached.untilMs) return cached.place;
    const place = await findMovedCode(anchor, where);
    if (cache.size >= MAX_SEARCHES) cache.clear();
    // The budget ran out before anything was found: a process that may call git has a new budget for the next query.
    if (place !== null || !where.mayAsk || !isSpent(where)) {
      cache.set(key, { untilMs: nowMs + FRESHNESS.answerMs, place });
    }
    return place;
  };
}

function isSpent({ budget }: Pick<SearchContext, "budget">): boolean {
  return budget.chars <= 0;
}

async function judge(
  anchor: Anchor,
  fileChecks: FileChecks,
  circumstances: CheckContext,
): Promise<AnchorVerdict> {
  const { path, symbol } = anchor;
  const { state, line } = fileChecks.at(path, anchor);
  const verdict = { path, symbol, movedTo: null, line, commitsSince: null };
  if (state === "unknown") return unanchored(anchor);
  if (state === "intact") return { ...verdict, freshness: "intact" };
  const place = state === "changed" ? null : await circumstances.search(anchor);
  if (place?.isSame === true) {
    return { ...verdict, freshness: "moved", movedTo: place.path, line: place.line };
  }
  const isNowhere = state !== "changed" && place === null;
  if (isNowhere && (await isKnownGone(state, anchor, circumstances)))
    return { ...verdict, freshness: "gone" };
  const commitsSince = await countCommits(anchor, line, place, circumstances);
  const movedTo = place?.path ?? null;
  return {
    ...verdict,
    freshness: "changed",
    movedTo,
    line: place?.line ?? line,
    commitsSince,
    ...(isNowhere ? { isMissing: true } : {}),
  };
}

/**
 * A process that cannot search everywhere only knows that the code is not where it was, unless an earlier one searched.
 */
async function isKnownGone(
  state: "missing" | "absent",
  anchor: Anchor,
  circumstances: CheckContext,
): Promise<boolean> {
  if (state === "absent") return true;
  if (circumstances.mayAsk) return !isSpent(circumstances);
  return (await circumstances.wasGone?.(anchor)) ?? false;
}

/**
 * Counts commits since the change; null if git may not be called or does not know. If there is none, the change is not
 * committed.
 */
async function countCommits(
  anchor: Anchor,
  line: number | null,
  place: CodeLocation | null,
  { git, head, isExplained }: CheckContext,
): Promise<number | null> {
  const { commit, path, startLine, endLine } = anchor;
  if (commit === null || place !== null) return null;
  if (commit === head) return 0;
  if (git === null) return null;
  if (isExplained === true && line !== null && startLine !== null && endLine !== null) {
    const count = await git.commitsOfLines(path, commit, line, endLine - startLine + 1);
    if (count !== null) return count;
  }
  return git.commitsOfFile(path, commit);
}

function unanchored({ path, symbol }: Anchor): AnchorVerdict {
  return { path, symbol, freshness: "unanchored", movedTo: null, line: null, commitsSince: null };
}

function combineVerdicts(verdicts: readonly AnchorVerdict[], met: string | null): CodeState {
  const freshness = worst(verdicts);
  const isPart = verdicts.some(
    (verdict) =>
      verdict.symbol !== null && (verdict.freshness === "changed" || verdict.freshness === "gone"),
  );
  return {
    freshness,
    note: noteOf(verdicts, met),
    metCondition: met,
    factor: met === null ? factorOf(freshness, isPart) : FRESHNESS.goneFactor,
    // A file changes often, and most changes do not concern the memory, so that alone needs no review.
    isDoubtful: met !== null || freshness === "gone" || isPart,
    anchors: verdicts,
  };
}

function factorOf(freshness: Freshness, isPart: boolean): number {
  if (freshness === "gone") return FRESHNESS.goneFactor;
  if (freshness !== "changed") return 1;
  return isPart ? FRESHNESS.changedFactor : FRESHNESS.fileChangedFactor;
}

function worst(verdicts: readonly AnchorVerdict[]): Freshness {
  const anchored = verdicts
    .map(({ freshness }) => freshness)
    .filter((item) => item !== "unanchored");
  if (anchored.length === 0) return "unanchored";
  if (anchored.every((item) => item === "gone")) return "gone";
  if (anchored.some((item) => item === "gone" || item === "changed")) return "changed";
  return anchored.includes("moved") ? "moved" : "intact";
}
