/** Finds dependents and dependencies of a target in the code graph, with the memories about them. */
import {
  type CodeGraph,
  type Direction,
  isTestPath,
  nodesOfFile,
  nodesOfSymbol,
  type Progress,
  reach,
} from "@tacit-memory/codegraph";
import { formerNamesOf } from "../anchors/project-paths.ts";
import { foldersOf } from "../domain/anchors/folders-of.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import { memoriesAt } from "../store/memories/anchors.ts";
import type { Workspace } from "../workspace.ts";
import { type ChangedPlaces, changesAsked, placesOf } from "./changed-places.ts";
import type { CodeSession } from "./code-session.ts";
import { type BrokenUse, type GoneNames, goneNames, NOTHING_GONE } from "./gone-names.ts";
import { keepNeighboursSometimes, nearestFiles, type RelatedFile, relatedTo } from "./related.ts";
import { depthsOf, type LabelledPlace, labelledPlaces, symbolAsked } from "./relations.ts";
import { type FoundTarget, findTarget, pathsIn } from "./target.ts";
import { testCommands } from "./test-commands.ts";
import { isWhole, type UnknownUses, unknownUses } from "./unknown-uses.ts";
import { type PlacedNode, withLines } from "./use-lines.ts";

/** What the code graph alone answers. */
export interface CodeAnswer {
  readonly target: string;
  readonly direction: Direction;
  readonly nodes: readonly PlacedNode[];
  /** Number of places that were reached within the depth; `nodes` may contain fewer. */
  readonly count: number;
  /** True if more nodes were reached than the answer may contain. */
  readonly isCut: boolean;
  /** Whether nothing is missing: `incomplete` is empty. */
  readonly complete: boolean;
  readonly incomplete: readonly Omission[];
  /** Possible uses that could not be confirmed. */
  readonly unknown: UnknownUses;
  /** Changed files that could not be read in time. */
  readonly stale: readonly string[];
}

/**
 * Why something may be missing from an answer. `depth`: there are places further away. `count`: more places than an answer
 * may contain. `stale`: changed files could not be read in time. `unknown`: there may be unknown uses (see `UnknownUses`).
 */
export type Omission = "depth" | "count" | "stale" | "unknown";

export interface ImpactAnswer extends Omit<CodeAnswer, "isCut"> {
  readonly tests: readonly string[];
  /** Shell commands that run those tests. */
  readonly testCommands: readonly string[];
  /** For a query about changes: `path` or `path:Symbol` of each changed place. */
  readonly changed?: readonly string[];
  /** For a query about changes: `path` or `path:Symbol` of what they removed. */
  readonly gone?: readonly string[];
  /** For a query about changes: places that still name what they removed. */
  readonly broken?: readonly BrokenUse[];
  readonly memories: readonly MemoryId[];
  /**
   * Files that usually change together with the target's file, whatever the code says; they are not added to `nodes` for
   * that.
   */
  readonly related: readonly RelatedFile[];
  /** Files that memories relate to the target's file or to a reached one; empty with `codeOnly`. */
  readonly byMemory: readonly LabelledPlace[];
}

