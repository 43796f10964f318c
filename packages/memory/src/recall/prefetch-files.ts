/** Predicts which files a task will need, from all the data of this project; builds the input of prefetch/. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";
import { runGit } from "@tacit-memory/git";
import { hiddenHere } from "../anchors/branches/current-branches.ts";
import { codeIndexPath } from "../anchors/code-index-path.ts";
import type { Hit } from "../domain/hit.ts";
import type { Memory } from "../domain/memory.ts";
import type { CodeNames } from "../domain/ports/code-names.ts";
import { identifiers } from "../domain/text/text.ts";
import { openBuiltInEncoder } from "../search/encoders/built-in-encoder.ts";
import { listEvents } from "../store/sessions/events.ts";
import { pastCommits, pastSessions } from "../store/sessions/past-work.ts";
import { findSession } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { type EncodeNow, votesOfCloseLook } from "./prefetch/close-look.ts";
import { codeQuery } from "./prefetch/code-query.ts";
import { nextFiles } from "./prefetch/next-files.ts";
import { prefetchSurely, votesOf } from "./prefetch/prefetch.ts";
import { bestFirst, type Prefetched, type Vote } from "./prefetch/prefetched.ts";
import { searchCode } from "./prefetch/search-code.ts";
import { readSoFar } from "./prefetch/session-so-far.ts";
import { NEXT, PREFETCH } from "./prefetch/tuning.ts";
import { recall } from "./recall.ts";

export interface PrefetchRequest {
  readonly task: string;
  /** Default: 12. */
  readonly limit?: number | undefined;
}

export interface NextRequest {
  /** Host id of a session that is running or over. */
  readonly session: string;
  /** Default: 12. */
  readonly limit?: number | undefined;
}

/** Returns the files for a request, best first. */
export async function prefetchFor(
  workspace: Workspace,
  code: CodeNames,
  { task, limit = PREFETCH.files }: PrefetchRequest,
): Promise<Prefetched[]> {
  const { sessions, commits, commitFiles } = PREFETCH;
  const past = [
    ...(await pastCommits(workspace.db, workspace.projectId, {
      limit: commits,
      mostFiles: commitFiles,
    })),
    ...(await pastSessions(workspace.db, workspace.projectId, sessions)),
  ].sort((a, b) => a.atMs - b.atMs);
  const remembered = (await recalled(workspace, task)).flatMap(
    ({ memory, freshness, code, explanation }) =>
      freshness === "gone"
        ? []
        : filesAbout(memory, code).map((path) => ({ path, relevance: explanation.relevance })),
  );
  const { root } = workspace.identity;
  const [tree, evidence] = await Promise.all([treeOf(root), filesNamedIn(root, task)]);
  const votes = votesOf({
    task,
    past,
    tree,
    remembered,
    defining: await defining(workspace, code, task),
    code: evidence,
  });
  // Without a known tree, a path that a task names may be anywhere.
  const inspected = tree === null ? [] : await lookClosely(workspace, task, votes);
  return bestFirst([...votes, ...inspected], limit);
}

/** Returns the files given with a memory; if there are none, those that now contain its code. */
function filesAbout({ files }: Memory, code: Hit["code"]): readonly string[] {
  if (files.length > 0) return files;
  const found = (code?.anchors ?? []).filter(
    ({ freshness }) => freshness !== "gone" && freshness !== "unanchored",
  );
  return [...new Set(found.map(({ path, movedTo }) => movedTo ?? path))];
}

/** Like `prefetchSurely`, restricted to existing files, at most five. Reads only the store, because an agent waits. */
export async function surelyNeeded(workspace: Workspace, task: string): Promise<string[]> {
  const { db, projectId, identity } = workspace;
  const past = [
    ...(await pastCommits(db, projectId, {
      limit: PREFETCH.commits,
      mostFiles: PREFETCH.commitFiles,
    })),
    ...(await pastSessions(db, projectId, NEXT.hookSessions)),
  ].sort((a, b) => a.atMs - b.atMs);
  const basis = { task, past, tree: null, remembered: [], defining: [], code: null };
  return prefetchSurely(basis, PREFETCH.sureFiles)
    .map(({ path }) => path)
    .filter((path) => existsSync(join(identity.root, path)));
}

