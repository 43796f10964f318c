/**
 * Finds files that change together, whatever the code says, from git history and agent sessions; and stores these relations
 * and the code's neighbours for hooks, which use no graph.
 */
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  CODEGRAPH,
  type CodeGraph,
  currentWindow,
  type ExportedEdge,
  type FilePairs,
  fileNeighbours,
  filePairs,
  HISTORY,
  readWindow,
  writeNeighbours,
} from "@tacit-memory/codegraph";
import { historyPath, neighbourPath } from "../anchors/code-index-path.ts";
import { headOf } from "../anchors/freshness/check-memories.ts";
import { missingFiles, pathsInProject } from "../anchors/project-paths.ts";
import { MemoryError } from "../domain/errors.ts";
import { editedTogether } from "../store/sessions/co-access.ts";
import type { Workspace } from "../workspace.ts";

export interface RelatedFile {
  readonly path: string;
  /** `git`: changed by the same commits. `session`: edited in the same sessions. */
  readonly source: "git" | "session";
  /** Number of commits or sessions that touched both. */
  readonly count: number;
  /** Number of those that touched the queried file. */
  readonly of: number;
  /** `count` divided by `of`: how likely this file is to change too. 0 to 1. */
  readonly confidence: number;
}

/** The pairs of a session grow with the square of its files; further pairs add little. */
const MAX_SESSION_PAIRS = 200_000;

const limits = () => ({
  minCount: HISTORY.pairMinCount,
  minInformation: HISTORY.pairMinInformation,
  doubt: HISTORY.pairDoubt,
  mostOfOne: HISTORY.pairsOfFile,
});

/** `asKept`: as last read. `forwards`: updated if that is quick. `whole`: updated whatever it takes. */
type HistoryEffort = "asKept" | "forwards" | "whole";

/** Returns files changed by the same commits. Git runs as a process, and its output is read as a stream. */
export async function changedTogether(
  workspace: Workspace,
  effort: HistoryEffort,
): Promise<FilePairs> {
  const path = historyPath(workspace);
  const { root } = workspace.identity;
  const { commits } =
    effort === "asKept"
      ? readWindow(path)
      : await currentWindow(root, path, {
          isQuick: effort === "forwards",
          knownHead: headOf(root),
        });
  return filePairs(commits, limits());
}

async function accessedTogether(workspace: Workspace): Promise<FilePairs> {
  return filePairs(
    await editedTogether(workspace.db, workspace.projectId, MAX_SESSION_PAIRS),
    limits(),
  );
}

/**
 * Returns existing files related to this one, the strongest first, once for each source. `isQuick`: git is not called, for a
 * query that must not wait for it.
 */
export async function relatedTo(
  workspace: Workspace,
  path: string,
  isQuick: boolean,
): Promise<RelatedFile[]> {
  const changes = (await changedTogether(workspace, isQuick ? "asKept" : "whole")).companionsOf(
    path,
  );
  const accesses = (await accessedTogether(workspace)).companionsOf(path);
  const related = [
    ...changes.map((change) => ({ ...change, source: "git" as const })),
    ...accesses.map((access) => ({ ...access, source: "session" as const })),
  ];
  return related
    .filter((item) => existsSync(join(workspace.identity.root, item.path)))
    .sort((a, b) => b.weight - a.weight)
    .map(({ path: other, source, count, of }) => {
      return { path: other, source, count, of, confidence: round(count / of) };
    });
}

/** Like `relatedTo`, for a file as the caller names it. Throws "input_missing" for an unknown file. */
export async function relatedAsked(workspace: Workspace, target: string): Promise<RelatedFile[]> {
  const [path] = pathsInProject(workspace, [target]);
  const related = path === undefined ? [] : await relatedTo(workspace, path, false);
  const isKnown =
    related.length > 0 || (path !== undefined && missingFiles(workspace, [path]).length === 0);
  if (isKnown) return related;
  throw new MemoryError("input_missing", { path: target });
}

/** Returns the first files with all their sources: a file from two sources counts as one. */
export function nearestFiles(related: readonly RelatedFile[], limit: number): RelatedFile[] {
  const nearest = new Set([...new Set(related.map(({ path }) => path))].slice(0, limit));
  return related.filter(({ path }) => nearest.has(path));
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Yields each pair once, from the file whose changes predict the other's better. */
export async function* relatedEdges(workspace: Workspace): AsyncGenerator<ExportedEdge> {
  const sources = [
    ["git", "co_change", await changedTogether(workspace, "whole")],
    ["session", "co_access", await accessedTogether(workspace)],
  ] as const;
  for (const [source, type, pairs] of sources) {
    for (const from of pairs.paths()) {
      for (const { path: to, count, of } of pairs.companionsOf(from)) {
        const back = pairs.companionsOf(to).find(({ path }) => path === from);
        const isReported = back !== undefined && (back.of < of || (back.of === of && to < from));
        if (isReported) continue;
        yield { from, to, type, source, confidence: round(count / of), count };
      }
    }
  }
}

/** Updates the stored neighbours from the graph and the files that change together. */
export async function keepNeighbours(
  workspace: Workspace,
  graph: CodeGraph,
  changes: FilePairs,
): Promise<void> {
  const accesses = await accessedTogether(workspace);
  const found = fileNeighbours(graph, { changes, accesses });
  writeNeighbours(neighbourPath(workspace), found);
}

/**
 * Updates the neighbours while queries are answered: at once if none are stored, otherwise only as often as hooks need, with
 * the history updated if that is quick.
 */
export async function keepNeighboursSometimes(
  workspace: Workspace,
  graph: CodeGraph,
): Promise<void> {
  const keptAtMs = modifiedMs(neighbourPath(workspace));
  const isDue =
    keptAtMs === null || workspace.moment().nowMs - keptAtMs >= CODEGRAPH.neighboursEveryMs;
  if (!isDue) return;
  const changes = await changedTogether(workspace, keptAtMs === null ? "whole" : "forwards");
  await keepNeighbours(workspace, graph, changes);
}

function modifiedMs(file: string): number | null {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return null;
  }
}
