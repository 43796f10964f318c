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

/** Claude Code, Codex, Gemini, pi, Copilot CLI and Cline, in this order; folders that are not there hold nothing. */
export async function* findProjectTranscripts(
  projectRoot: string,
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const real = await realpath(projectRoot).catch(() => projectRoot);
  const roots = [...new Set([projectRoot, real])];
  yield* claudeTranscripts(roots, env);
  yield* codexTranscripts(roots, env);
  yield* geminiTranscripts(roots, env);
  yield* piTranscripts(roots, env);
  yield* copilotTranscripts(roots, env);
  yield* clineTranscripts(roots, env);
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

/** Its folders are named for the project's path, which does not tell where a name of that path ends. */
async function* piTranscripts(roots: readonly string[], env: Env): AsyncGenerator<FoundTranscript> {
  const agent = env["PI_CODING_AGENT_DIR"] || join(home(env), ".pi", "agent");
  const isSession = (name: string) => name.endsWith(".jsonl");
  for await (const path of walkFiles(join(agent, "sessions"), isSession)) {
    const cwd = await toldFolder(path);
    if (cwd !== undefined && isWithin(cwd, roots)) yield { path, host: "pi" };
  }
}

async function* copilotTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const folder = join(env["COPILOT_HOME"] || join(home(env), ".copilot"), "session-state");
  for await (const path of walkFiles(folder, (name) => name === "events.jsonl")) {
    const cwd = await toldFolder(path);
    if (cwd !== undefined && isWithin(cwd, roots)) yield { path, host: "copilot" };
  }
}

/** A session's folder is told beside its messages, and its subagents' messages are beside those. */
async function* clineTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const own = env["CLINE_DIR"] || join(home(env), ".cline");
  const folder =
    env["CLINE_SESSION_DATA_DIR"] || join(env["CLINE_DATA_DIR"] || join(own, "data"), "sessions");
  for (const session of await namesIn(folder)) {
    const cwd = await toldFolder(join(folder, session, `${session}.json`));
    if (cwd === undefined || !isWithin(cwd, roots)) continue;
    const isPart = (name: string) => name.endsWith(".messages.json");
    for await (const path of walkFiles(join(folder, session), isPart))
      yield { path, host: "cline" };
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
