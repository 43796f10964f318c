/**
 * May this repository use the project of the remote that its configuration names? Anybody can write a remote into a
 * `.git/config`. The first repository that names a remote is taken at its word; another one must hold a commit of those that
 * are known to belong to the project. Commits are named by their content, so nobody can make one up.
 *
 * What is known lies in `<home>/identity`, one small file a remote: git is asked only where a folder names a remote first.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { appendToFile, isFolder, readSmallFile } from "@tacit-memory/files";
import { sha256Hex } from "./hash.ts";
import { askGit, folderStamp, SHA } from "./root-commit.ts";

export interface Claim {
  readonly home: string;
  /** Without credentials, such as `github.com/o/r`. */
  readonly remote: string;
  readonly commonDir: string;
  readonly headCommit: string | null;
}

interface Known {
  /** Repositories that use the project, each with the mark of its folder. */
  readonly places: ReadonlyMap<string, string>;
  readonly commits: readonly string[];
}

/** Long enough for most histories; without an answer the head commit has to do. */
const ROOT_PATIENCE_MS = 500;
/** Repositories and commits that are compared. */
const MOST_COMPARED = 20;

/** Adds the repository to those of the remote where it may be. */
export function mayUseRemote(claim: Claim): boolean {
  // Without a home nothing is stored that anybody could be shown.
  if (!isFolder(claim.home)) return true;
  const known = readKnown(claim);
  if (known.places.get(claim.commonDir) === folderStamp(claim.commonDir)) {
    if (known.commits.length === 0) note(claim, commitsOf(claim));
    return true;
  }
  const isFirst = known.places.size === 0;
  if (!isFirst && !isSameHistory(claim, known)) return false;
  note(claim, [
    `at ${folderStamp(claim.commonDir)} ${claim.commonDir}`,
    ...(isFirst || known.commits.length === 0 ? commitsOf(claim) : []),
  ]);
  return true;
}

function isSameHistory(claim: Claim, known: Known): boolean {
  const places = [...known.places.keys()].filter(isFolder).slice(-MOST_COMPARED);
  const commits = known.commits.slice(0, MOST_COMPARED);
  if (commits.some((commit) => hasCommit(claim.commonDir, commit))) return true;
  // A shallow clone holds no old commit; the repository that is known may hold its newest.
  const newest = claim.headCommit;
  if (newest !== null && hasCommit(claim.commonDir, newest))
    if (places.some((place) => hasCommit(place, newest))) return true;
  const heads = places.flatMap((place) => askGit(place, ["rev-parse", "--verify", "HEAD"]) ?? []);
  if (heads.some((head) => hasCommit(claim.commonDir, head))) return true;
  // None of them has ever held a commit: there is no history to compare.
  return commits.length === 0 && places.length > 0 && heads.length === 0 && newest === null;
}

/** Its content must hash to its name: a file of that name proves nothing. */
function hasCommit(commonDir: string, commit: string): boolean {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const content = askGit(commonDir, ["cat-file", "commit", commit]);
  if (content === null) return false;
  const hash = createHash(commit.length === 64 ? "sha256" : "sha1");
  const body = Buffer.from(content, "latin1");
  return hash.update(`commit ${body.length}\0`).update(body).digest("hex") === commit;
}

function commitsOf({ commonDir, headCommit }: Claim): string[] {
  const roots = readSmallFile(join(commonDir, "shallow"), 64) === null ? rootsOf(commonDir) : [];
  return [...roots, ...(headCommit === null ? [] : [headCommit])].map((one) => `commit ${one}`);
}

function rootsOf(commonDir: string): string[] {
  const told = askGit(commonDir, ["rev-list", "--max-parents=0", "HEAD"], ROOT_PATIENCE_MS) ?? "";
  return told
    .trim()
    .split("\n")
    .filter((one) => SHA.test(one))
    .slice(-3);
}

function fileOf({ home, remote }: Claim): string {
  return join(home, "identity", `remote-${sha256Hex(remote).slice(0, 32)}`);
}

function readKnown(claim: Claim): Known {
  const places = new Map<string, string>();
  const commits: string[] = [];
  for (const line of (readSmallFile(fileOf(claim)) ?? "").split("\n")) {
    const [, stamp = "", place = ""] = /^at (\S+) (.+)$/.exec(line) ?? [];
    if (place !== "") places.set(place, stamp);
    const commit = /^commit (\S+)$/.exec(line)?.[1] ?? "";
    if (SHA.test(commit)) commits.push(commit);
  }
  return { places, commits };
}

/** What cannot be written now is asked again by the next process. */
function note(claim: Claim, lines: readonly string[]): void {
  if (lines.length === 0 || /[\r\n]/.test(claim.commonDir)) return;
  try {
    mkdirSync(join(claim.home, "identity"), { recursive: true, mode: 0o700 });
    appendToFile(fileOf(claim), `${lines.join("\n")}\n`);
  } catch {
    // A read-only home knows what it knew before.
  }
}
