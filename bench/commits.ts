/** Reads the newest commits of a clone as the past work for prefetch: their subjects and the files they changed. */
import { spawnSync } from "node:child_process";
import type { PastWork } from "../packages/memory/src/store/sessions/past-work.ts";

/**
 * Returns commits oldest first, without merges and without commits that change no file. Dates follow from the position alone.
 */
export function commitsOf(clone: string, revision: string, limit: number): PastWork[] {
  const format = ["--name-only", "--format=%x00%s%n%b%x01"];
  return gitIn(clone, "log", "--no-merges", `-${limit}`, ...format, revision)
    .split("\0")
    .slice(1)
    .map((commit, i) => {
      const [about = "", names = ""] = commit.split("\u0001");
      const files = names.split("\n").filter(Boolean);
      return {
        about: about.trim().slice(0, 2000),
        atMs: -i,
        isCommit: true,
        files: files.map((path) => ({ path, isEdited: true })),
      };
    })
    .filter(({ files }) => files.length > 0)
    .reverse();
}

/** Returns git's output; "" when git fails. */
export function gitIn(clone: string, ...args: string[]): string {
  return spawnSync("git", args, { cwd: clone, encoding: "utf8", maxBuffer: 1e9 }).stdout;
}
