/** Tacit's home folder: where it is, and how it is created. */
import { existsSync, mkdirSync } from "node:fs";
import { homedir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { isFolder } from "@tacit-memory/files";
import { ProjectError } from "./project-error.ts";

type Env = Readonly<Record<string, string | undefined>>;

/** `TACIT_HOME`, otherwise `tacit` in the platform's data folder. `userHome` is the user's home folder. */
export function homeFolder(env: Env, platform: NodeJS.Platform, userHome: string): string {
  if (env["TACIT_HOME"]) return env["TACIT_HOME"];
  if (platform === "win32")
    return join(env["LOCALAPPDATA"] || join(userHome, "AppData", "Local"), "tacit");
  if (platform === "darwin") return join(userHome, "Library", "Application Support", "tacit");
  return join(env["XDG_DATA_HOME"] || join(userHome, ".local", "share"), "tacit");
}

/** The user's home folder. An empty HOME means the same as none; Node would return "", and files would be created in the working directory. */
export function userHomeFolder(): string {
  return homedir() || userInfo().homedir;
}

/** Creates the folder for its owner only, unless it exists. Throws "store_unwritable". */
export function makeHomeFolder(home: string): void {
  try {
    makeFolder(resolve(home));
  } catch (cause) {
    throw new ProjectError("store_unwritable", { path: home, cause });
  }
}

/**
 * Creates one folder after the other. Node's own recursive mkdir never returns if the system answers ENOENT for a folder
 * that cannot be created, as it does below /proc.
 */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (isFolder(path)) return;
    throw new Error(`${path} is a file`);
  }
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process created it at the same time.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
