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
const MAX_CHECKPOINTS = 2000;
/** Sessions read of a checkpoint with a ref of its own; most have one. */
const MAX_SESSIONS = 8;
/** Maximum bytes of a transcript; larger ones are not read. */
const MAX_BYTES = 200_000_000;

interface CheckpointList {
  readonly root: string;
  /** Ids and names of the refs, as git prints them. */
  readonly refs: string;
  readonly checkpoints: readonly Checkpoint[];
}

/** The last search. The panel asks at each load, and listing 2,000 checkpoints takes half a second. */
let last: CheckpointList | null = null;

/** Returns the transcripts of all checkpoints; none without any. Lists them again only after a ref has moved. */
export async function findCheckpoints(root: string): Promise<readonly Checkpoint[]> {
  // Without a wildcard, git would search below the branch. First the ids, then the names.
  const globs = [...BRANCHES.map((branch) => branch.replace(/1$/, "[1]")), REFS].map(
    (ref) => `--glob=${ref}`,
  );
  const refs = await ask(root, ["rev-parse", ...globs, "--symbolic", ...globs]);
  if (refs === "") return [];
  if (last?.root === root && last.refs === refs) return last.checkpoints;
  const names = refs.split("\n").filter((line) => line.startsWith("refs/"));
  const found = [...(await onBranch(root, names)), ...(await underRefs(root, names))];
  const checkpoints = found.filter(({ bytes }) => bytes <= MAX_BYTES).slice(0, MAX_CHECKPOINTS);
  // An empty list may mean that git failed; the next call asks again.
  if (checkpoints.length > 0) last = { root, refs, checkpoints };
  return checkpoints;
}

async function onBranch(root: string, names: readonly string[]): Promise<Checkpoint[]> {
  const ref = BRANCHES.find((branch) => names.includes(branch));
  if (ref === undefined) return [];
  const listed = await ask(root, ["ls-tree", "-r", "-l", ref]);
  return listed.split("\n").flatMap((line) => {
    const [, blob = "", bytes = "", path = ""] = LISTED.exec(line) ?? [];
    return blob === "" ? [] : [{ blob, bytes: Number(bytes), folder: `${ref}:${path}` }];
  });
}

async function underRefs(root: string, names: readonly string[]): Promise<Checkpoint[]> {
  const folders = names
    .filter((name) => name.startsWith(`${REFS}/`))
    .slice(0, MAX_CHECKPOINTS)
    .flatMap((ref) => Array.from({ length: MAX_SESSIONS }, (_, number) => `${ref}:${number}`));
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
