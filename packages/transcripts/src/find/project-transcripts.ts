/**
 * Finds the transcripts in the user's home that are about one project. This runs before the user agreed to reading them, and must be
 * quick, so it reads only as much of each file as is needed to see its folder.
 */
import { createHash } from "node:crypto";
import { readdir, realpath } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseJson, readSmallFile } from "@tacit-memory/files";
import { isWithin } from "../events/session-paths.ts";
import { cursorWorkspaces } from "../formats/cursor/workspaces.ts";
import { isDatabase } from "../input/database-copy.ts";
import { readHead } from "../input/file-bytes.ts";
import { clineSessions, codexHome, type Env, editorUserFolder, placeOf } from "./agent-homes.ts";
import { type FoundTranscript, walkFiles } from "./find-transcripts.ts";
import { TRANSCRIPT_PLACES } from "./transcript-places.ts";

const HEAD_BYTES = 16 * 1024;

/** Claude Code, Codex, Gemini, Qwen, pi, Copilot CLI, Cline and Cursor, in this order. Missing folders are skipped. */
export async function* findProjectTranscripts(
  projectRoot: string,
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const real = await realpath(projectRoot).catch(() => projectRoot);
  const roots = [...new Set([projectRoot, real])];
  yield* claudeTranscripts(roots, env);
  yield* codexTranscripts(roots, env);
  yield* geminiTranscripts(roots, env);
  yield* statedTranscripts("qwen", roots, env);
  yield* statedTranscripts("pi", roots, env);
  yield* statedTranscripts("copilot", roots, env);
  yield* clineTranscripts(roots, env);
  yield* cursorTranscripts(roots, env);
}

async function* claudeTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const projects = TRANSCRIPT_PLACES["claude-code"].folder(placeOf(env));
  const slugs = roots.map(claudeSlug);
  for (const name of await namesIn(projects)) {
    const folder = join(projects, name);
    // A longer name is a folder in the project, or another project beside it. The content decides.
    const isLonger = slugs.some((slug) => name.startsWith(`${slug}-`));
    const isOurs = slugs.includes(name) || (isLonger && (await isAboutUs(folder, roots)));
    if (!isOurs) continue;
    for await (const path of walkFiles(folder, (file) => file.endsWith(".jsonl"))) {
      const cwd = await statedFolder(path);
      // `my/app` and `my-app` share one folder.
      const isOther = cwd !== undefined && claudeSlug(cwd) === name && !isWithin(cwd, roots);
      if (!isOther) yield { path, host: "claude-code" };
    }
  }
}

async function isAboutUs(folder: string, roots: readonly string[]): Promise<boolean> {
  for await (const path of walkFiles(folder, (file) => file.endsWith(".jsonl"))) {
    const cwd = await statedFolder(path);
    if (cwd !== undefined && isWithin(cwd, roots)) return true;
  }
  return false;
}

async function* codexTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const codex = codexHome(placeOf(env));
  // An archived thread can be in both folders under one name.
  const seen = new Set<string>();
  for (const folder of ["sessions", "archived_sessions"]) {
    const isRollout = (name: string) => /^rollout-.*\.jsonl$/.test(name);
    for await (const path of walkFiles(join(codex, folder), isRollout)) {
      if (seen.has(basename(path))) continue;
      seen.add(basename(path));
      const cwd = await statedFolder(path);
      if (cwd !== undefined && isWithin(cwd, roots)) yield { path, host: "codex" };
    }
  }
}

/** Gemini names its folders by a digest of the project's path, or stores the path in `.project_root`. */
async function* geminiTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const folder = TRANSCRIPT_PLACES.gemini.folder(placeOf(env));
  const digests = roots.map((root) => createHash("sha256").update(root).digest("hex"));
  for (const name of await namesIn(folder)) {
    const stored = readSmallFile(join(folder, name, ".project_root")) ?? "";
    if (!digests.includes(name) && !roots.includes(stored.trim())) continue;
    const isChat = (file: string) => /\.jsonl?$/.test(file);
    for await (const path of walkFiles(join(folder, name, "chats"), isChat)) {
      yield { path, host: "gemini" };
    }
  }
}

/** Finds sessions by the folder that their file states. pi's own folders cannot tell separators in a path from dashes. */
async function* statedTranscripts(
  host: "qwen" | "pi" | "copilot",
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const { folder, name } = TRANSCRIPT_PLACES[host];
  for await (const path of walkFiles(folder(placeOf(env)), (file) => name.test(file))) {
    const cwd = await statedFolder(path);
    if (cwd !== undefined && isWithin(cwd, roots)) yield { path, host };
  }
}

/** The session's folder is in a file beside its messages. Messages of subagents are beside them too. */
async function* clineTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const folder = clineSessions(placeOf(env));
  for (const session of await namesIn(folder)) {
    const cwd = await statedFolder(join(folder, session, `${session}.json`));
    if (cwd === undefined || !isWithin(cwd, roots)) continue;
    const isPart = (name: string) => name.endsWith(".messages.json");
    for await (const path of walkFiles(join(folder, session), isPart))
      yield { path, host: "cline" };
  }
}

/**
 * One database holds the conversations of all projects. Copying it needs the user's agreement, so only the small files
 * beside it are read, which name the folders that were opened.
 */
async function* cursorTranscripts(
  roots: readonly string[],
  env: Env,
): AsyncGenerator<FoundTranscript> {
  const user = editorUserFolder(placeOf(env), "Cursor");
  const workspaces = await cursorWorkspaces(user);
  if (!workspaces.some(({ folder }) => isWithin(folder, roots))) return;
  const path = join(user, "globalStorage", "state.vscdb");
  if (await isDatabase(path).catch(() => false)) yield { path, host: "cursor", roots };
}

/** The first folder a transcript names. */
async function statedFolder(path: string): Promise<string | undefined> {
  const head = await readHead(path, HEAD_BYTES).catch(() => "");
  const stored = /"cwd"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(head)?.[1];
  const cwd = stored === undefined ? undefined : parseJson(stored);
  return typeof cwd === "string" ? cwd : undefined;
}

function claudeSlug(projectRoot: string): string {
  return projectRoot.replace(/[^A-Za-z0-9]/g, "-");
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort();
}
