/**
 * Learns from the git histories of repositories in one folder, like `tacit import git`: commits pass through the same
 * promotion gates.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Memory, openTacit } from "@tacit-memory/memory";
import { MAX_COMMITS } from "../../packages/memory/src/exchange/git-history.ts";
import { idOf, isShown, type Readable } from "./for-reader.ts";

interface History {
  readonly set: string;
  readonly memories: readonly Memory[];
  readonly forReader: readonly Readable[];
}

const MAX_LINES = 60;
const NEWEST = 25;
const MAX_CHANGES = 20;
const MAX_CHARS = 700;

export async function playHistories(folder: string): Promise<History[]> {
  const names = readdirSync(folder).sort();
  const roots = names.filter((name) => existsSync(join(folder, name, ".git")));
  const played: History[] = [];
  for (const name of roots) played.push(await playHistory(`git-history/${name}`, folder, name));
  return played;
}

async function playHistory(set: string, folder: string, name: string): Promise<History> {
  const home = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const root = join(folder, name);
  const tacit = await openTacit({ home, cwd: root });
  try {
    await tacit.exchange.importHistory();
    const memories = (await tacit.memories.list({ limit: 1000 })).filter(isShown);
    return {
      set,
      memories,
      forReader: memories.map((memory) => readable(set, name, root, memory)),
    };
  } finally {
    await tacit.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function readable(set: string, project: string, root: string, memory: Memory): Readable {
  const { content, type, files, tags } = memory;
  const changes = commitsOf(root, files);
  // For a memory that rests on many commits: those commits first, then others that changed its files, then the newest of all.
  const commits = tags.includes("from-history")
    ? [...named(root, memory), ...changes.slice(0, MAX_CHANGES), ...newest(root)]
    : changes;
  return {
    id: idOf(set, content),
    text: content,
    type,
    project: `${project} (git history alone)`,
    learnedIn: `the newest ${MAX_COMMITS} commits`,
    excerpt: commits.slice(0, MAX_LINES),
  };
}

/** Returns the commits that the memory names, with their messages and files. */
function named(root: string, { payload }: Memory): string[] {
  const shas = (Array.isArray(payload["commits"]) ? payload["commits"] : []).map(String);
  return shas.length === 0 ? [] : gitLines(root, ["--no-walk=unsorted", ...shas]);
}

function newest(root: string): string[] {
  return ["  the newest of all commits:", ...gitLines(root, [`-${NEWEST}`, "--no-merges"])];
}

function gitLines(root: string, which: readonly string[]): string[] {
  const log = execFileSync("git", ["log", ...which, "--format=%x00%h %B", "--name-status"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return log
    .split("\0")
    .slice(1)
    .map((item) => `  ${item.replace(/\s+/g, " ").trim().slice(0, MAX_CHARS)}`);
}

/** Returns commits newest first, each with those of `files` that it changed. */
function commitsOf(root: string, files: readonly string[]): string[] {
  const log = execFileSync(
    "git",
    ["log", `-${MAX_COMMITS}`, "--no-merges", "--no-renames", "--format=%x00%h %s", "--name-only"],
    { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 },
  );
  return log
    .split("\0")
    .map((item) => item.split("\n"))
    .flatMap(([subject = "", ...changed]) => {
      const own = files.filter((file) => changed.includes(file));
      return own.length === 0 ? [] : [`  ${subject.slice(0, 120)}: changed ${own.join(", ")}`];
    });
}
