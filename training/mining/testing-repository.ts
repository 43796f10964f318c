/** Creates a real bare repository in a temporary folder with two calls of git: its commits are one fast-import stream. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestingCommit {
  readonly message: string;
  /** Path → content. */
  readonly files: Readonly<Record<string, string | Buffer>>;
}

/** Creates a repository with the commits, oldest first. `remove` deletes the folder. */
export function makeRepository(commits: readonly TestingCommit[]) {
  const base = mkdtempSync(join(tmpdir(), "tacit-training-"));
  const folder = join(base, "repo");
  git(["init", "--quiet", "--bare", "--initial-branch=main", folder]);
  git(["-C", folder, "fast-import", "--quiet"], Buffer.concat(commits.flatMap(commandsOf)));
  return { folder, remove: () => rmSync(base, { recursive: true, force: true, maxRetries: 3 }) };
}

function commandsOf({ message, files }: TestingCommit, i: number): Buffer[] {
  const head = `commit refs/heads/main\ncommitter A <a@b.c> ${1_700_000_000 + i} +0000\n`;
  return [
    Buffer.from(head),
    data(message),
    ...Object.entries(files).flatMap(([path, content]) => [
      Buffer.from(`M 100644 inline ${path}\n`),
      data(content),
    ]),
  ];
}

function data(content: string | Buffer): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

function git(args: readonly string[], input?: Buffer): void {
  const { status, stderr } = spawnSync("git", args, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
}

/** Collects an async iterable into a list; stands in for Array.fromAsync, which the type library does not have yet. */
export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}