export interface ImpactOptions {
  /** Steps, from 1. Default 3. */
  readonly depth?: number | undefined;
  /** Follow edges that rest on a unique name alone. */
  readonly withUnique?: boolean | undefined;
  /** Leave out relations known only from memories. */
  readonly codeOnly?: boolean | undefined;
  /**
   * Changes to query instead of a target: `A..B`, a commit to compare the working tree with, or "" for uncommitted changes.
   */
  readonly diff?: string | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

const DEPTH = 3;
const MAX_MEMORIES = 20;
/** Maximum number of files; a file may be listed for both git and sessions. */
const MAX_RELATED = 10;

/** Throws "symbol_not_found", "symbol_ambiguous", and "usage" for unusable `diff`. */
export async function askImpact(
  workspace: Workspace,
  session: CodeSession,
  target: string,
  direction: Direction,
  options: ImpactOptions,
): Promise<ImpactAnswer> {
  const { found, reached, graph, answer, removed } = await search(
    workspace,
    session,
    target,
    direction,
    options,
  );
  const { isCut: _, ...inCode } = answer;
  const tests = testsOf(graph, reached, removed.broken);
  await keepNeighboursSometimes(workspace, graph);
  const related = await relatedTo(workspace, found.path, true);
  const depths = {
    reached: depthsOf(found.path, reached.nodes),
    direction,
    depth: options.depth ?? DEPTH,
    symbol: symbolAsked(found),
  };
  const byMemory = options.codeOnly === true ? [] : await labelledPlaces(workspace, depths);
  const memories = [
    ...byMemory.map(({ memory }) => memory),
    ...(await memoriesNear(workspace, found.path, reached.files)),
  ];
  return {
    ...inCode,
    tests,
    testCommands: testCommands(workspace.identity.root, tests),
    ...(found.changed === undefined ? {} : { changed: found.changed, ...removed }),
    memories: [...new Set(memories)].slice(0, MAX_MEMORIES),
    related: nearestFiles(related, MAX_RELATED),
    byMemory,
  };
}

/** Answers from the code graph alone, without memories and git. Throws like `askImpact`. */
export async function askCode(
  workspace: Workspace,
  session: CodeSession,
  target: string,
  direction: Direction,
  options: ImpactOptions,
): Promise<CodeAnswer> {
  return (await search(workspace, session, target, direction, options)).answer;
}

interface Searched {
  readonly found: FoundTarget & Partial<ChangedPlaces>;
  readonly reached: ReturnType<typeof reach>;
  readonly graph: CodeGraph;
  readonly answer: CodeAnswer;
  readonly removed: GoneNames;
}

async function search(
  workspace: Workspace,
  session: CodeSession,
  target: string,
  direction: Direction,
  { depth = DEPTH, withUnique = false, diff, onProgress }: ImpactOptions,
): Promise<Searched> {
  const { root } = workspace.identity;
  const files =
    diff === undefined
      ? undefined
      : await changesAsked(workspace, diff, (await session.fresh(onProgress)).graph.paths);
  const name = diff === undefined || diff === "" ? "uncommitted changes" : `changes in ${diff}`;
  const answered = () =>
    session.ask(
      (graph) => {
        const found: Searched["found"] =
          files === undefined
            ? findTarget(workspace, graph, target)
            : placesOf(workspace, graph, files, name);
        const unknown = unknownUses(session, root, graph, found, direction);
        const reached = reach(graph, found.nodes, { direction, depth, withUnique });
        return { found, unknown, reached, graph };
      },
      ({ found: { path }, reached: { nodes } }) => [path, ...nodes.map((node) => node.path)],
      onProgress,
      new Set(pathsIn(workspace, target)),
    );
  const result = await answered().catch((error) => notYetRead(session, error));
  const { found, reached, unknown, graph } = result.answer;
  const incomplete = gapsOf(reached, result.stale, unknown);
  const answer = {
    target: found.name,
    direction,
    nodes: await withLines(session, root, reached, direction),
    count: reached.count,
    isCut: reached.isCapped,
    complete: incomplete.length === 0,
    incomplete,
    unknown,
    stale: result.stale,
  };
  const removed = files === undefined ? NOTHING_GONE : await goneNames(session, root, graph, files);
  return { found, reached, graph, answer, removed };
}

/** Adds to the error for an unknown target how many changed files are not read yet, because one of them may define it. */
async function notYetRead(session: CodeSession, error: unknown): Promise<never> {
  if (!MemoryError.is(error, "symbol_not_found")) throw error;
  const { stale } = await session.fresh();
  if (stale.length === 0) throw error;
  const reason = `${stale.length} changed files are not read yet; run \`tacit index\``;
  throw new MemoryError("symbol_not_found", { ...error.facts, reason });
}

function gapsOf(
  { isCutByDepth, isCapped }: ReturnType<typeof reach>,
  stale: readonly string[],
  unknown: UnknownUses,
): Omission[] {
  return [
    ...(isCutByDepth ? (["depth"] as const) : []),
    ...(isCapped ? (["count"] as const) : []),
    ...(stale.length > 0 ? (["stale"] as const) : []),
    ...(isWhole(unknown) ? [] : (["unknown"] as const)),
  ];
}

/** Returns the tests that the asked nodes reach, and those that the places reach which name what no longer exists. */
function testsOf(
  graph: CodeGraph,
  reached: ReturnType<typeof reach>,
  broken: readonly BrokenUse[],
): readonly string[] {
  if (broken.length === 0) return reached.tests;
  const nodes = broken.flatMap(({ path, symbol }) => {
    const file = graph.paths.indexOf(path);
    if (file < 0) return [];
    return symbol === undefined ? nodesOfFile(graph, file) : nodesOfSymbol(graph, file, symbol);
  });
  const { tests } = reach(graph, nodes, { direction: "dependents", depth: 1 });
  const own = broken.map(({ path }) => path).filter(isTestPath);
  return [...new Set([...own, ...reached.tests, ...tests])];
}

/** Returns memories about a file, then about its folders, then about the reached files. */
async function memoriesNear(
  workspace: Workspace,
  path: string,
  reached: readonly string[],
): Promise<MemoryId[]> {
  // No file is changed.
  if (path === "") return [];
  const former = await formerNamesOf(workspace, [path]);
  const groups = [
    [path, ...former.files],
    [...foldersOf(path), ...former.folders],
    reached.slice(0, MAX_MEMORIES),
  ];
  const found: MemoryId[] = [];
  for (const paths of groups)
    found.push(...(await memoriesAt(workspace.db, workspace.projectId, paths, MAX_MEMORIES)));
  return found;
}
