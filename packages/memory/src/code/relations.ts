/**
 * Dependencies stated by memories, in addition to the code's: edges of source "memory" that exist as long as the memory does.
 * They are computed on each query, so that a forgotten memory takes its edges with it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Direction, ExportedEdge, ReachedNode } from "@tacit-memory/codegraph";
import { hiddenHere, isShownUnlessHidden } from "../anchors/branches/current-branches.ts";
import { stateOf } from "../anchors/freshness/check-memories.ts";
import { isTurned, type Relation, relationsIn } from "../anchors/link/relations.ts";
import { effectiveConfidence } from "../domain/confidence.ts";
import type { MemoryId } from "../domain/ids.ts";
import { isValidAt, type Memory } from "../domain/memory.ts";
import { listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import type { FoundTarget } from "./target.ts";

export interface LabelledEdge extends Relation {
  readonly memory: MemoryId;
  /** Current confidence of the memory, lowered if its code has changed since. 0 to 1. */
  readonly confidence: number;
  /** Who registered the relation: the agent's name, "the user" or "an import". Absent if the relation was read from a memory's text. */
  readonly registeredBy?: string;
}

export interface LabelledPlace {
  readonly path: string;
  /** Symbol in the file that a registered relation names. */
  readonly symbol?: string;
  readonly registeredBy?: string;
  /** Steps from the target, from 1, including the code's. */
  readonly depth: number;
  readonly via: Relation["type"];
  /** The memory that states the last step. */
  readonly memory: MemoryId;
  /** Product of the confidences of the memories on the path. 0 to 1. */
  readonly confidence: number;
}

/** Newest first; in a project with more memories older ones are ignored. */
const MAX_MEMORIES = 5_000;

interface MemoryRelations {
  readonly memory: Memory;
  readonly relations: readonly Relation[];
}

/** Returns memories that may be shown to a session, with the relations they state. */
async function memoriesWithRelations(workspace: Workspace): Promise<MemoryRelations[]> {
  const { nowMs } = workspace.moment();
  const all = await listMemories(workspace.db, {
    projectId: workspace.projectId,
    limit: MAX_MEMORIES,
  });
  const isShown = isShownUnlessHidden(await hiddenHere(workspace));
  const stands = (memory: Memory) =>
    memory.files.length > 1 &&
    memory.standing !== "hypothesis" &&
    !memory.needsReview &&
    !memory.isDisputed &&
    isShown(memory) &&
    isValidAt(memory, nowMs);
  return all.filter(stands).flatMap((memory) => {
    const relations = relationsIn(memory);
    return relations.length === 0 ? [] : [{ memory, relations }];
  });
}

/** Returns their edges between existing files, weighted by the state of their code; only the most certain of each pair. */
async function storedEdges(
  workspace: Workspace,
  related: readonly MemoryRelations[],
): Promise<LabelledEdge[]> {
  const { nowMs } = workspace.moment();
  const memories = related.map(({ memory }) => memory);
  const freshnessById = await stateOf(workspace, memories, {});
  const surest = new Map<string, LabelledEdge>();
  for (const { memory, relations } of related) {
    const code = freshnessById.get(memory.id);
    if (code?.isDoubtful === true) continue;
    const confidence = round(effectiveConfidence(memory, nowMs) * (code?.factor ?? 1));
    for (const relation of relations.filter(({ from, to }) => isHere(workspace, from, to))) {
      const { type, from, to, registered } = relation;
      const key = [type, from, to, registered?.fromSymbol, registered?.toSymbol].join("\n");
      if ((surest.get(key)?.confidence ?? -1) >= confidence) continue;
      surest.set(key, {
        ...relation,
        ...registrar(memory, relation),
        memory: memory.id,
        confidence,
      });
    }
  }
  return [...surest.values()];
}

function registrar({ agent, source }: Memory, { registered }: Relation) {
  if (registered === undefined) return {};
  if (source === "agent_explicit") return { registeredBy: agent ?? "an agent" };
  return { registeredBy: source === "imported" ? "an import" : "the user" };
}

