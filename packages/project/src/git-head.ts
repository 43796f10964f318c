/** Reads the branch and commit that are checked out from HEAD, loose references and packed-refs. */
import { join } from "node:path";
import { readSmallFile } from "@tacit-memory/files";
import type { GitLayout } from "./git-layout.ts";

export interface Head {
  /** Null for a detached HEAD. During a rebase it is the branch that is rebased. */
  readonly branch: string | null;
  /** Null before the first commit, and in a repository with a reftable, which only git can read. */
  readonly commit: string | null;
}

/** A commit id: SHA-1 or SHA-256. */
export const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
export const MAX_PACKED_REFS_BYTES = 32 * 1024 * 1024;

export function readHead(layout: GitLayout): Head {
  const head = readSmallFile(join(layout.gitDir, "HEAD"), 4096)?.trim() ?? "";
  const target = referenceIn(head);
  if (target === null) {
    return { branch: branchInRebase(layout), commit: SHA.test(head) ? head : null };
  }
  const branch = target.startsWith("refs/heads/") ? target.slice("refs/heads/".length) : null;
  // Repositories with a reftable keep a stub in HEAD.
  if (branch === ".invalid") return { branch: null, commit: null };
  return { branch, commit: commitOf(layout, target, 0) };
}

/** The branch that is being rebased: HEAD is detached then, but the work belongs to the branch. */
function branchInRebase({ gitDir }: GitLayout): string | null {
  for (const folder of ["rebase-merge", "rebase-apply"]) {
    const name = readSmallFile(join(gitDir, folder, "head-name"), 4096)?.trim() ?? "";
    if (name.startsWith("refs/heads/")) return name.slice("refs/heads/".length);
  }
  return null;
}

function commitOf(layout: GitLayout, reference: string, depth: number): string | null {
  if (depth > 5 || !isSafeName(reference)) return null;
  const loose =
    readSmallFile(join(layout.commonDir, reference), 4096) ??
    readSmallFile(join(layout.gitDir, reference), 4096);
  if (loose !== null) {
    const text = loose.trim();
    if (SHA.test(text)) return text;
    const next = referenceIn(text);
    return next === null ? null : commitOf(layout, next, depth + 1);
  }
  return packedCommit(layout.commonDir, reference);
}

function packedCommit(commonDir: string, reference: string): string | null {
  const packed = readSmallFile(join(commonDir, "packed-refs"), MAX_PACKED_REFS_BYTES) ?? "";
  const end = `\n${packed}\n`.indexOf(` ${reference}\n`);
  if (end === -1) return null;
  const line = `\n${packed}\n`.slice(Math.max(0, end - 64), end);
  const sha = line.slice(line.lastIndexOf("\n") + 1);
  return SHA.test(sha) ? sha : null;
}

function referenceIn(text: string): string | null {
  return /^ref: *(\S+)$/.exec(text)?.[1] ?? null;
}

/** A reference becomes part of a path, so it must not lead out of the repository. */
function isSafeName(reference: string): boolean {
  return (
    reference.startsWith("refs/") &&
    !reference.split(/[\\/]/).includes("..") &&
    !reference.includes("\0")
  );
}
