/**
 * The whole graph of memories and files as a map: each file in its module, each memory in the module of a file that it is about,
 * and the links between them. The files that memories are about come first, then those that most files depend on. Memories about
 * files come before memories about none.
 */
import { type CodeGraph, dependentsOf } from "@tacit-memory/codegraph";
import type { MemoryId } from "../domain/ids.ts";
import { memoriesAt, memoriesByPlace, untiedMemories } from "../store/memories/anchors.ts";
import { listProjectEdges } from "../store/memories/edges.ts";
import { memoriesById } from "../store/memories/memories.ts";
import type { Workspace } from "../workspace.ts";
import { modulesIn } from "./browse-modules.ts";
import type { CodeSession } from "./code-session.ts";
import { type GraphPlace, linksAmong } from "./graph-around.ts";

export type MapPlace = GraphPlace & {
  /** Number of its module; null for a memory that is about no file of the map. */
  readonly module: number | null;
  /** Title and type of a memory; null for a file. */
  readonly memory: { readonly title: string; readonly type: string } | null;
};

export interface GraphMap {
  /** Names of the modules. Without a code graph, these are the outermost folders; "" is the root. */
  readonly modules: readonly string[];
  readonly places: readonly MapPlace[];
  /** Numbers of two places, and the type of the link as in `GraphLink`. */
  readonly links: readonly (readonly [from: number, to: number, type: string])[];
  /** Number of places without the limit. */
  readonly total: number;
}

type ProjectStore = Pick<Workspace, "db" | "identity" | "projectId">;

/** `session`: null if the project has no code graph. `limit`: places in the answer; memories get at most half of it. */
export async function graphMap(
  where: ProjectStore,
  session: CodeSession | null,
  limit: number,
): Promise<GraphMap> {
  const { db, projectId } = where;
  const graph = (await session?.fresh())?.graph ?? null;
  const remembered = await memoriesByPlace(db, projectId);
  const modules = session === null || graph === null ? null : modulesIn(graph, session);
  const moduleOfFile = new Map(
    (modules ?? []).flatMap(({ files }, at) => files.map((path) => [path, at] as const)),
  );
  const names = modules?.map(({ name }) => name) ?? [];
  const moduleAt = (path: string): number => {
    const module = moduleOfFile.get(path);
    if (module !== undefined) return module;
    const folder = path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
    const at = names.indexOf(folder);
    return at < 0 ? names.push(folder) - 1 : at;
  };
  const { memories, memoryCount } = await mapMemories(where, remembered, Math.floor(limit / 2));
  const paths = pathsByUse(graph, remembered);
  const files = paths.slice(0, limit - memories.length);
  const ids = memories.map(({ id }) => id);
  const places = [
    ...files.map((path) => ({ kind: "file", path }) as const),
    ...ids.map((id) => ({ kind: "memory", id }) as const),
  ];
  const numbers = new Map(places.map((place, at) => [nameOf(place), at]));
  const numberOf = (place: GraphPlace) => numbers.get(nameOf(place)) ?? 0;
  const links = (await linksAmong(where, graph, places)).map(
    ({ from, to, type }) => [numberOf(from), numberOf(to), type] as const,
  );
  const fileOf = new Map<number, number>();
  for (const [from, to, type] of links) if (type === "about") fileOf.set(from, to);
  return {
    places: places.map((place, at): MapPlace => {
      if (place.kind === "file") return { ...place, module: moduleAt(place.path), memory: null };
      const memory = memories[at - files.length];
      const path = files[fileOf.get(at) ?? -1];
      return {
        ...place,
        module: path === undefined ? null : moduleAt(path),
        memory: memory === undefined ? null : { title: memory.title, type: memory.type },
      };
    }),
    modules: names,
    links,
    total: paths.length + memoryCount,
  };
}

function nameOf(place: GraphPlace): string {
  return place.kind === "file" ? `file ${place.path}` : `memory ${place.id}`;
}

/** Returns active memories: those about files first, then those related to other memories, then the newest of the others. */
async function mapMemories(
  { db, projectId }: ProjectStore,
  remembered: ReadonlyMap<string, readonly number[]>,
  limit: number,
) {
  const about = await memoriesAt(db, projectId, [...remembered.keys()], limit);
  const edges = await listProjectEdges(db, projectId);
  const untied = await untiedMemories(db, projectId, limit - about.length);
  const related = edges.flatMap(({ fromId, toId }) => [fromId, toId]);
  const ids = new Set<MemoryId>([...about, ...related, ...untied.ids]);
  const found = await memoriesById(db, [...ids].slice(0, limit));
  const anchored = new Set([...remembered.values()].flat()).size;
  return {
    memories: [...ids].flatMap((id) => {
      const memory = found.get(id);
      return memory?.state === "active" ? [memory] : [];
    }),
    memoryCount: anchored + untied.total,
  };
}

function pathsByUse(
  graph: CodeGraph | null,
  remembered: ReadonlyMap<string, readonly number[]>,
): string[] {
  const paths = graph?.paths ?? [];
  const users = new Map(
    paths.map((path, file) => [path, graph === null ? 0 : dependentsOf(graph, file).size]),
  );
  const memories = (path: string) => remembered.get(path)?.length ?? 0;
  return [...new Set([...remembered.keys(), ...paths])].sort(
    (a, b) =>
      memories(b) - memories(a) || (users.get(b) ?? 0) - (users.get(a) ?? 0) || (a < b ? -1 : 1),
  );
}
