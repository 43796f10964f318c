/**
 * Which transcripts in the user's home are about this project? Counting them must be cheap and is done
 * before the user agreed to anything, so of each file only as much is read as tells its folder.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { readHead } from "./file-bytes.ts";
import { type FoundTranscript, walkFiles } from "./find-transcripts.ts";
import { parseJson } from "./json-access.ts";
import { pathInSession } from "./session-paths.ts";

const HEAD_BYTES = 16 * 1024;

type Env = Readonly<Record<string, string | undefined>>;

/** Where Claude Code keeps the transcripts of sessions started in this folder. */
export function claudeProjectDir(projectRoot: string, env: Env): string {
  return join(claudeProjects(env), claudeSlug(projectRoot));
}

/** Claude Code, Codex and Gemini, in this order; folders that are not there hold nothing. */
export async function* findProjectTranscripts(
  projectRoot: string,
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const real = await realpath(projectRoot).catch(() => projectRoot);
  const roots = [...new Set([projectRoot, real])];
  yield* claudeTranscripts(roots, env);
  yield* codexTranscripts(roots, env);
  yield* geminiTranscripts(roots, env);
}

async function* claudeTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const projects = claudeProjects(env);
  const slugs = roots.map(claudeSlug);
  for (const name of await namesIn(projects)) {
    const folder = join(projects, name);
    // A longer name is a folder of the project, or another project beside it: its lines tell.
    const isLonger = slugs.some((slug) => name.startsWith(`${slug}-`));
    const isOurs = slugs.includes(name) || (isLonger && (await isAboutUs(folder, roots)));
    if (!isOurs) continue;
    for await (const path of walkFiles(folder, (file) => file.endsWith(".jsonl"))) {
      yield { path, host: "claude-code" };
    }
  }
}

async function isAboutUs(folder: string, roots: readonly string[]): Promise<boolean> {
  for await (const path of walkFiles(folder, (file) => file.endsWith(".jsonl"))) {
    const cwd = await toldFolder(path);
    if (cwd !== undefined) return isWithin(cwd, roots);
  }
  return false;
}

async function* codexTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const codexHome = env["CODEX_HOME"] || join(home(env), ".codex");
  // A thread that was archived can lie in both folders under one name.
  const seen = new Set<string>();
  for (const folder of ["sessions", "archived_sessions"]) {
    const isRollout = (name: string) => /^rollout-.*\.jsonl$/.test(name);
    for await (const path of walkFiles(join(codexHome, folder), isRollout)) {
      if (seen.has(basename(path))) continue;
      seen.add(basename(path));
      const cwd = await toldFolder(path);
      if (cwd !== undefined && isWithin(cwd, roots)) yield { path, host: "codex" };
    }
  }
}

/** Its folders are named for a digest of the project's path, or keep the path in `.project_root`. */
async function* geminiTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const folder = join(home(env), ".gemini", "tmp");
  const digests = roots.map((root) => createHash("sha256").update(root).digest("hex"));
  for (const name of await namesIn(folder)) {
    const told = await readFile(join(folder, name, ".project_root"), "utf8").catch(() => "");
    if (!digests.includes(name) && !roots.includes(told.trim())) continue;
    const isChat = (file: string) => /\.jsonl?$/.test(file);
    for await (const path of walkFiles(join(folder, name, "chats"), isChat)) {
      yield { path, host: "gemini" };
    }
  }
}

/** The first folder a transcript names. */
async function toldFolder(path: string): Promise<string | undefined> {
  const head = await readHead(path, HEAD_BYTES).catch(() => "");
  const told = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  const cwd = told === undefined ? undefined : parseJson(told);
  return typeof cwd === "string" ? cwd : undefined;
}

function isWithin(cwd: string, roots: readonly string[]): boolean {
  return roots.some((root) => cwd === root || pathInSession(cwd, root) !== null);
}

function claudeProjects(env: Env): string {
  return join(env["CLAUDE_CONFIG_DIR"] || join(home(env), ".claude"), "projects");
}

function claudeSlug(projectRoot: string): string {
  return projectRoot.replace(/[^A-Za-z0-9]/g, "-");
}

function home(env: Env): string {
  return env["HOME"] || env["USERPROFILE"] || homedir();
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
