/** A small part of the graph of memories and files, to be drawn: one place with its neighbours. `graph-map.ts` has the whole. */
import { type CodeGraph, dependenciesOf, dependentsOf } from "@tacit-memory/codegraph";
import type { MemoryId } from "../domain/ids.ts";
import { countMemoriesAt, listAnchors, memoriesAt } from "../store/memories/anchors.ts";
import { type EdgeType, edgesBetween, listEdges } from "../store/memories/edges.ts";
import type { Workspace } from "../workspace.ts";
import { pathInProject } from "./browse-file.ts";
import type { CodeSession } from "./code-session.ts";

export type GraphPlace =
  | { readonly kind: "memory"; readonly id: MemoryId }
  | { readonly kind: "file"; readonly path: string };

export interface GraphLink {
  readonly from: GraphPlace;
  readonly to: GraphPlace;
  /** `about`: a memory is about a file. `depends`: a file depends on another. The others relate two memories. */
  readonly type: "about" | "depends" | EdgeType;
}

export interface GraphPart {
  /** The focus first. */
  readonly places: readonly GraphPlace[];
  /** All links between these places. */
  readonly links: readonly GraphLink[];
  /** Number of all neighbours of the focus. */
  readonly total: number;
  /** Files of the code graph; null if there is none. */
  readonly files: number | null;
}

type ProjectStore = Pick<Workspace, "db" | "identity" | "projectId">;

/** `session`: null if the project has no code graph. `limit`: neighbours in the answer. Throws "usage" as `pathInProject`. */
export async function graphAround(
  where: ProjectStore,
  session: CodeSession | null,
  place: GraphPlace,
  limit: number,
): Promise<GraphPart> {
  const focus = place.kind === "file" ? filePlace(pathInProject(where, place.path)) : place;
  const graph = (await session?.fresh())?.graph ?? null;
  const near = await neighboursOf(where, graph, focus, limit);
  const places = [focus, ...near.places.slice(0, limit)];
  return {
    places,
    links: await linksAmong(where, graph, places),
    total: near.total,
    files: graph?.paths.length ?? null,
  };
}

interface Near {
  readonly places: readonly GraphPlace[];
  /** Number of all neighbours; `places` is cut. */
  readonly total: number;
}

/** Returns memories before files, and files that memories are about before others. */
async function neighboursOf(
  where: ProjectStore,
  graph: CodeGraph | null,
  focus: GraphPlace,
  limit: number,
): Promise<Near> {
  const { db, projectId } = where;
  if (focus.kind === "memory") {
    const edges = await listEdges(db, focus.id);
    const others = edges.map(({ fromId, toId }) => (fromId === focus.id ? toId : fromId));
    const anchors = await listAnchors(db, [focus.id]);
    const paths = anchors.map(({ path }) => path);
    return bothKinds(memoryPlaces(others), filePlaces(paths), limit);
  }
  const paths = filesNear(graph, focus.path);
  const counts = await countMemoriesAt(db, projectId, [focus.path, ...paths]);
  const count = (path: string) => counts.get(path) ?? 0;
  const memories = memoryPlaces(await memoriesAt(db, projectId, [focus.path], limit));
  const files = filePlaces(paths.toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1)));
  const { places } = bothKinds(memories, files, limit);
  return { places, total: count(focus.path) + files.length };
}

/** Returns the files one step from a file. */
function filesNear(graph: CodeGraph | null, path: string): string[] {
  const file = graph?.paths.indexOf(path) ?? -1;
  if (graph === null || file < 0) return [];
  const near = new Set([...dependentsOf(graph, file), ...dependenciesOf(graph, file)]);
  near.delete(file);
  return [...near].map((other) => graph.paths[other] ?? "");
}

/** Leaves half of the limit to the files, so that the memories of a well-known file do not displace all of them. */
function bothKinds(
  memories: readonly GraphPlace[],
  files: readonly GraphPlace[],
  limit: number,
): Near {
  const shown = memories.slice(0, limit - Math.min(files.length, Math.floor(limit / 2)));
  return { places: [...shown, ...files], total: memories.length + files.length };
}

/** Returns all links between these places. */
export async function linksAmong(
  { db }: ProjectStore,
  graph: CodeGraph | null,
  places: readonly GraphPlace[],
): Promise<GraphLink[]> {
  const ids = places.flatMap((place) => (place.kind === "memory" ? [place.id] : []));
  const paths = places.flatMap((place) => (place.kind === "file" ? [place.path] : []));
  const memories = new Map(memoryPlaces(ids).map((place) => [place.id, place]));
  const files = new Map(filePlaces(paths).map((place) => [place.path, place]));
  const links: GraphLink[] = [];
  const link = (
    from: GraphPlace | undefined,
    to: GraphPlace | undefined,
    type: GraphLink["type"],
  ) => {
    if (from !== undefined && to !== undefined) links.push({ from, to, type });
  };
  for (const { fromId, toId, type } of await edgesBetween(db, ids))
    link(memories.get(fromId), memories.get(toId), type);
  const about = new Set<string>();
  for (const { memoryId, path } of await listAnchors(db, ids)) {
    if (!about.has(`${memoryId} ${path}`)) link(memories.get(memoryId), files.get(path), "about");
    about.add(`${memoryId} ${path}`);
  }
  if (graph === null) return links;
  const numbers = new Map<number, string>();
  graph.paths.forEach((path, file) => {
    if (files.has(path)) numbers.set(file, path);
  });
  for (const [file, path] of numbers)
    for (const other of dependenciesOf(graph, file))
      link(files.get(path), files.get(numbers.get(other) ?? ""), "depends");
  return links;
}

function memoryPlaces(ids: readonly MemoryId[]) {
  return [...new Set(ids)].map((id) => ({ kind: "memory", id }) as const);
}

function filePlaces(paths: readonly string[]) {
  return [...new Set(paths)].map(filePlace);
}

function filePlace(path: string) {
  return { kind: "file", path } as const;
}
