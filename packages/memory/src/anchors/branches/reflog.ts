/**
 * Reads the history of a branch from git's reflogs: which commits were made on it after a given one, and its current name.
 * Reads files only; a deleted branch still appears in the reflog of HEAD.
 */
import { closeSync, readSync } from "node:fs";
import { join } from "node:path";
import { namesIn, openToRead } from "@tacit-memory/files";
import { isCommit } from "../../domain/anchors/stage.ts";
import { BRANCHES } from "./limits.ts";

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly message: string;
}

/** Returns the moves, oldest first; skips invalid lines. */
export function parseReflog(text: string): Move[] {
  return text.split("\n").flatMap((line) => {
    const tab = line.indexOf("\t");
    const [from = "", to = ""] = line.split(" ", 2);
    if (!isCommit(from) || !isCommit(to)) return [];
    return [{ from, to, message: tab === -1 ? "" : line.slice(tab + 1) }];
  });
}

/**
 * `made`: a commit made on the branch. `rewritten`: the same work at another place, or merged with another branch. `moved`:
 * the branch was moved to a commit, which does not prove that it contains the work.
 */
type Kind = "made" | "rewritten" | "moved";

function kindOf({ message, to }: Move): Kind {
  if (/^(?:commit|cherry-pick|revert|am)\b/.test(message)) return "made";
  // The intermediate steps of a rebase contain only part of the work.
  if (/^(?:rebase|pull)\b.*(?:\(finish\)|\bfinished)/.test(message)) {
    // Rebased onto the resulting commit itself: no work of the branch was left.
    return message.endsWith(` onto ${to}`) ? "moved" : "rewritten";
  }
  return /^(?:merge|pull)\b.*: Merge made/.test(message) ? "rewritten" : "moved";
}

export interface Made {
  /** True if `commit` was made on this branch itself. */
  readonly isOwn: boolean;
  /** Made after `commit`: the first one, and the later states of the branch, oldest first. */
  readonly first: string | null;
  readonly tips: readonly string[];
}

/** Returns what was made after the branch was last at `commit`; null if it never was there. */
export function madeAfter(moves: readonly Move[], commit: string): Made | null {
  const start = moves.findLastIndex(({ to }) => to === commit);
  const at = moves[start];
  if (at === undefined) return null;
  const since = moves.slice(start + 1).map((move) => ({ ...move, kind: kindOf(move) }));
  const first = since.findIndex(({ kind }) => kind === "made");
  const isOwn = kindOf(at) !== "moved";
  const own = isOwn ? since : since.slice(first === -1 ? since.length : first);
  return {
    isOwn,
    first: since[first]?.to ?? null,
    tips: own.filter(({ kind }) => kind !== "moved").map(({ to }) => to),
  };
}

export interface Reflogs {
  /** Returns the moves of a branch from its own reflog. */
  readonly ofBranch: (branch: string) => readonly Move[];
  /** Returns the moves of a branch that may no longer exist, from the HEAD reflog of every worktree. */
  readonly ofHeads: (branch: string) => readonly Move[];
}

/** Opens the reflogs. Each file is read once, on first use. */
export function openReflogs(commonDir: string): Reflogs {
  const branches = new Map<string, readonly Move[]>();
  const visits = new Map<string, readonly Move[]>();
  let heads: readonly (readonly Move[])[] | undefined;
  return {
    ofBranch: (branch) => {
      const moves = branches.get(branch) ?? branchMoves(commonDir, branch);
      branches.set(branch, moves);
      return moves;
    },
    ofHeads: (branch) => {
      heads ??= headFolders(commonDir).map((folder) => movesIn(join(folder, "logs", "HEAD")));
      const moves = visits.get(branch) ?? heads.flatMap((all) => onBranch(all, branch));
      visits.set(branch, moves);
      return moves;
    },
  };
}

function branchMoves(commonDir: string, branch: string): Move[] {
  return movesIn(join(commonDir, "logs", "refs", "heads", branch));
}

function headFolders(commonDir: string): string[] {
  const worktrees = join(commonDir, "worktrees");
  return [commonDir, ...namesIn(worktrees).map((name) => join(worktrees, name))];
}

function movesIn(path: string): Move[] {
  return parseReflog(readEnd(path) ?? "");
}

const CHECKOUT = /^checkout: moving from (\S+) to (\S+)$/;

/** Returns the moves of a HEAD while a branch was checked out, including how it reached its position. */
function onBranch(moves: readonly Move[], branch: string): Move[] {
  const found: Move[] = [];
  let pending: Move[] = [];
  let current: string | null = null;
  for (const move of moves) {
    const [, from, to] = CHECKOUT.exec(move.message) ?? [];
    if (from === undefined || to === undefined) {
      pending.push(move);
      continue;
    }
    if ((current ?? from) === branch || from === branch) found.push(...pending);
    pending = [];
    current = to;
    if (to === branch) pending.push({ ...move, message: "" });
  }
  if (current === branch) found.push(...pending);
  return found;
}

const RENAMED = /^Branch: renamed refs\/heads\/(\S+) to refs\/heads\/(\S+)$/;

/** Returns the new name of a branch that no longer exists; null if no reflog shows a rename. */
export function renamedTo(
  reflogs: Reflogs,
  branch: string,
  present: readonly string[],
): string | null {
  for (const name of present) {
    const isSo = reflogs.ofBranch(name).some(({ message }) => {
      const [, from, to] = RENAMED.exec(message) ?? [];
      return from === branch && to === name;
    });
    if (isSo) return name;
  }
  return null;
}

/**
 * Returns whether a branch of this name was created again after these commits were on it: names such as `fix` are reused. A
 * branch that was only fetched again, or whose reflog does not reach back to its creation, counts as the same.
 */
export function isMadeAnew(
  moves: readonly Move[],
  branch: string,
  commits: readonly string[],
): boolean {
  const [, from] = /^branch: Created from (.+)$/.exec(moves[0]?.message ?? "") ?? [];
  if (from === undefined || from.endsWith(`/${branch}`)) return false;
  return !moves.some((move) => commits.includes(move.to) || commits.includes(move.from));
}

/** Returns whether the repository or clone started on this branch. */
export function isBornHere(commonDir: string, branch: string): boolean {
  const message = branchMoves(commonDir, branch)[0]?.message ?? "";
  return message.startsWith("commit (initial)") || message.startsWith("clone: ");
}

/** Returns the end of a file; null if it does not exist or may not be read. */
function readEnd(path: string): string | null {
  try {
    const file = openToRead(path);
    if (file === null) return null;
    const { fd, stat } = file;
    try {
      const length = Math.min(stat.size, BRANCHES.reflogBytes);
      const buffer = Buffer.alloc(length);
      const read = length === 0 ? 0 : readSync(fd, buffer, 0, length, stat.size - length);
      return buffer.toString("utf8", 0, read);
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}
