/**
 * Reports which files changed since the last query, as told by the system, in long-running processes. A change stays recorded
 * until it is taken. If the system may have dropped events, a gap is reported instead.
 */
import { type Dirent, type FSWatcher, opendirSync, statSync, watch } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { languageOf } from "../facts/languages/languages.ts";
import { isConfig, isForeign } from "../indexing/walk.ts";
import { CODEGRAPH } from "../tuning.ts";

export interface SeenChanges {
  /** Relative POSIX paths of files and folders with any kind of change. */
  readonly paths: ReadonlySet<string>;
  /** Changes may be missing: the tree must be compared. */
  readonly isMissing: boolean;
}

/**
 * Maximum folders without source files. Such folders are not watched, because build output goes there and each watch takes a
 * handle. Their modification times are checked on each query instead; deeper folders beyond the maximum are left out.
 */
const MAX_BARE = CODEGRAPH.bareFolders.value;
/** Maximum names to read, because such a folder may contain millions of data files. */
const MAX_NAMES = CODEGRAPH.bareNames.value;

/** Platforms that watch a whole tree with one handle. Linux watches each folder separately, and we choose the folders. */
const WATCHES_TREES = new Set(["darwin", "win32"]);

export class TreeWatch {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  /** Last modification time of each folder that is not watched. */
  readonly #bare = new Map<string, number | null>();
  #seen = new Set<string>();
  #isMissing = true;
  #isClosed = false;
  #isBroken = false;

  /** `onChange` is called for every change and must be fast. */
  constructor(root: string, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Watches the folders of these files and their parents, and stops watching others. */
  follow(files: Iterable<string>): void {
    if (this.#isClosed) return;
    const wanted = WATCHES_TREES.has(platform()) ? new Set([""]) : foldersOf(files);
    for (const [folder, watcher] of this.#folders) {
      if (wanted.has(folder)) continue;
      watcher.close();
      this.#folders.delete(folder);
    }
    for (const folder of wanted) if (!this.#folders.has(folder)) this.#open(folder);
    this.#bare.clear();
    if (!WATCHES_TREES.has(platform())) this.#addBare([...wanted], false);
  }

  /** Returns the changes since the last call. The first call reports a gap. */
  take(): SeenChanges {
    this.#lookIntoBare();
    const seen = { paths: this.#seen, isMissing: this.#isMissing };
    this.#seen = new Set();
    this.#isMissing = false;
    return seen;
  }

  /** Records paths again that were taken but could not be processed. */
  putBack(paths: Iterable<string>): void {
    for (const path of paths) this.#seen.add(path);
  }

  /** Whether only part of the tree is watched, because handles or permissions are missing. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  get hasHandles(): boolean {
    return this.#folders.size > 0;
  }

  close(): void {
    this.#isClosed = true;
    for (const watcher of this.#folders.values()) watcher.close();
    this.#folders.clear();
    this.#bare.clear();
  }

  /**
   * Adds the subfolders of these folders, level by level. The content of a new folder was not there when the tree was listed.
   */
  #addBare(around: readonly string[], isNew: boolean, names = new Names(this.#root)): void {
    const open = [...around];
    for (let at = 0; at < open.length; at++) {
      for (const { path, entry } of names.in(open[at] ?? "")) {
        if (this.#bare.size >= MAX_BARE) return;
        if (!entry.isDirectory() || this.#isWatched(path) || isForeign(`${path}/`)) continue;
        this.#bare.set(path, isNew ? null : timeOf(this.#root, path));
        open.push(path);
      }
    }
  }

  #isWatched(folder: string): boolean {
    return this.#folders.has(folder) || this.#bare.has(folder);
  }

  /**
   * Reports source files in changed unwatched folders; the listing decides whether they belong to the project. New folders
   * are visited on the way.
   */
  #lookIntoBare(): void {
    const names = new Names(this.#root);
    for (const [folder, before] of this.#bare) {
      const now = timeOf(this.#root, folder);
      if (now === before) continue;
      this.#bare.set(folder, now);
      for (const { path, entry } of names.in(folder)) {
        const isOurs = languageOf(path) !== undefined || isConfig(path);
        if (entry.isFile() && isOurs) this.#seen.add(path);
      }
      this.#addBare([folder], true, names);
    }
  }

  #open(folder: string): void {
    try {
      const options = { persistent: false, recursive: WATCHES_TREES.has(platform()) };
      const watcher = watch(join(this.#root, folder), options, (_event, name) => {
        this.#take(folder, name);
      });
      // The folder was deleted, or no handles are left: from now on changes may be missing.
      watcher.on("error", (error) => {
        watcher.close();
        this.#folders.delete(folder);
        this.#fail(error);
      });
      this.#folders.set(folder, watcher);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Records a gap. A deleted folder is reported by its parent; after any other error, the watch is incomplete. */
  #fail(error: unknown): void {
    this.#isMissing = true;
    const { code } = error as { readonly code?: unknown };
    if (code !== "ENOENT" && code !== "ENOTDIR") this.#isBroken = true;
  }

  #take(folder: string, name: string | null): void {
    if (this.#isClosed) return;
    const path = name === null ? null : pathIn(folder, name);
    if (path === null) this.#isMissing = true;
    else if (isForeign(`${path}/`)) return;
    else this.#seen.add(path);
    if (this.#seen.size > CODEGRAPH.watchBurst) {
      this.#seen.clear();
      this.#isMissing = true;
    }
    this.#onChange();
  }
}

/** Entries of folders, up to a maximum number of names in total. */
class Names {
  readonly #root: string;
  #left = MAX_NAMES;

  constructor(root: string) {
    this.#root = root;
  }

  /** Yields nothing for a folder that was deleted or is not readable. */
  *in(folder: string): Generator<{ readonly path: string; readonly entry: Dirent }> {
    try {
      const open = opendirSync(`${this.#root}/${folder}`, { bufferSize: 256 });
      try {
        for (let entry = open.readSync(); entry !== null; entry = open.readSync()) {
          if (this.#left-- <= 0) return;
          yield { path: pathIn(folder, entry.name), entry };
        }
      } finally {
        open.closeSync();
      }
    } catch {
      // Read again when its modification time changes.
    }
  }
}

/** Returns the modification time of a folder, or null if it no longer exists. */
function timeOf(root: string, folder: string): number | null {
  try {
    return statSync(`${root}/${folder}`, { throwIfNoEntry: false })?.mtimeMs ?? null;
  } catch {
    return null;
  }
}

function pathIn(folder: string, name: string): string {
  const path = name.replaceAll("\\", "/");
  return folder === "" ? path : `${folder}/${path}`;
}

function foldersOf(files: Iterable<string>): Set<string> {
  const folders = new Set([""]);
  for (const file of files) {
    let end = file.lastIndexOf("/");
    while (end > 0) {
      const folder = file.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
      end = folder.lastIndexOf("/");
    }
  }
  return folders;
}
