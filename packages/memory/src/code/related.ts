/**
 * Which files go with these, whatever the code says? By the history of git and by the sessions of agents; and what
 * of all that, and of the code, is kept for hooks to ask without a graph.
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
import { absentOf, inProject } from "../anchors/places.ts";
import { MemoryError } from "../domain/errors.ts";
import { editedTogether } from "../store/sessions/co-access.ts";
import type { Workspace } from "../workspace.ts";

export interface RelatedFile {
  readonly path: string;
  /** `git`: changed by the same commits. `session`: edited in the same sessions. */
  readonly source: "git" | "session";
  /** Commits or sessions that touched both. */
  readonly count: number;
  /** Those that touched the file that was asked about. */
  readonly of: number;
  /** Share of those: how likely this one is to change too. 0 to 1. */
  readonly confidence: number;
}

/** A session's pairs grow with the square of its files; what is beyond has little to add. */
const MAX_SESSION_PAIRS = 200_000;

const limits = () => ({
  minCount: HISTORY.pairMinCount.value,
  minInformation: HISTORY.pairMinInformation.value,
  doubt: HISTORY.pairDoubt,
  mostOfOne: HISTORY.pairsOfFile,
});

/** `asKept`: as it was read last. `forwards`: brought further, where that is quick. `whole`: whatever it takes. */
type HistoryEffort = "asKept" | "forwards" | "whole";

/** Files that the same commits changed. Git is a process of its own, and what it says is read as it comes. */
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
 * Files that go with this one and are there, the most telling first; once for each source. `target` may be absolute.
 * `isQuick`: git is not asked, for a question that must not wait for it.
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

/** The same of a file as the caller names it. Throws "input_missing" where nobody has ever seen it. */
export async function relatedAsked(workspace: Workspace, target: string): Promise<RelatedFile[]> {
  const [path] = inProject(workspace, [target]);
  const related = path === undefined ? [] : await relatedTo(workspace, path, false);
  const isKnown =
    related.length > 0 || (path !== undefined && absentOf(workspace, [path]).length === 0);
  if (isKnown) return related;
  throw new MemoryError("input_missing", { path: target });
}

/** The first so many files, each with all who say so: one file that two sources know is one file. */
export function nearestFiles(related: readonly RelatedFile[], most: number): RelatedFile[] {
  const nearest = new Set([...new Set(related.map(({ path }) => path))].slice(0, most));
  return related.filter(({ path }) => nearest.has(path));
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Each pair once, from the file whose changes say more about the other's. */
export async function* relatedEdges(workspace: Workspace): AsyncGenerator<ExportedEdge> {
  const sources = [
    ["git", "co_change", await changedTogether(workspace, "whole")],
    ["session", "co_access", await accessedTogether(workspace)],
  ] as const;
  for (const [source, type, pairs] of sources) {
    for (const from of pairs.paths()) {
      for (const { path: to, count, of } of pairs.companionsOf(from)) {
        const back = pairs.companionsOf(to).find(({ path }) => path === from);
        const isTold = back !== undefined && (back.of < of || (back.of === of && to < from));
        if (isTold) continue;
        yield { from, to, type, source, confidence: round(count / of), count };
      }
    }
  }
}

/** Brings what hooks ask up to the graph and to what changed together. */
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
 * The same while questions are answered: at once where there is nothing yet, and after that no more often than
 * hooks need it, with the history brought further where that is quick.
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
