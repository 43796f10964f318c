/** Installs the programs that Tacit is compared with, on demand and outside the repository's dependencies. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { option } from "./arguments.ts";

/**
 * Returns the path of an npm package's program below `.cache/bench-peers`, after installing it if necessary without its
 * scripts. Returns null with a message when it is unavailable.
 */
export function peerProgram(
  root: string,
  folder: string,
  packages: readonly string[],
  program: string,
  say: (line: string) => void,
): string | null {
  const place = join(root, ".cache", "bench-peers", folder);
  const path = join(place, "node_modules", ".bin", program);
  if (existsSync(path)) return path;
  mkdirSync(place, { recursive: true });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const ran = spawnSync("npm", ["install", "--prefix", place, ...flags, ...packages], {
    encoding: "utf8",
  });
  if (ran.status === 0 && existsSync(path)) return path;
  say(
    `SKIPPED: ${packages.join(", ")} could not be installed: ${ran.stderr.trim().split("\n")[0]}`,
  );
  return null;
}

/** Returns the repositories below `--repos DIR`, by name; empty without the option. */
export function repositories(args: readonly string[], names: readonly string[]): string[] {
  const folder = option(args, "--repos");
  if (folder === undefined) {
    throw new Error(`give --repos DIR with clones named ${names.join(", ")} in it`);
  }
  return names.map((name) => join(folder, name)).filter((path) => existsSync(path));
}
