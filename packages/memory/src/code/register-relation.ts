/**
 * Relations between two places that no parser sees, registered by a person or an agent. Each is stored as a memory of two
 * files whose payload names the places, so branches, undo, review, export and forgetting apply to it.
 */
import { join } from "node:path";
import type { CodeGraph } from "@tacit-memory/codegraph";
import { isFile } from "@tacit-memory/files";
import { type RelationKind, registeredIn, relationWords } from "../anchors/link/relations.ts";
import { pathsInProject } from "../anchors/project-paths.ts";
import type { Teaching } from "../curate/teaching.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import { listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import type { CodeSession } from "./code-session.ts";
import { fileNamed, findTarget } from "./target.ts";

export interface RelationRequest {
  /** `path`, `path:Symbol` or the name of a symbol. A path may also be that of a file that is not indexed. */
  readonly from: string;
  readonly to: string;
  readonly kind: RelationKind;
  /** Why, in a sentence. */
  readonly note?: string | undefined;
}

type RelationTeaching = Omit<Teaching, "source">;

interface RelationPlace {
  readonly path: string;
  readonly symbol?: string | undefined;
}

type RelationEnds = readonly [from: string, to: string];

/** Returns the memory to store. Throws "symbol_not_found", "symbol_ambiguous", and "usage" if both places are in one file. */
export async function relationTeaching(
  workspace: Workspace,
  session: CodeSession,
  { from, to, kind, note }: RelationRequest,
): Promise<RelationTeaching> {
  const [one, other] = await placesOf(workspace, session, [from, to]);
  if (one === undefined || other === undefined || one.path === other.path) {
    throw new MemoryError("usage", { reason: "a relation needs places in two files", from, to });
  }
  const relation = {
    from: one.path,
    to: other.path,
    kind,
    ...(one.symbol === undefined ? {} : { fromSymbol: one.symbol }),
    ...(other.symbol === undefined ? {} : { toSymbol: other.symbol }),
  };
  const content = `${textOf(one)} ${relationWords(kind)} ${textOf(other)}`;
  return {
    ...(note === undefined ? { content } : { content: `${content}: ${note}`, authorText: note }),
    type: "causal_dependency",
    payload: { relation },
    files: [one.path, other.path],
    symbols: [one, other].flatMap(({ symbol }) => symbol ?? []),
  };
}

/**
 * Returns the memories that registered a relation between these two places, of the given kind or of any. The places are first
 * compared as they are written, so that a relation of a deleted file or symbol is found too.
 */
export async function relationMemories(
  workspace: Workspace,
  session: CodeSession,
  { from, to, kind }: Omit<RelationRequest, "kind"> & { readonly kind?: RelationKind | undefined },
): Promise<MemoryId[]> {
  const { db, projectId } = workspace;
  const written = [from.trim(), to.trim()] as const;
  const files = written.flatMap(pathsIn);
  const asWritten = (await listMemories(db, { projectId, files })).filter(registers(written, kind));
  if (asWritten.length > 0) return asWritten.map(({ id }) => id);
  const places = await placesOf(workspace, session, [from, to]);
  const ends = [textOf(places[0]), textOf(places[1])] as const;
  const paths = places.map(({ path }) => path);
  const found = await listMemories(db, { projectId, files: paths });
  return found.filter(registers(ends, kind)).map(({ id }) => id);
}

/** Returns the paths that a text such as `path:Symbol` may begin with; a path may contain a colon. */
function pathsIn(text: string): string[] {
  const parts = text.split(":");
  return parts.map((_part, index) => parts.slice(0, index + 1).join(":"));
}

/** A coupling has no direction, so its places may be named in any order. */
function registers([from, to]: RelationEnds, kind: RelationKind | undefined) {
  return (memory: Memory): boolean => {
    const relation = registeredIn(memory);
    if (relation === undefined || (kind ?? relation.type) !== relation.type) return false;
    const start = textOf({ path: relation.from, symbol: relation.registered?.fromSymbol });
    const end = textOf({ path: relation.to, symbol: relation.registered?.toSymbol });
    const isSwapped = relation.type === "coupled_with" && start === to && end === from;
    return isSwapped || (start === from && end === to);
  };
}

async function placesOf(
  workspace: Workspace,
  session: CodeSession,
  targets: readonly string[],
): Promise<RelationPlace[]> {
  const { answer } = await session.ask(
    (graph) => targets.map((target) => placeOf(workspace, graph, target)),
    (places) => places.map(({ path }) => path),
  );
  return answer;
}

function placeOf(workspace: Workspace, graph: CodeGraph, target: string): RelationPlace {
  const [file] = pathsInProject(workspace, [target]);
  // A schema, a document or a table of settings: no parser reads it, but code may depend on it.
  const isUnread =
    file !== undefined &&
    isFile(join(workspace.identity.root, file)) &&
    fileNamed(workspace, graph, target) === undefined;
  if (isUnread && !target.includes(":")) return { path: file };
  const { name, path } = findTarget(workspace, graph, target);
  const symbol = name.startsWith(`${path}:`) ? name.slice(path.length + 1) : "";
  return symbol === "" ? { path } : { path, symbol };
}

function textOf(place: RelationPlace | undefined): string {
  if (place === undefined) return "";
  return place.symbol === undefined ? place.path : `${place.path}:${place.symbol}`;
}
