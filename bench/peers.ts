/** Programs we compare ourselves with: installed on demand, outside the repository's dependencies. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/**
 * Path of a program of an npm package under `.cache/bench-peers`, installed if need be without its scripts;
 * null, and said so, where it cannot be had.
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

/** The repositories below `--repos DIR`, by name; none when it was not given. */
export function repositories(args: readonly string[], names: readonly string[]): string[] {
  const folder = optionValue(args, "--repos");
  if (folder === undefined) {
    throw new Error(`give --repos DIR with clones named ${names.join(", ")} in it`);
  }
  return names.map((name) => join(folder, name)).filter((path) => existsSync(path));
}

/** What follows an option; undefined when it was not given. */
export function optionValue(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args[at + 1];
}
