/**
 * Decides whether a repository belongs to the project of the remote in its configuration. Any remote can be written into
 * `.git/config`. The first repository with a remote is trusted. Every other one must contain a commit that is recorded for
 * the project. The id of a commit is a hash of its content, so it cannot be forged.
 *
 * The record of a remote is a small file in `<home>/identity`. Git runs only for a folder that is not in the record.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { appendToFile, isFolder, readSmallFile } from "@tacit-memory/files";
import { parseGitConfig, remotesOf } from "./git-config.ts";
import { SHA } from "./git-head.ts";
import { realPathOf } from "./real-path.ts";
import { pickRemote } from "./remote.ts";
import { askGit, folderStamp } from "./root-commit.ts";
import { sha256Hex } from "./sha256.ts";

export interface Claim {
  readonly home: string;
  /** Without credentials, such as `github.com/o/r`. */
  readonly remote: string;
  readonly commonDir: string;
  readonly headCommit: string | null;
}

/**
 * What the record of a remote that a repository no longer has shows about it. earlier: it belonged to the project, and no other
 * recorded repository has the remote. shared: another one has it. another: it is not recorded, or has none of the recorded
 * commits. unclear: there is no record, or git does not answer.
 */
export type RemoteStanding = "earlier" | "shared" | "another" | "unclear";

interface RemoteRecord {
  /** Stamps of the repositories that belong to the project, by their common git folder. */
  readonly repositories: ReadonlyMap<string, string>;
  readonly commits: readonly string[];
}

/** Enough for most histories. Without an answer only the head commit is recorded. */
const ROOT_LIMIT_MS = 500;
/** Limit of repositories and of commits that are compared. */
const MAX_COMPARED = 20;

/** If the repository belongs to the project, it is added to the record. */
export function mayUseRemote(claim: Claim): boolean {
  // Without a home folder there are no memories that another repository could see.
  if (!isFolder(claim.home)) return true;
  const record = readRecord(claim);
  if (record.repositories.get(claim.commonDir) === folderStamp(claim.commonDir)) {
    if (record.commits.length === 0) addToRecord(claim, commitsOf(claim));
    return true;
  }
  const isFirst = record.repositories.size === 0;
  if (!isFirst && !isSameHistory(claim, record)) return false;
  addToRecord(claim, [
    `at ${folderStamp(claim.commonDir)} ${claim.commonDir}`,
    ...(isFirst || record.commits.length === 0 ? commitsOf(claim) : []),
  ]);
  return true;
}

export function remoteStanding(home: string, remote: string, commonDir: string): RemoteStanding {
  const folder = realPathOf(commonDir)?.path ?? commonDir;
  const record = readRecord({ home, remote });
  if (record.repositories.size === 0) return "unclear";
  const stamp = record.repositories.get(folder);
  if (stamp === undefined) return "another";
  const commits = record.commits.slice(0, MAX_COMPARED);
  if (commits.length === 0) {
    if (stamp !== folderStamp(folder)) return "another";
  } else if (!commits.some((commit) => hasCommit(folder, commit)))
    return askGit(folder, ["rev-parse", "--git-dir"]) === null ? "unclear" : "another";
  const others = [...record.repositories].filter(
    ([other, recorded]) => other !== folder && folderStamp(other) === recorded,
  );
  return others.some(([other]) => hasRemote(other, remote)) ? "shared" : "earlier";
}

function hasRemote(commonDir: string, remote: string): boolean {
  const config = readSmallFile(join(commonDir, "config")) ?? "";
  return pickRemote(remotesOf(parseGitConfig(config)))?.canonical === remote;
}

function isSameHistory(claim: Claim, record: RemoteRecord): boolean {
  const repositories = [...record.repositories.keys()].filter(isFolder).slice(-MAX_COMPARED);
  const commits = record.commits.slice(0, MAX_COMPARED);
  if (commits.some((commit) => hasCommit(claim.commonDir, commit))) return true;
  // A shallow clone has no old commit, but a recorded repository may have its newest one.
  const newest = claim.headCommit;
  if (newest !== null && hasCommit(claim.commonDir, newest))
    if (repositories.some((folder) => hasCommit(folder, newest))) return true;
  const heads = repositories.flatMap(
    (folder) => askGit(folder, ["rev-parse", "--verify", "HEAD"]) ?? [],
  );
  if (heads.some((head) => hasCommit(claim.commonDir, head))) return true;
  // No repository of the project has a commit, so there is no history to compare.
  return commits.length === 0 && repositories.length > 0 && heads.length === 0 && newest === null;
}

/** True if the repository has an object of this id whose content has this hash. The name of the object alone proves nothing. */
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
  return [...roots, ...(headCommit === null ? [] : [headCommit])].map((item) => `commit ${item}`);
}

function rootsOf(commonDir: string): string[] {
  const output = askGit(commonDir, ["rev-list", "--max-parents=0", "HEAD"], ROOT_LIMIT_MS) ?? "";
  return output
    .trim()
    .split("\n")
    .filter((line) => SHA.test(line))
    .slice(-3);
}

function fileOf({ home, remote }: Pick<Claim, "home" | "remote">): string {
  return join(home, "identity", `remote-${sha256Hex(remote).slice(0, 32)}`);
}

function readRecord(claim: Pick<Claim, "home" | "remote">): RemoteRecord {
  const repositories = new Map<string, string>();
  const commits: string[] = [];
  for (const line of (readSmallFile(fileOf(claim)) ?? "").split("\n")) {
    const [, stamp = "", folder = ""] = /^at (\S+) (.+)$/.exec(line) ?? [];
    if (folder !== "") repositories.set(folder, stamp);
    const commit = /^commit (\S+)$/.exec(line)?.[1] ?? "";
    if (SHA.test(commit)) commits.push(commit);
  }
  return { repositories, commits };
}

/** If the record cannot be written, the next process asks git again. */
function addToRecord(claim: Claim, lines: readonly string[]): void {
  if (lines.length === 0 || /[\r\n]/.test(claim.commonDir)) return;
  try {
    mkdirSync(join(claim.home, "identity"), { recursive: true, mode: 0o700 });
    appendToFile(fileOf(claim), `${lines.join("\n")}\n`);
  } catch {
    // The home folder is read-only.
  }
}
