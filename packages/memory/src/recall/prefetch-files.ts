/** Which files a task will need, from everything this project has: the basis of prefetch/ is put together here. */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";
import { runGit } from "@tacit-memory/git";
import { hiddenHere } from "../anchors/branches/branches-here.ts";
import { codeIndexPath } from "../anchors/code-index-path.ts";
import type { Hit } from "../domain/hit.ts";
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
  /** The host's id of a session that is under way, or is over. */
  readonly session: string;
  /** Default: 12. */
  readonly limit?: number | undefined;
}

/** Best first. */
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
    ({ memory, freshness, explanation }) =>
      freshness === "gone"
        ? []
        : memory.files.map((path) => ({ path, relevance: explanation.relevance })),
  );
  const { root } = workspace.identity;
  const [tree, evidence] = await Promise.all([treeOf(root), saidIn(root, task)]);
  const votes = votesOf({
    task,
    past,
    tree,
    remembered,
    defining: await defining(workspace, code, task),
    code: evidence,
  });
  // Where nobody knows the tree, a path that a task names may lie anywhere.
  const looked = tree === null ? [] : await lookClosely(workspace, task, votes);
  return bestFirst([...votes, ...looked], limit);
}

/** As `prefetchSurely`, of files that are there, at most five. Reads the store alone, because an agent waits. */
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

/** Whichever encoder was chosen: no other answers thousands of texts at once. Null where this build has none, or it is damaged. */
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
 * What a session will open next, best first; files it has touched are not among them. `mayAskGit`: whether there is the
 * time to list the tree; without it, only files on disk are told, from fewer sessions. Null for a session without an event.
 */
export async function nextFor(
  workspace: Workspace,
  { session, limit = PREFETCH.files }: NextRequest,
  mayAskGit = true,
): Promise<Prefetched[] | null> {
  // What it opened in another project says nothing of files here, though some have the same paths.
  const row = await findSession(workspace.db, workspace.projectId, session);
  const events = row === undefined ? [] : await listEvents(workspace.db, row.rid);
  if (events.length === 0) return null;
  const { root } = workspace.identity;
  // This session may be among them: it only says of files in hand that they were used together.
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
      hiddenStages: await hiddenHere(workspace),
    },
    workspace.moment().nowMs,
  );
}

function saidIn(root: string, task: string) {
  const { codeMs, codeFileBytes } = PREFETCH;
  const sizeOf = (path: string) => {
    const bytes = sizeOnDisk(join(root, path));
    return bytes === undefined || bytes > codeFileBytes ? undefined : bytes;
  };
  return searchCode(root, codeQuery(task), { timeoutMs: codeMs, sizeOf });
}

/** Undefined for what is not there, or cannot be asked: a path may be longer than the system takes. */
function sizeOnDisk(path: string): number | undefined {
  try {
    return statSync(path).size;
  } catch {
    return undefined;
  }
}

/** What git knows of, and what is new and not ignored; null without git. */
async function treeOf(root: string): Promise<string[] | null> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const output = await runGit(root, args, { timeoutMs: PREFETCH.gitMs });
  return output === null ? null : output.split("\0").filter((path) => path !== "");
}

/** Only from an index that is there: making one takes seconds. */
async function defining(workspace: Workspace, code: CodeNames, task: string) {
  if (!existsSync(codeIndexPath(workspace))) return [];
  const found: { path: string; symbol: string }[] = [];
  const names = identifiers(task).map((name) => name.replace(/\(\)$/, ""));
  const symbols = [...new Set(names)].filter((name) => /^[\w$.]+$/.test(name));
  for (const symbol of symbols.slice(0, PREFETCH.symbols)) {
    // One of many places is no hint.
    const [place, another] = await code.findSymbol(symbol);
    if (place !== undefined && another === undefined) found.push({ path: place.path, symbol });
  }
  return found;
}
