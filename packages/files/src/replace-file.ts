/**
 * Replaces a file as a whole: a reader sees the old content or the new one, and a crash leaves one of the two. The new
 * content is written to a temporary file in the same folder and synced; then the temporary file gets the final name.
 */
import {
  closeSync,
  fchmodSync,
  fsync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { isCode } from "./open-to-read.ts";

export interface ReplaceOptions {
  /** Permissions of the file. Default: 0600. */
  readonly mode?: number;
  /** Whether an existing file keeps its permissions; `mode` then applies to a new file only. */
  readonly keepsMode?: boolean;
  /** Creates missing folders with these permissions. Default: a missing folder is an error. */
  readonly folderMode?: number;
  /** Replaces the file that a link points to, even if that file does not exist yet. Default: the link itself is replaced. */
  readonly followsLinks?: boolean;
}

export interface PreparedFile {
  /** Gives the temporary file its final name. */
  readonly put: () => void;
  /** Removes the temporary file. Does nothing after `put`. */
  readonly drop: () => void;
}

type Content = string | Uint8Array;

/** On failure the old file is unchanged, no temporary file is left, and the system's error is thrown. */
export function replaceFile(path: string, content: Content, options: ReplaceOptions = {}): void {
  const prepared = prepareFile(path, content, options);
  try {
    prepared.put();
  } finally {
    prepared.drop();
  }
}

/** The first of two steps, for a file that must appear together with something else. */
export function prepareFile(
  path: string,
  content: Content,
  options: ReplaceOptions = {},
): PreparedFile {
  const draft = openDraft(path, options);
  try {
    writeFileSync(draft.fd, content);
    return finished(draft);
  } catch (error) {
    dropDraft(draft);
    throw error;
  }
}

/** Replaces a file with content that arrives in pieces. */
export async function replaceFileWith(
  path: string,
  chunks: AsyncIterable<Content>,
  options: ReplaceOptions = {},
): Promise<void> {
  const draft = openDraft(path, options);
  try {
    for await (const chunk of chunks) writeFileSync(draft.fd, chunk);
    // Without blocking the event loop; the next call then has nothing left to sync.
    await promisify(fsync)(draft.fd);
    finished(draft).put();
  } catch (error) {
    dropDraft(draft);
    throw error;
  }
}

/** A temporary file of this age, compared with the newest one, belongs to a process that was killed. */
const ABANDONED_MS = 3_600_000;
/** So much of the target's name is part of the temporary name, which must not exceed the file system's limit. */
const MAX_NAME_CHARS = 50;
const MAX_ATTEMPTS = 100;
let draftCount = 0;

interface Draft {
  readonly target: string;
  readonly temporary: string;
  readonly fd: number;
  readonly mode: number;
}

function openDraft(path: string, options: ReplaceOptions): Draft {
  const { mode = 0o600, folderMode, keepsMode = false, followsLinks = false } = options;
  const target = followsLinks ? withoutLinks(path) : path;
  if (folderMode !== undefined) mkdirSync(dirname(target), { recursive: true, mode: folderMode });
  const old = keepsMode ? statSync(target, { throwIfNoEntry: false })?.mode : undefined;
  for (let attempt = 1; ; attempt++) {
    const temporary = `${draftStart(target)}${process.pid}-${++draftCount}.part`;
    try {
      // "wx": no other process can plant a link or a file under the temporary name.
      const fd = openSync(temporary, "wx", 0o600);
      return { target, temporary, fd, mode: (old ?? mode) & 0o7777 };
    } catch (error) {
      // Another thread of this process, or a killed process with the same id, uses the name.
      if (!isCode(error, ["EEXIST"]) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function finished({ target, temporary, fd, mode }: Draft): PreparedFile {
  fchmodSync(fd, mode);
  fsyncSync(fd);
  closeSync(fd);
  removeAbandoned(target, temporary);
  return {
    put: () => renameSync(temporary, target),
    drop: () => rmSync(temporary, { force: true }),
  };
}

function dropDraft({ fd, temporary }: Draft): void {
  try {
    closeSync(fd);
  } catch {
    // `finished` closed the file before it failed.
  }
  rmSync(temporary, { force: true });
}

function draftStart(target: string): string {
  return join(dirname(target), `.${basename(target).slice(0, MAX_NAME_CHARS)}.`);
}

/** Removes temporary files of killed processes. */
function removeAbandoned(target: string, own: string): void {
  const start = basename(draftStart(target));
  try {
    const { mtimeMs } = statSync(own);
    for (const name of readdirSync(dirname(target))) {
      if (!name.startsWith(start) || !/^\d+(?:-\d+)?\.part$/.test(name.slice(start.length)))
        continue;
      const other = join(dirname(target), name);
      const stat = statSync(other, { throwIfNoEntry: false });
      if (stat !== undefined && stat.mtimeMs < mtimeMs - ABANDONED_MS)
        rmSync(other, { force: true });
    }
  } catch {
    // A temporary file that cannot be listed or removed does no harm.
  }
}

/** Returns the file to which links lead, even if that file does not exist; the path itself if it is no link. */
export function withoutLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return targetOfBrokenLink(path);
  }
}

function targetOfBrokenLink(path: string): string {
  try {
    return resolve(dirname(path), readlinkSync(path));
  } catch {
    return path;
  }
}
