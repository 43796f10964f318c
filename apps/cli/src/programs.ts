/**
 * The programs that agent hosts start. A checkout registers its own. An installed package may be deleted at any time (npm's
 * cache, a project's node_modules), so its programs are copied into Tacit's home.
 */
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { registeredFiles } from "@tacit-memory/hooks";
import { MemoryError } from "@tacit-memory/memory";
import { VERSION } from "./version.ts";

export interface InstalledPrograms {
  readonly nodePath: string;
  readonly hookPath: string;
  readonly launcherPath: string;
}

/** Files that identify a build; hashed once per process. */
const IDENTIFYING = [
  "tacit.mjs",
  "hook-capture.cjs",
  "hook-answer.cjs",
  "hook-late.cjs",
  "code-engine.mjs",
];
const COPIED = ["bin", "dist", "package.json", "LICENSE"];
/** The library is imported from where it is installed, and a person opens the panel; hooks and MCP server do without. */
const NOT_COPIED = /[\\/]dist[\\/](?:api|panel|library-[^\\/]*|types|\.built)(?:[\\/]|$)/;

const NPX_CACHE = /[\\/]_npx[\\/]/;

/** The file that names the copy for plugins; plugin/bin/programs.cjs reads it. */
const FOR_PLUGINS = "for-plugins";

/** The folder that contains `bin` and `dist`: the parent of the bundle's `dist/` and of the sources. */
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** The page of `tacit panel`. */
export function panelFolder(): string {
  return join(ROOT, "dist", "panel");
}

/** Returns the program paths to register; `keepPrograms` creates the files. */
export function installedPrograms(home: string): InstalledPrograms {
  const root = isCheckout() ? ROOT : copyFolder(home);
  return {
    nodePath: process.execPath,
    hookPath: join(root, "dist", "hook.cjs"),
    launcherPath: join(root, "bin", "tacit.mjs"),
  };
}

/** Returns the path of the hook program shipped with this one, for a worker that this process starts. */
export function ownHookPath(): string {
  return join(ROOT, "dist", "hook.cjs");
}

/** Copies the programs. Throws "store_unwritable" if the copy fails, "not_allowed" if Node itself is in npm's cache. */
export function keepPrograms(home: string): void {
  if (isCheckout()) return;
  if (NPX_CACHE.test(process.execPath)) {
    throw new MemoryError("not_allowed", {
      path: process.execPath,
      reason:
        "this Node program is in npm's cache, which npm may delete; install Node 22.13 or newer",
    });
  }
  const folder = copyFolder(home);
  if (existsSync(folder)) return;
  const part = join(dirname(folder), `.part-${process.pid}`);
  try {
    mkdirSync(part, { recursive: true, mode: 0o700 });
    for (const name of COPIED.filter((item) => existsSync(join(ROOT, item)))) {
      const filter = (path: string) => !NOT_COPIED.test(path);
      cpSync(join(ROOT, name), join(part, name), { recursive: true, filter });
    }
    renameSync(part, folder);
  } catch (cause) {
    rmSync(part, { recursive: true, force: true });
    // Another process may have made the same copy meanwhile.
    if (!existsSync(folder)) throw new MemoryError("store_unwritable", { path: folder, cause });
  }
}

/** Copies the programs for a plugin installed from a git URL, which contains none. Returns the copy's folder. */
export function keepProgramsForPlugins(home: string): string {
  keepPrograms(home);
  if (isCheckout()) {
    throw new MemoryError("not_allowed", {
      reason:
        "this is a source checkout, and its plugin folders contain their programs; use an installed package",
    });
  }
  const folder = copyFolder(home);
  writeFileSync(join(home, "programs", FOR_PLUGINS), `${basename(folder)}\n`, { mode: 0o600 });
  dropUnusedPrograms(home);
  return folder;
}

export function dropProgramsForPlugins(home: string): void {
  rmSync(join(home, "programs", FOR_PLUGINS), { force: true });
}

/** Removes copies that no registered file refers to. */
export function dropUnusedPrograms(home: string): void {
  const folder = join(home, "programs");
  if (!existsSync(folder)) return;
  const named = [...registeredFiles(home), join(folder, FOR_PLUGINS)].filter(existsSync);
  const texts = named.map((path) => readFileSync(path, "utf8"));
  for (const name of readdirSync(folder)) {
    if (name === FOR_PLUGINS || texts.some((text) => text.includes(name))) continue;
    // Windows cannot remove a copy that is running; the next call does it.
    try {
      rmSync(join(folder, name), { recursive: true, force: true });
    } catch (error) {
      if (process.platform !== "win32") throw error;
    }
  }
  if (readdirSync(folder).length === 0) rmSync(folder, { recursive: true, force: true });
}

/** Returns how a user can call this program again, if not as `tacit`. */
export function calledAs({ npm_lifecycle_event: script }: Env): { readonly calledAs?: string } {
  if (NPX_CACHE.test(ROOT)) return { calledAs: "npx tacit-memory" };
  return script === "start" && isCheckout() ? { calledAs: "npx tacit" } : {};
}

type Env = Readonly<Record<string, string | undefined>>;

/** Returns whether this process runs from a checkout, whose build keeps its programs up to date. */
function isCheckout(): boolean {
  return existsSync(join(ROOT, "..", "..", "tools", "build.mjs"));
}

let copyName: string | undefined;

function copyFolder(home: string): string {
  copyName ??= `${VERSION}-${digestOfBuild()}`;
  return join(home, "programs", copyName);
}

function digestOfBuild(): string {
  const hash = createHash("sha256");
  for (const name of IDENTIFYING) hash.update(readFileSync(join(ROOT, "dist", name)));
  return hash.digest("hex").slice(0, 8);
}

/** Returns the bundled example of a source checkout; null in an installed package. */
export function exampleFolder(): string | null {
  const folder = join(ROOT, "..", "..", "e2e", "fixtures", "example", "sessions");
  return existsSync(folder) ? folder : null;
}