async function lookClosely(
  workspace: Workspace,
  task: string,
  votes: readonly Vote[],
): Promise<Vote[]> {
  const texts = new Map<string, string>();
  for (const { path } of bestFirst(votes, PREFETCH.lookedAt.value)) {
    const text = readProjectText(workspace.identity.root, path, PREFETCH.codeFileBytes);
    if (text !== null) texts.set(path, text.slice(0, PREFETCH.lookedChars));
  }
  if (workspace.meaning.isOff) return votesOfCloseLook(task, texts, null);
  return withBuiltIn((encode) => votesOfCloseLook(task, texts, encode));
}

/**
 * Runs `body` with the built-in encoder, whichever encoder was chosen, because no other encodes thousands of texts at once.
 * Null when this build has none or it is damaged.
 */
async function withBuiltIn<T>(body: (encode: EncodeNow | null) => T): Promise<T> {
  try {
    const encoder = openBuiltInEncoder();
    try {
      return body(encoder.encodeNow);
    } finally {
      await encoder.close();
    }
  } catch {
    return body(null);
  }
}

/**
 * Predicts which files a session will open next, best first, without those it has touched. `mayAskGit`: whether there is time
 * to list the tree; otherwise returns only files on disk, from fewer sessions. Null for a session without an event.
 */
export async function nextFor(
  workspace: Workspace,
  { session, limit = PREFETCH.files }: NextRequest,
  mayAskGit = true,
): Promise<Prefetched[] | null> {
  // Files opened in another project say nothing about files here, although some have the same paths.
  const row = await findSession(workspace.db, workspace.projectId, session);
  const events = row === undefined ? [] : await listEvents(workspace.db, row.rid);
  if (events.length === 0) return null;
  const { root } = workspace.identity;
  // This session may be included; it only shows that the files in hand were used together.
  const sessions = mayAskGit ? PREFETCH.sessions : NEXT.hookSessions;
  const past = await pastSessions(workspace.db, workspace.projectId, sessions);
  const listed = mayAskGit ? await treeOf(root) : null;
  const tree = listed === null ? null : new Set(listed);
  const knownPaths = tree ?? new Set(past.flatMap(({ files }) => files.map(({ path }) => path)));
  const basis = { ...readSoFar(events, knownPaths, root), past, tree };
  if (tree !== null) return nextFiles(basis, limit);
  return nextFiles(basis, limit * 2)
    .filter(({ path }) => existsSync(join(root, path)))
    .slice(0, limit);
}

async function recalled(workspace: Workspace, query: string): Promise<Hit[]> {
  return recall(
    workspace.db,
    {
      projectId: workspace.projectId,
      root: workspace.identity.root,
      freshness: workspace.freshness,
      query,
      limit: PREFETCH.memories,
      dense: workspace.meaning,
      ...(await hiddenHere(workspace)),
    },
    workspace.moment().nowMs,
  );
}

function filesNamedIn(root: string, task: string) {
  const { codeMs, codeFileBytes } = PREFETCH;
  const sizeOf = (path: string) => {
    const bytes = sizeOnDisk(join(root, path));
    return bytes === undefined || bytes > codeFileBytes ? undefined : bytes;
  };
  return searchCode(root, codeQuery(task), { timeoutMs: codeMs, sizeOf });
}

/**
 * Returns the size of a file; undefined when it does not exist or cannot be read, for example because the path is too long
 * for the system.
 */
function sizeOnDisk(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}

/** Returns the files that git tracks, and new ones that are not ignored; null without git. */
async function treeOf(root: string): Promise<string[] | null> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const output = await runGit(root, args, { timeoutMs: PREFETCH.gitMs });
  return output === null ? null : output.split("\0").filter((path) => path !== "");
}

/** Looks up symbols in an existing index only, because building one takes seconds. */
async function defining(workspace: Workspace, code: CodeNames, task: string) {
  if (!existsSync(codeIndexPath(workspace))) return [];
  const found: { path: string; symbol: string }[] = [];
  const names = identifiers(task).map((name) => name.replace(/\(\)$/, ""));
  const symbols = [...new Set(names)].filter((name) => /^[\w$.]+$/.test(name));
  for (const symbol of symbols.slice(0, PREFETCH.symbols)) {
    // A symbol with several definitions is no hint.
    const [place, another] = await code.findSymbol(symbol);
    if (place !== undefined && another === undefined) found.push({ path: place.path, symbol });
  }
  return found;
}
