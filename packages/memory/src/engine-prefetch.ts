/** Which files a task will need, from everything this project has: the basis of prefetch/ is put together here. */
import { existsSync } from "node:fs";
import { codeIndexPath } from "./code-index-path.ts";
import type { LazyCode } from "./code-surface.ts";
import type { Hit } from "./domain/hit.ts";
import { identifiers } from "./domain/text.ts";
import { hiddenHere } from "./engine-branches.ts";
import { runGit } from "./git/run-git.ts";
import type { Life } from "./life.ts";
import { type Prefetched, prefetch } from "./prefetch/prefetch.ts";
import { PREFETCH } from "./prefetch/tuning.ts";
import { recall } from "./recall/recall.ts";
import { pastCommits, pastSessions } from "./store/past-work.ts";

export interface PrefetchRequest {
  readonly task: string;
  /** Default: 12. */
  readonly limit?: number | undefined;
}

const GIT_PATIENCE_MS = 2000;
/** A task that names more is a log. */
const MOST_SYMBOLS = 20;

/** Best first. */
export async function prefetchFor(
  life: Life,
  code: Pick<LazyCode, "findSymbol">,
  { task, limit = PREFETCH.files.value }: PrefetchRequest,
): Promise<Prefetched[]> {
  const { sessions, commits, commitFiles } = PREFETCH;
  const past = [
    ...(await pastCommits(life.db, life.projectId, {
      limit: commits.value,
      mostFiles: commitFiles.value,
    })),
    ...(await pastSessions(life.db, life.projectId, sessions.value)),
  ].sort((a, b) => a.atMs - b.atMs);
  const remembered = (await recalled(life, task)).flatMap(({ memory, freshness, explanation }) =>
    freshness === "gone"
      ? []
      : memory.files.map((path) => ({ path, relevance: explanation.relevance })),
  );
  const tree = await treeOf(life.identity.root);
  return prefetch(
    { task, past, tree, remembered, defining: await defining(life, code, task) },
    limit,
  );
}

async function recalled(life: Life, query: string): Promise<Hit[]> {
  return recall(
    life.db,
    {
      projectId: life.projectId,
      root: life.identity.root,
      freshness: life.freshness,
      query,
      limit: PREFETCH.memories.value,
      dense: life.meaning,
      hiddenStages: await hiddenHere(life),
    },
    life.moment().nowMs,
  );
}

/** What git knows of, and what is new and not ignored; null without git. */
async function treeOf(root: string): Promise<string[] | null> {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const told = await runGit(root, args, { timeoutMs: GIT_PATIENCE_MS });
  return told === null ? null : told.split("\0").filter((path) => path !== "");
}

/** Only from an index that is there: making one takes seconds. */
async function defining(life: Life, code: Pick<LazyCode, "findSymbol">, task: string) {
  if (!existsSync(codeIndexPath(life))) return [];
  const found: { path: string; symbol: string }[] = [];
  const names = identifiers(task).map((name) => name.replace(/\(\)$/, ""));
  const symbols = [...new Set(names)].filter((name) => /^[\w$.]+$/.test(name));
  for (const symbol of symbols.slice(0, MOST_SYMBOLS)) {
    // One of many places is no hint.
    const [place, another] = await code.findSymbol(symbol);
    if (place !== undefined && another === undefined) found.push({ path: place.path, symbol });
  }
  return found;
}
