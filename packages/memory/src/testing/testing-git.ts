/** Runs git for tests with fixed settings, independent of the user's configuration. */
import { execFileSync } from "node:child_process";

const SETTINGS = [
  ...["-c", "user.name=t", "-c", "user.email=t@example.com"],
  ...["-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"],
];

export function git(folder: string, ...args: string[]): void {
  execFileSync("git", [...SETTINGS, ...args], { cwd: folder, stdio: "ignore" });
}
