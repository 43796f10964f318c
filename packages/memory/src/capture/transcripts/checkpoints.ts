/**
 * Sessions that a repository contains as checkpoints of Entire: on a branch, in the folder `<id>/<number>`, or under a ref for
 * each checkpoint, in the folder `<number>`. There `full.jsonl` is the transcript of a session up to a commit, and
 * `metadata.json` names the session. Whoever can push to the repository can write them.
 */
import { createWriteStream, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { runGit, streamGit } from "@tacit-memory/git";

/** A transcript in a checkpoint. A session has one for each of its commits. */
export interface Checkpoint {
  /** Object id of the transcript. */
  readonly blob: string;
  readonly bytes: number;
  /** The folder of the transcript, as git names it: `REF:PATH`. */
  readonly folder: string;
}

const BRANCH = "entire/checkpoints/v1";
const BRANCHES = [`refs/heads/${BRANCH}`, `refs/remotes/origin/${BRANCH}`];
const REFS = "refs/entire/checkpoints";
const LISTED = /^\d+ blob ([0-9a-f]{40,64}) +(\d+)\t(.+)\/full\.jsonl$/;
const FOUND = /^([0-9a-f]{40,64}) blob (\d+) (.+)$/;
const ASK_MS = 10_000;
const READ_MS = 120_000;
const MOST_CHECKPOINTS = 2000;
/** Sessions read of a checkpoint with a ref of its own; most have one. */
const MOST_SESSIONS = 8;
/** Maximum bytes of a transcript; larger ones are not read. */
const MOST_BYTES = 200_000_000;

/** Returns the transcripts of all checkpoints; none without any. */
export async function findCheckpoints(root: string): Promise<Checkpoint[]> {
  const found = [...(await onBranch(root)), ...(await underRefs(root))];
  return found.filter(({ bytes }) => bytes <= MOST_BYTES).slice(0, MOST_CHECKPOINTS);
}

async function onBranch(root: string): Promise<Checkpoint[]> {
  const ref = await firstBranch(root);
  if (ref === null) return [];
  const listed = await ask(root, ["ls-tree", "-r", "-l", ref]);
  return listed.split("\n").flatMap((line) => {
    const [, blob = "", bytes = "", path = ""] = LISTED.exec(line) ?? [];
    return blob === "" ? [] : [{ blob, bytes: Number(bytes), folder: `${ref}:${path}` }];
  });
}

async function firstBranch(root: string): Promise<string | null> {
  for (const ref of BRANCHES) {
    if ((await ask(root, ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`])) !== "")
      return ref;
  }
  return null;
}

async function underRefs(root: string): Promise<Checkpoint[]> {
  const listed = await ask(root, ["rev-parse", "--symbolic", `--glob=${REFS}`]);
  const refs = listed.split("\n").filter((ref) => ref !== "");
  const folders = refs
    .slice(0, MOST_CHECKPOINTS)
    .flatMap((ref) => Array.from({ length: MOST_SESSIONS }, (_, number) => `${ref}:${number}`));
  if (folders.length === 0) return [];
  const format = "%(objectname) %(objecttype) %(objectsize) %(rest)";
  const input = folders.map((folder) => `${folder}/full.jsonl ${folder}\n`).join("");
  const found = await ask(root, ["cat-file", `--batch-check=${format}`], input);
  return found.split("\n").flatMap((line) => {
    const [, blob = "", bytes = "", folder = ""] = FOUND.exec(line) ?? [];
    return blob === "" ? [] : [{ blob, bytes: Number(bytes), folder }];
  });
}

/** Returns what git prints, or "" if it fails. */
async function ask(root: string, question: readonly string[], input?: string): Promise<string> {
  return (await runGit(root, question, { timeoutMs: ASK_MS, input })) ?? "";
}

/** Writes the longest transcript of each session to a file in `folder`. What git cannot read in time is left out. */
export async function writeCheckpoints(
  root: string,
  checkpoints: readonly Checkpoint[],
  folder: string,
): Promise<void> {
  for (const { blob } of await longestOfEach(root, checkpoints)) {
    const path = join(folder, `${blob}.jsonl`);
    const git = await streamGit(root, ["cat-file", "blob", blob], READ_MS);
    await pipeline(git.stdout, createWriteStream(path, { mode: 0o600, flags: "wx" }));
    if ((await git.ended) !== 0) rmSync(path, { force: true });
  }
}

async function longestOfEach(
  root: string,
  checkpoints: readonly Checkpoint[],
): Promise<readonly Checkpoint[]> {
  const sessions = await sessionsOf(root, checkpoints);
  const longest = new Map<string, Checkpoint>();
  for (const [i, checkpoint] of checkpoints.entries()) {
    const session = sessions.get(i) ?? checkpoint.folder;
    if (checkpoint.bytes > (longest.get(session)?.bytes ?? -1)) longest.set(session, checkpoint);
  }
  return [...new Map([...longest.values()].map((one) => [one.blob, one])).values()];
}

/** Returns the session ids that the metadata states, by the checkpoint's position. */
async function sessionsOf(
  root: string,
  checkpoints: readonly Checkpoint[],
): Promise<ReadonlyMap<number, string>> {
  const input = checkpoints.map(({ folder }, i) => `${folder}/metadata.json ${i}\n`).join("");
  const printed = await ask(root, ["cat-file", "--batch=metadata %(rest)"], input);
  const sessions = new Map<number, string>();
  const [, ...parts] = printed.split(/^metadata (\d+)\n/m);
  for (let i = 0; i < parts.length; i += 2) {
    const [, id] = /"session_id"\s*:\s*"([\w.-]{1,200})"/.exec(parts[i + 1] ?? "") ?? [];
    if (id !== undefined) sessions.set(Number(parts[i]), id);
  }
  return sessions;
}
