/**
 * Finds the transcripts in a folder and recognises their agents. It reads only the beginning of each file. The order is the same
 * on every machine: the files of a folder before its folders, each by name, so a session comes before its subagents. Cyclic
 * links and further names of the same file are skipped.
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
  /** For a file with the sessions of many projects: only sessions that ran in or below these folders are meant. */
  readonly roots?: readonly string[];
}

/** A path to a file is recognised by content, whatever its name. Throws if `path` does not exist. */
export async function* findTranscripts(path: string): AsyncGenerator<FoundTranscript> {
  if ((await stat(path)).isDirectory()) {
    for await (const file of walkFiles(path, (name) => NAMES.test(name))) yield* recognised(file);
  } else {
    yield* recognised(path);
  }
}

/** Skips files that cannot be read or that disappear meanwhile. */
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
