/** The roles of a node in a walk: whether other nodes stand for it, or it stands for others. */
import { CONSTRUCTORS, SYMBOL_KINDS } from "../../facts/facts.ts";
import { getOrCreate } from "../../maps.ts";
import { type CodeGraph, edgeType, FILE_KIND } from "../graph.ts";

export const IS_OVERRIDE = 1;
export const IS_OVERRIDDEN = 2;
export const RUN_BY_MAKING = 4;
export const IS_CLASS = 8;
export const INDIRECT = IS_OVERRIDE | IS_OVERRIDDEN | RUN_BY_MAKING | IS_CLASS;
export const IS_FILE = 16;
/** Computed lazily and cached: every edit creates a new graph, of which the next query visits few nodes. */
const IS_KNOWN = 32;

const MAKERS = new Set([...CONSTRUCTORS, "__new__", "new", "init"]);
const PROPERTY = SYMBOL_KINDS.indexOf("property");
const CLASS = SYMBOL_KINDS.indexOf("class");

/** By kind of an edge: 1 for an override. */
export const OVERRIDES = Uint8Array.from({ length: 256 }, (_value, kind) =>
  edgeType(kind) === "overrides" ? 1 : 0,
);

/** Cached by a graph's edge column; 0 for nodes that were not queried. */
const rolesByEdges = new WeakMap<Uint8Array, Uint8Array>();
export function rolesOf({ kinds, outKinds }: CodeGraph): Uint8Array {
  return getOrCreate(rolesByEdges, outKinds, () => new Uint8Array(kinds.length));
}

export function roleOf(roles: Uint8Array, graph: CodeGraph, node: number): number {
  const flags = roles[node] ?? 0;
  if (flags !== 0) return flags & ~IS_KNOWN;
  const role = foundRole(graph, node);
  roles[node] = role | IS_KNOWN;
  return role;
}

function foundRole(graph: CodeGraph, node: number): number {
  const { kinds, containers, nameIds, names, outStarts, outKinds, inStarts, inKinds } = graph;
  const kind = kinds[node];
  let role = kind === FILE_KIND ? IS_FILE : kind === CLASS ? IS_CLASS : 0;
  if (hasOverride(outStarts, outKinds, node)) role |= IS_OVERRIDE;
  if (hasOverride(inStarts, inKinds, node)) role |= IS_OVERRIDDEN;
  const around = containers[node] ?? node;
  if (kinds[around] !== CLASS || around === node) return role;
  const name = nameIds[node] ?? 0;
  // Java's constructors have the name of their class.
  const isMaker = name === nameIds[around] || MAKERS.has(names[name] ?? "");
  return kind === PROPERTY || isMaker ? role | RUN_BY_MAKING : role;
}

function hasOverride(starts: Uint32Array, kinds: Uint8Array, node: number): boolean {
  const end = starts[node + 1] ?? 0;
  for (let at = starts[node] ?? 0; at < end; at++) if (OVERRIDES[kinds[at] ?? 0] === 1) return true;
  return false;
}
