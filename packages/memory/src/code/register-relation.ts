/**
 * Relations between two places that no parser sees, registered by a person or an agent. Each is stored as a memory of two
 * files whose payload names the places, so branches, undo, review, export and forgetting apply to it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CodeGraph } from "@tacit-memory/codegraph";
import { type RelationKind, relationsIn, relationWords } from "../anchors/link/relations.ts";
import { inProject } from "../anchors/places.ts";
import type { Teaching } from "../curate/memories.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import { listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import type { CodeSession } from "./code-session.ts";
import { findTarget } from "./target.ts";

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
  readonly symbol?: string;
}

/**
 * Returns the memory to remember. Throws "symbol_not_found", "symbol_ambiguous", and "usage" if both places are in one file.
 */
export async function relationTeaching(
  workspace: Workspace,
  session: CodeSession,
  { from, to, kind, note }: RelationRequest,
): Promise<RelationTeaching> {
  const [one, other] = await placesOf(workspace, session, [from, to]);
  if (one === undefined || other === undefined || one.path === other.path) {
    throw new MemoryError("usage", { reason: "a relation needs places in two files", from, to });
  }
  const because = note === undefined ? "" : `: ${note}`;
  const relation = {
    from: one.path,
    to: other.path,
    kind,
    ...(one.symbol === undefined ? {} : { fromSymbol: one.symbol }),
    ...(other.symbol === undefined ? {} : { toSymbol: other.symbol }),
  };
  return {
    content: `${textOf(one)} ${relationWords(kind)} ${textOf(other)}${because}`,
    type: "causal_dependency",
    payload: { relation },
    files: [one.path, other.path],
    symbols: [one, other].flatMap(({ symbol }) => symbol ?? []),
    externalId: `relation ${textOf(one)} ${kind} ${textOf(other)}`,
    // Two relations of one file have nearly the same text, and must not be merged.
    isVerbatim: true,
  };
}

/** Returns the memories that registered a relation between these two places, of the given kind or of any. */
export async function relationMemories(
  workspace: Workspace,
  session: CodeSession,
  { from, to, kind }: Omit<RelationRequest, "kind"> & { readonly kind?: RelationKind | undefined },
): Promise<MemoryId[]> {
  const [one, other] = await placesOf(workspace, session, [from, to]);
  const { db, projectId } = workspace;
  const all = await listMemories(db, { projectId, type: "causal_dependency", limit: 10_000 });
  const isMeant = (memory: (typeof all)[number]) =>
    relationsIn(memory).some(
      ({ from: start, to: end, type, registered }) =>
        registered !== undefined &&
        (kind ?? type) === type &&
        textOf({ path: start, symbol: registered.fromSymbol }) === textOf(one) &&
        textOf({ path: end, symbol: registered.toSymbol }) === textOf(other),
    );
  return all.filter(isMeant).map(({ id }) => id);
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
  const [file] = inProject(workspace, [target]);
  const isFile = file !== undefined && existsSync(join(workspace.identity.root, file));
  // A schema, a document or a table of settings: no parser reads it, but code may depend on it.
  if (isFile && !graph.paths.includes(file) && !/:/.test(target)) return { path: file };
  const { name, path } = findTarget(workspace, graph, target);
  const symbol = name.startsWith(`${path}:`) ? name.slice(path.length + 1) : "";
  return symbol === "" ? { path } : { path, symbol };
}

function textOf(
  place: { readonly path: string; readonly symbol?: string | undefined } | undefined,
) {
  if (place === undefined) return "";
  return place.symbol === undefined ? place.path : `${place.path}:${place.symbol}`;
}
