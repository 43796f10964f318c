/** Where Tacit keeps its things, and making the place: `TACIT_HOME`, or the platform's data folder. */
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { MemoryError } from "./domain/errors.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** `TACIT_HOME`, or `tacit` under the data folder of the platform. `userHome` is the user's home folder. */
export function homeFolder(env: Env, platform: NodeJS.Platform, userHome: string): string {
  if (env["TACIT_HOME"]) return env["TACIT_HOME"];
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] || join(userHome, "AppData", "Local"), "tacit");
  if (platform === "darwin") return join(userHome, "Library", "Application Support", "tacit");
  return join(env["XDG_DATA_HOME"] || join(userHome, ".local", "share"), "tacit");
}

/** Makes the folder, for its owner alone, unless it is there. Throws "store_unwritable". */
export function makeHomeFolder(home: string): void {
  try {
    makeFolder(resolve(home));
  } catch (cause) {
    throw new MemoryError("store_unwritable", { path: home, cause });
  }
}

/**
 * One folder after the other: Node's own recursive mkdir never returns where the system answers ENOENT for a
 * folder that cannot be made, as it does below /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return;
    throw new Error(`${path} is a file`);
  }
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process made it at the same time.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}

/** Words of all memories, for processes that live long; can be deleted at any time (engine-words.ts). */
export function wordFileIn(home: string): string {
  return join(home, "words.idx");
}

/** Vectors of one encoder, by a hash of its id; can be deleted at any time (engine-meaning.ts). */
export function vectorFileIn(home: string, encoderHash: number): string {
  return join(home, `vectors-${encoderHash.toString(16).padStart(8, "0")}.idx`);
}

/** Of all encoders that were ever used here. */
export function vectorFilesIn(home: string): string[] {
  const names = readdirSync(home).filter((name) => /^vectors-[0-9a-f]{8}\.idx$/.test(name));
  return names.map((name) => join(home, name));
}
