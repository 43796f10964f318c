/** Folders and git for tests, independent of the settings of the person who runs them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

const SETTINGS = [
  ...["-c", "user.name=t", "-c", "user.email=t@example.com"],
  ...["-c", "commit.gpgsign=false", "-c", "init.defaultBranch=main"],
];

export function git(folder: string, ...args: string[]): void {
  execFileSync("git", [...SETTINGS, ...args], { cwd: folder, stdio: "ignore" });
}

/** A project folder, and the path of a home folder that does not exist yet. Both are removed after the test. */
export function makeFolders() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tacit-project-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const root = join(folder, "project");
  mkdirSync(root);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  return { home: join(folder, "home"), root, write };
}
