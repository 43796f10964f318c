/** A real program from npm with a pinned version: checks whether it is in the cache folder and installs it there. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The project's own Node: an older npm on an older Node may choose an older release. */
export const NODE_FOLDER = join(ROOT, "node_modules", "node", "bin");

/**
 * `folder`: its place in the cache; `program`: its name once installed, null for a library.
 * @param {{folder: string, name: string, version: string, program: string | null}} pin
 */
export function npmProgram({ folder, name, version, program }) {
  const place = join(ROOT, ".cache", "hosts", folder);
  const path = join(place, "node_modules", ...(program === null ? [name] : [".bin", program]));

  /** Returns whether the pinned version is completely installed. */
  function isInstalled() {
    try {
      const manifest = readFileSync(join(place, "node_modules", name, "package.json"), "utf8");
      return JSON.parse(manifest).version === version && existsSync(path);
    } catch {
      return false;
    }
  }

  /** Installs the program. Returns null on success, otherwise the reason for the failure. */
  function install() {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, "package.json"), '{"private":true}\n');
    const options = ["--no-audit", "--no-fund", "--loglevel=error"];
    const ran = spawnSync("npm", ["install", ...options, `${name}@${version}`], {
      cwd: place,
      encoding: "utf8",
      env: { ...process.env, PATH: `${NODE_FOLDER}:${process.env["PATH"]}` },
    });
    if (ran.status === 0 && isInstalled()) return null;
    return `npm install ${name}@${version} failed: ${(ran.stderr || String(ran.error)).trim().slice(-400)}`;
  }

  return { place, path, version, isInstalled, install };
}
