/**
 * What memories say of who rests on whom, beside what the code says: edges of their own source, which stand as long as
 * the memory does. They are worked out when somebody asks, so a memory that is forgotten takes its edges with it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Direction, ExportedEdge } from "@tacit-memory/codegraph";
import { hiddenHere, isShownBeside } from "../anchors/branches/branches-here.ts";
import { stateOf } from "../anchors/freshness/check-memories.ts";
import { type Relation, relationsIn } from "../anchors/link/relations.ts";
import { effectiveConfidence } from "../domain/confidence.ts";
import type { MemoryId } from "../domain/ids.ts";
import { isValidAt, type Memory } from "../domain/memory.ts";
import { listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";

export interface LabelledEdge extends Relation {
  readonly memory: MemoryId;
  /** The memory's, today, less where the code it is about has changed since. 0 to 1. */
  readonly confidence: number;
}

export interface LabelledPlace {
  readonly path: string;
  /** Steps from the target, from 1, those that the code says included. */
  readonly depth: number;
  readonly via: Relation["type"];
  /** The memory that says so of the last step. */
  readonly memory: MemoryId;
  /** Product of what the memories on the way have. 0 to 1. */
  readonly confidence: number;
}

/** Newest first; what is older in a project of more memories is not asked. */
const MAX_MEMORIES = 5_000;

interface Telling {
  readonly memory: Memory;
  readonly relations: readonly Relation[];
}

/** Memories that a session would be told, with what they say. */
async function tellingMemories(workspace: Workspace): Promise<Telling[]> {
  const { nowMs } = workspace.moment();
  const all = await listMemories(workspace.db, {
    projectId: workspace.projectId,
    limit: MAX_MEMORIES,
  });
  const isTold = isShownBeside(await hiddenHere(workspace));
  const stands = (memory: Memory) =>
    memory.files.length > 1 &&
    memory.standing !== "hypothesis" &&
    !memory.needsReview &&
    !memory.isDisputed &&
    isTold(memory) &&
    isValidAt(memory, nowMs);
  return all.filter(stands).flatMap((memory) => {
    const relations = relationsIn(memory);
    return relations.length === 0 ? [] : [{ memory, relations }];
  });
}

/** Their edges between files that are there, as far as the code they are about still stands. The surest of a pair only. */
async function storedEdges(
  workspace: Workspace,
  telling: readonly Telling[],
): Promise<LabelledEdge[]> {
  const { nowMs } = workspace.moment();
  const memories = telling.map(({ memory }) => memory);
  const freshnessById = await stateOf(workspace, memories, {});
  const surest = new Map<string, LabelledEdge>();
  for (const { memory, relations } of telling) {
    const code = freshnessById.get(memory.id);
    if (code?.isDoubtful === true) continue;
    const confidence = round(effectiveConfidence(memory, nowMs) * (code?.factor ?? 1));
    for (const relation of relations.filter(({ from, to }) => isHere(workspace, from, to))) {
      const key = `${relation.type}\n${relation.from}\n${relation.to}`;
      if ((surest.get(key)?.confidence ?? -1) >= confidence) continue;
      surest.set(key, { ...relation, memory: memory.id, confidence });
    }
  }
  return [...surest.values()];
}

function isHere({ identity: { root } }: Workspace, ...paths: readonly string[]): boolean {
  return paths.every((path) => existsSync(join(root, path)));
}

const round = (value: number) => Math.round(value * 1000) / 1000;

/** For `graph export`, in the order of the paths. */
export async function* relationEdges(workspace: Workspace): AsyncGenerator<ExportedEdge> {
  const edges = await storedEdges(workspace, await tellingMemories(workspace));
  edges.sort((a, b) => (`${a.from}\n${a.to}` < `${b.from}\n${b.to}` ? -1 : 1));
  for (const { from, to, type, confidence, memory } of edges) {
    yield { from, to, type, source: "memory", confidence, memory };
  }
}

export interface EdgeOrigin {
  /** By file: steps at which it was reached; the target's 0. */
  readonly reached: ReadonlyMap<string, number>;
  readonly direction: Direction;
  readonly depth: number;
}

/**
 * Files that memories tie to what was reached, nearest and surest first. Memories are followed from one to the next;
 * the code of what they lead to is not: that is another question.
 */
export async function labelledPlaces(
  workspace: Workspace,
  from: EdgeOrigin,
): Promise<LabelledPlace[]> {
  const telling = await tellingMemories(workspace);
  const edges = telling.flatMap(({ memory, relations }) =>
    relations.map((relation) => ({ ...relation, memory: memory.id, confidence: 1 })),
  );
  // Looking at code is what costs: only that of memories on a way from what was reached.
  const near = new Set([
    ...from.reached.keys(),
    ...placesAlong(edges, from).map(({ path }) => path),
  ]);
  const bearing = telling.filter(({ relations }) =>
    relations.some((relation) => near.has(relation.from) && near.has(relation.to)),
  );
  return bearing.length === 0 ? [] : placesAlong(await storedEdges(workspace, bearing), from);
}

/** The same from edges that are known. */
export function placesAlong(edges: readonly LabelledEdge[], from: EdgeOrigin): LabelledPlace[] {
  const next = stepsOf(edges, from.direction);
  const found = new Map<string, LabelledPlace>();
  for (let depth = 1; depth <= from.depth; depth++) {
    for (const place of placesAt(depth, from.reached, found, next)) found.set(place.path, place);
  }
  return [...found.values()].sort(
    (a, b) => a.depth - b.depth || b.confidence - a.confidence || (a.path < b.path ? -1 : 1),
  );
}

/** What is so many steps away and no nearer, from what is one step less away. */
function placesAt(
  depth: number,
  reached: EdgeOrigin["reached"],
  found: ReadonlyMap<string, LabelledPlace>,
  next: ReadonlyMap<string, readonly Step[]>,
): Iterable<LabelledPlace> {
  const level = new Map<string, LabelledPlace>();
  const before = [
    ...[...reached].map(([path, steps]) => ({ path, depth: steps, confidence: 1 })),
    ...found.values(),
  ].filter((item) => item.depth === depth - 1);
  for (const { path, confidence: soFar } of before) {
    for (const { path: other, edge } of next.get(path) ?? []) {
      const confidence = round(soFar * edge.confidence);
      const isNearer = found.has(other) || (reached.get(other) ?? depth + 1) <= depth;
      if (isNearer || (level.get(other)?.confidence ?? -1) >= confidence) continue;
      const { type: via, memory } = edge;
      level.set(other, { path: other, depth, via, memory, confidence });
    }
  }
  return level.values();
}

interface Step {
  readonly path: string;
  readonly edge: LabelledEdge;
}

/** By file: where an edge leads from it, asked in that direction. */
function stepsOf(edges: readonly LabelledEdge[], direction: Direction): Map<string, Step[]> {
  const next = new Map<string, Step[]>();
  const add = (from: string, path: string, edge: LabelledEdge) => {
    const existing = next.get(from);
    if (existing === undefined) next.set(from, [{ path, edge }]);
    else existing.push({ path, edge });
  };
  for (const edge of edges) {
    const isBoth = edge.type === "coupled_with";
    if (direction === "dependents" || isBoth) add(edge.to, edge.from, edge);
    if (direction === "dependencies" || isBoth) add(edge.from, edge.to, edge);
  }
  return next;
}
