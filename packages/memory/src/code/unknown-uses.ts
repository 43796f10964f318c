/**
 * Finds what an answer about a symbol cannot cover: calls of its name on unknown receivers, and files that contain the name
 * but are not read. An answer is complete only if there are neither.
 */
import {
  type CodeGraph,
  countByExtension,
  type Direction,
  FILE_KIND,
  fileOfNode,
  filesMentioning,
  type UnknownCall,
  unknownCallsIn,
  unknownCallsOf,
} from "@tacit-memory/codegraph";
import type { CodeSession } from "./code-session.ts";
import type { FoundTarget } from "./target.ts";

export interface UnknownUses {
  /** Names whose calls may refer to the target. */
  readonly names: readonly string[];
  /** Calls of those names on unknown receivers: possible uses, matched by name only. They are not part of `nodes`. */
  readonly calls: readonly UnknownCall[];
  /** Total number of those calls; `calls` is cut. */
  readonly callCount: number;
  /** Files that contain the name and whose uses are not read completely. */
  readonly unread: readonly string[];
  /** Number of all such files by extension; `unread` is cut. */
  readonly unreadBy: Readonly<Record<string, number>>;
  /** Whether the target is a property, whose uses are known only if the type of the object is known. */
  readonly isProperty: boolean;
}

const MAX_LISTED = 50;
const COMPONENT = /\.(?:vue|svelte|astro)$/;
/** Kinds with members that are called by their own names. */
const HOLDERS: ReadonlySet<number> = new Set([4, 5, 6, 7, 8, 10]);
const IMPL = 1;
const PROPERTY = 9;
const ENUM = 7;

export function isWhole({ callCount, unreadBy, isProperty }: UnknownUses): boolean {
  return !isProperty && callCount === 0 && Object.keys(unreadBy).length === 0;
}

export function unknownUses(
  session: Pick<CodeSession, "unread">,
  root: string,
  graph: CodeGraph,
  target: FoundTarget,
  direction: Direction,
): UnknownUses {
  const [first] = target.nodes;
  if (first === undefined) return listed([], [], []);
  const { none, partly } = session.unread();
  const notRead = [...none, ...partly];
  if (direction === "dependencies") {
    const own = notRead.filter((path) => path === target.path);
    return listed([], callsWithin(graph, first), own);
  }
  const all = namesOf(graph, target.nodes);
  // What a component exports is used by the component's name.
  const names = COMPONENT.test(target.path) ? all.filter((name) => name !== "default") : all;
  const calls = unknownCallsOf(graph, new Set(names), target.path);
  const wanted =
    graph.kinds[first] === FILE_KIND ? [...names, stemOf(target.path)] : [nameOf(graph, first)];
  const unread = filesMentioning(root, notRead, wanted, target.path);
  const around = graph.kinds[graph.containers[first] ?? first];
  const isProperty = graph.kinds[first] === PROPERTY && around !== ENUM;
  return listed(
    names,
    calls,
    // A file does not use itself, but it may use its symbols.
    graph.kinds[first] === FILE_KIND ? unread.filter((path) => path !== target.path) : unread,
    isProperty,
  );
}

function listed(
  names: readonly string[],
  calls: readonly UnknownCall[],
  unread: readonly string[],
  isProperty = false,
): UnknownUses {
  return {
    names: names.slice(0, MAX_LISTED),
    calls: calls.slice(0, MAX_LISTED),
    callCount: calls.length,
    unread: unread.slice(0, MAX_LISTED),
    unreadBy: countByExtension(unread),
    isProperty,
  };
}

/** Returns the name of a symbol and its members; for a file, the names of its symbols and their members. */
function namesOf(graph: CodeGraph, nodes: readonly number[]): string[] {
  const names = new Set<string>();
  const [first = 0] = nodes;
  for (const node of nodes) {
    const kind = graph.kinds[node] ?? FILE_KIND;
    const around = graph.containers[node] ?? node;
    const aroundKind = graph.kinds[around] ?? FILE_KIND;
    const isMember = aroundKind === FILE_KIND || HOLDERS.has(aroundKind) || aroundKind === IMPL;
    if (kind !== FILE_KIND && kind !== IMPL && (node === first || isMember))
      names.add(nameOf(graph, node));
  }
  return [...names];
}

function nameOf(graph: CodeGraph, node: number): string {
  return graph.names[graph.nameIds[node] ?? 0] ?? "";
}

function stemOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return name.replace(/\..*$/, "");
}

function callsWithin(graph: CodeGraph, node: number): UnknownCall[] {
  const file = fileOfNode(graph, node);
  const isFile = graph.kinds[node] === FILE_KIND;
  const lines = isFile
    ? ([0, Number.POSITIVE_INFINITY] as const)
    : ([graph.startLines[node] ?? 0, graph.endLines[node] ?? 0] as const);
  return unknownCallsIn(graph, file, lines);
}