function isHere({ identity: { root } }: Workspace, ...paths: readonly string[]): boolean {
  return paths.every((path) => existsSync(join(root, path)));
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** Yields the edges for `graph export`, sorted by path. */
export async function* relationEdges(workspace: Workspace): AsyncGenerator<ExportedEdge> {
  const edges = await storedEdges(workspace, await memoriesWithRelations(workspace));
  edges.sort((a, b) => (`${a.from}\n${a.to}` < `${b.from}\n${b.to}` ? -1 : 1));
  for (const { from, to, type, confidence, memory, registered, registeredBy } of edges) {
    yield {
      from: placeText(from, registered?.fromSymbol),
      to: placeText(to, registered?.toSymbol),
      type,
      source: "memory",
      confidence,
      memory,
      ...(registeredBy === undefined ? {} : { registeredBy }),
    };
  }
}

function placeText(path: string, symbol: string | undefined): string {
  return symbol === undefined ? path : `${path}:${symbol}`;
}

export interface EdgeOrigin {
  /** The requested symbol, if the target is one. Relations of other symbols in its file are excluded. */
  readonly symbol?: { readonly path: string; readonly name: string } | undefined;
  /** By file: the steps at which it was reached; 0 for the target. */
  readonly reached: ReadonlyMap<string, number>;
  readonly direction: Direction;
  readonly depth: number;
}

/**
 * Returns files that memories relate to a reached one, nearest and most certain first. Chains of memories are followed, but
 * not the code of the files they lead to.
 */
export async function labelledPlaces(
  workspace: Workspace,
  from: EdgeOrigin,
): Promise<LabelledPlace[]> {
  const related = await memoriesWithRelations(workspace);
  const edges = related.flatMap(({ memory, relations }) =>
    relations.map((relation) => ({ ...relation, memory: memory.id, confidence: 1 })),
  );
  // Checking code is expensive, so only memories on a path from a reached file are checked.
  const near = new Set([
    ...from.reached.keys(),
    ...placesAlong(edges, from).map(({ path }) => path),
  ]);
  const bearing = related.filter(({ relations }) =>
    relations.some((relation) => near.has(relation.from) && near.has(relation.to)),
  );
  return bearing.length === 0 ? [] : placesAlong(await storedEdges(workspace, bearing), from);
}

/** Like `labelledPlaces`, for known edges. */
export function placesAlong(edges: readonly LabelledEdge[], from: EdgeOrigin): LabelledPlace[] {
  const next = stepsOf(edges, from.direction);
  const found = new Map<string, LabelledPlace>();
  for (let depth = 1; depth <= from.depth; depth++) {
    for (const place of placesAt(depth, from, found, next)) found.set(place.path, place);
  }
  return [...found.values()].sort(
    (a, b) => a.depth - b.depth || b.confidence - a.confidence || (a.path < b.path ? -1 : 1),
  );
}

/** Returns the places at exactly this depth, reached from places one step nearer. */
function placesAt(
  depth: number,
  { reached, symbol }: EdgeOrigin,
  found: ReadonlyMap<string, LabelledPlace>,
  next: ReadonlyMap<string, readonly Step[]>,
): Iterable<LabelledPlace> {
  const level = new Map<string, LabelledPlace>();
  const before = [
    ...[...reached].map(([path, steps]) => ({ path, depth: steps, confidence: 1 })),
    ...found.values(),
  ].filter((item) => item.depth === depth - 1);
  for (const { path, confidence: soFar } of before) {
    const symbolName = symbol?.path === path ? symbol.name : undefined;
    for (const step of stepsFrom(next.get(path), symbolName)) {
      const { path: other, edge } = step;
      const confidence = round(soFar * edge.confidence);
      const isNearer = found.has(other) || (reached.get(other) ?? depth + 1) <= depth;
      if (isNearer || (level.get(other)?.confidence ?? -1) >= confidence) continue;
      level.set(other, placeOf(step, depth, confidence));
    }
  }
  return level.values();
}

/** Returns all steps, or, for a symbol, only those that are about it. */
function stepsFrom(steps: readonly Step[] = [], symbolName: string | undefined): readonly Step[] {
  return symbolName === undefined
    ? steps
    : steps.filter(({ nearSymbol }) => isAbout(symbolName, nearSymbol));
}

function placeOf({ path, edge, farSymbol }: Step, depth: number, confidence: number) {
  const { type: via, memory, registeredBy } = edge;
  return {
    path,
    ...(farSymbol === undefined ? {} : { symbol: farSymbol }),
    depth,
    via,
    memory,
    confidence,
    ...(registeredBy === undefined ? {} : { registeredBy }),
  };
}

/** Returns whether a relation names the requested symbol, one of its members, or the file as a whole. */
function isAbout(symbolName: string, named: string | undefined): boolean {
  return named === undefined || named === symbolName || named.startsWith(`${symbolName}.`);
}

interface Step {
  readonly path: string;
  readonly edge: LabelledEdge;
  readonly nearSymbol: string | undefined;
  readonly farSymbol: string | undefined;
}

/** Returns, by file, where its edges lead in that direction. */
function stepsOf(edges: readonly LabelledEdge[], direction: Direction): Map<string, Step[]> {
  const next = new Map<string, Step[]>();
  const add = (edge: LabelledEdge, isBack: boolean) => {
    const { from, to, registered } = edge;
    const [near, path] = isBack ? [to, from] : [from, to];
    const symbols = [registered?.toSymbol, registered?.fromSymbol] as const;
    const [nearSymbol, farSymbol] = isBack ? symbols : [symbols[1], symbols[0]];
    const step = { path, edge, nearSymbol, farSymbol };
    const existing = next.get(near);
    if (existing === undefined) next.set(near, [step]);
    else existing.push(step);
  };
  for (const edge of edges) {
    const isBoth = edge.type === "coupled_with";
    const isBack = (direction === "dependents") !== isTurned(edge);
    if (isBack || isBoth) add(edge, true);
    if (!isBack || isBoth) add(edge, false);
  }
  return next;
}

/** Returns the requested symbol; undefined for a file as a whole. */
export function symbolAsked({ name, path }: FoundTarget): EdgeOrigin["symbol"] {
  return name.startsWith(`${path}:`) ? { path, name: name.slice(path.length + 1) } : undefined;
}

/** Returns, by file, the fewest steps to it; 0 for the target's own file. */
export function depthsOf(path: string, nodes: readonly ReachedNode[]): Map<string, number> {
  const depths = new Map([[path, 0]]);
  for (const node of nodes) {
    if (!depths.has(node.path)) depths.set(node.path, node.depth);
  }
  return depths;
}
