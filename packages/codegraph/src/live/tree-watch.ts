/**
 * Which files changed since somebody looked last? Told by the system, in processes that live long. A file's mark
 * stays until it is taken; where the system may have kept something from us, that is said instead.
 */
import { type Dirent, type FSWatcher, opendirSync, statSync, watch } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { languageOf } from "../facts/languages/languages.ts";
import { isConfig, isForeign } from "../indexing/walk.ts";
import { CODEGRAPH } from "../tuning.ts";

export interface SeenChanges {
  /** Relative POSIX paths of files and folders, whatever happened to them. */
  readonly paths: ReadonlySet<string>;
  /** Something changed that we do not know of: the tree must be compared. */
  readonly isMissing: boolean;
}

/**
 * Folders that have no file of ours are not watched: what is built falls into such, and each takes a handle. Asked for
 * their times instead when somebody looks; the ones further down are left out where there are more.
 */
const MAX_BARE = CODEGRAPH.bareFolders.value;
/** Somebody's data may lie there by the million. */
const MAX_NAMES = CODEGRAPH.bareNames.value;

/** These watch a whole tree by one handle; Linux does folder by folder, which we choose ourselves. */
const WATCHES_TREES = new Set(["darwin", "win32"]);

export class TreeWatch {
  readonly #root: string;
  readonly #onChange: () => void;
  readonly #folders = new Map<string, FSWatcher>();
  /** When something was last put into, or taken out of, a folder that is not watched. */
  readonly #bare = new Map<string, number | null>();
  #seen = new Set<string>();
  #isMissing = true;
  #isClosed = false;
  #isBroken = false;

  /** `onChange` is called at every change, and must be quick. */
  constructor(root: string, onChange: () => void) {
    this.#root = root;
    this.#onChange = onChange;
  }

  /** Watches the folders these files are in, and those around them; others no longer. */
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

  /** What changed since the last call. The first call says that it does not know. */
  take(): SeenChanges {
    this.#lookIntoBare();
    const seen = { paths: this.#seen, isMissing: this.#isMissing };
    this.#seen = new Set();
    this.#isMissing = false;
    return seen;
  }

  /** For what was taken and could not be looked at. */
  putBack(paths: Iterable<string>): void {
    for (const path of paths) this.#seen.add(path);
  }

  /** There are no handles left, or not the right to watch: it sees only a part. */
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

  /** Those below these folders, level by level. What lies in one that is new was not there when the tree was listed. */
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

  /** A source file there is told; whether it is one of ours says who lists the tree. New folders are come to on the way. */
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
      // A folder that is gone, or no more handles to be had: from now on we know less than everything.
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

  /** A folder that went away is told by the one around it; anything else, and we do not see it all. */
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

/** What lies in folders of a tree, up to as many names as may be read in all. */
class Names {
  readonly #root: string;
  #left = MAX_NAMES;

  constructor(root: string) {
    this.#root = root;
  }

  /** None of a folder that is gone, or is not ours to read. */
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
      // Looked into again when its time is another.
    }
  }
}

/** Null where there is no such folder any more. */
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
