/**
 * Which files below here are transcripts, and whose? Only the beginning of each file is read. The order
 * is the same on every machine: the files of a folder before its folders, each by name, so a session
 * comes before its subagents. Links that lead back and second names of one file are passed over.
 */
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { sniffHost } from "../formats/sniff-host.ts";
import { readHead } from "../input/file-bytes.ts";
import type { TranscriptHost } from "../transcript-host.ts";

const HEAD_BYTES = 64 * 1024;
const NAMES = /\.(?:jsonl?|traj|md|txt)(?:\.gz)?$|^opencode[^/\\]*\.db$|^state\.vscdb$/i;
const SKIPPED_FOLDERS = new Set(["node_modules", ".git"]);

export interface FoundTranscript {
  readonly path: string;
  readonly host: TranscriptHost;
  /** Of a file with the sessions of many projects: only those that ran in one of these folders, or below, are meant. */
  readonly roots?: readonly string[];
}

/** A file given by name is recognised whatever it is called. Throws when `path` is not there. */
export async function* findTranscripts(path: string): AsyncGenerator<FoundTranscript> {
  if ((await stat(path)).isDirectory()) {
    for await (const file of walkFiles(path, (name) => NAMES.test(name))) yield* recognised(file);
  } else {
    yield* recognised(path);
  }
}

/** Files that cannot be read or that disappear meanwhile are left out. */
export async function* walkFiles(
  folder: string,
  isWanted: (name: string) => boolean,
  seen: Set<string> = new Set(),
): AsyncGenerator<string> {
  if (!(await isFirstVisit(folder, seen))) return;
  const names = (await readdir(folder).catch(() => [])).sort(byCode);
  const folders: string[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const kind = await stat(path).catch(() => undefined);
    if (kind?.isDirectory() === true && !SKIPPED_FOLDERS.has(name)) folders.push(path);
    if (kind?.isFile() === true && isWanted(name) && (await isFirstVisit(path, seen))) yield path;
  }
  for (const path of folders) yield* walkFiles(path, isWanted, seen);
}

async function* recognised(path: string): AsyncGenerator<FoundTranscript> {
  const head = await readHead(path, HEAD_BYTES).catch(() => "");
  const host = sniffHost(head, path);
  if (host !== null) yield { path, host };
}

async function isFirstVisit(path: string, seen: Set<string>): Promise<boolean> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined || seen.has(real)) return false;
  seen.add(real);
  return true;
}

function byCode(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
