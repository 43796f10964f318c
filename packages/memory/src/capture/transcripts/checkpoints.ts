/**
 * Sessions that a repository contains on the branch of Entire's checkpoints: `<id>/<number>/full.jsonl` is the transcript of a
 * session up to a commit, and `metadata.json` beside it names the session. Whoever can push to the branch can write them.
 */
import { createWriteStream, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { runGit, streamGit } from "@tacit-memory/git";

/** A transcript on the branch. A session has one for each of its commits. */
export interface Checkpoint {
  /** Object id of the transcript. */
  readonly blob: string;
  readonly bytes: number;
  /** The folder of the transcript, as git names it: `REF:PATH`. */
  readonly folder: string;
}

const BRANCH = "entire/checkpoints/v1";
const REFS = [`refs/heads/${BRANCH}`, `refs/remotes/origin/${BRANCH}`];
const LISTED = /^\d+ blob ([0-9a-f]{40,64}) +(\d+)\t(.+)\/full\.jsonl$/;
const ASK_MS = 10_000;
const READ_MS = 120_000;
const MOST_CHECKPOINTS = 2000;
/** Maximum bytes of a transcript; larger ones are not read. */
const MOST_BYTES = 200_000_000;

/** Returns the transcripts on the branch; none without one. */
export async function findCheckpoints(root: string): Promise<Checkpoint[]> {
  const ref = await firstRef(root);
  if (ref === null) return [];
  const listed = (await runGit(root, ["ls-tree", "-r", "-l", ref], { timeoutMs: ASK_MS })) ?? "";
  const found = listed.split("\n").flatMap((line) => {
    const [, blob = "", bytes = "", path = ""] = LISTED.exec(line) ?? [];
    if (blob === "" || Number(bytes) > MOST_BYTES) return [];
    return [{ blob, bytes: Number(bytes), folder: `${ref}:${path}` }];
  });
  return found.slice(0, MOST_CHECKPOINTS);
}

async function firstRef(root: string): Promise<string | null> {
  for (const ref of REFS) {
    const asked = ["rev-parse", "--verify", "--quiet", `${ref}^{commit}`];
    if ((await runGit(root, asked, { timeoutMs: ASK_MS })) !== null) return ref;
  }
  return null;
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
  const longest = new Map<string, Checkpoint>();
  for (const checkpoint of checkpoints) {
    const session = (await sessionOf(root, checkpoint)) ?? checkpoint.folder;
    if (checkpoint.bytes > (longest.get(session)?.bytes ?? -1)) longest.set(session, checkpoint);
  }
  return [...new Map([...longest.values()].map((one) => [one.blob, one])).values()];
}

async function sessionOf(root: string, { folder }: Checkpoint): Promise<string | undefined> {
  const asked = ["cat-file", "blob", `${folder}/metadata.json`];
  const text = await runGit(root, asked, { timeoutMs: ASK_MS });
  return /"session_id"\s*:\s*"([\w.-]{1,200})"/.exec(text ?? "")?.[1];
}
