/** Returns a symbol's source with its callers and callees in one answer of limited length. */
import { type CodeGraph, FILE_KIND, reach } from "@tacit-memory/codegraph";
import { readProjectText } from "@tacit-memory/files";
import { estimateTokens } from "../recall/shown/tokens.ts";
import type { Workspace } from "../workspace.ts";
import type { CodeSession } from "./code-session.ts";
import { type FoundTarget, findTarget } from "./target.ts";
import { type UnknownUses, unknownUses } from "./unknown-uses.ts";
import { type PlacedNode, withLines } from "./use-lines.ts";

export interface ShownPlace extends PlacedNode {
  /** The line itself: the use for a caller, the definition for a callee. */
  readonly text?: string;
}

export interface ShownSymbol {
  readonly target: string;
  readonly path: string;
  /** First and last line of the source, from 1. */
  readonly startLine: number;
  readonly endLine: number;
  readonly source: string;
  /** Source lines left out for lack of space. */
  readonly leftOut: number;
  readonly callers: readonly ShownPlace[];
  readonly callees: readonly ShownPlace[];
  /** Callers and callees that were left out. */
  readonly more: { readonly callers: number; readonly callees: number };
  readonly unknown: UnknownUses;
  readonly stale: readonly string[];
}

export interface ShowOptions {
  /** Approximate token limit of the whole answer. Default 2000. */
  readonly budget?: number | undefined;
}

const BUDGET = 2000;
/** Share of the budget for the source; the rest, and what the source does not use, is for callers and callees. */
const SOURCE_SHARE = 0.6;
const MAX_FILE_BYTES = 1_000_000;

/** Throws "symbol_not_found" and "symbol_ambiguous". */
export async function showSymbol(
  workspace: Workspace,
  session: CodeSession,
  target: string,
  { budget = BUDGET }: ShowOptions = {},
): Promise<ShownSymbol> {
  const { root } = workspace.identity;
  const { answer, stale } = await session.ask(
    (graph) => {
      const found = findTarget(workspace, graph, target);
      const ask = (direction: "dependents" | "dependencies") =>
        reach(graph, found.nodes, { direction, depth: 1 });
      const extent = extentOf(graph, found);
      const unknown = unknownUses(session, root, graph, found, "dependents");
      return { found, extent, unknown, back: ask("dependents"), forth: ask("dependencies") };
    },
    ({ found: { path } }) => [path],
  );
  const { found, extent, unknown } = answer;
  const texts = new Texts(root);
  const source = withinBudget(
    texts.lines(found.path).slice(extent[0] - 1, extent[1]),
    budget * SOURCE_SHARE,
  );
  let room = budget - estimateTokens(source.text);
  const fitting = (places: readonly PlacedNode[], share: number) => {
    const shown: ShownPlace[] = [];
    let left = room * share;
    for (const place of places) {
      const shownPlace = texts.shown(place);
      left -= estimateTokens(
        `${shownPlace.path}:${shownPlace.symbol ?? ""} ${shownPlace.text ?? ""}`,
      );
      if (left < 0) break;
      shown.push(shownPlace);
    }
    return shown;
  };
  const callers = await withLines(session, root, answer.back, "dependents");
  const callees = await withLines(session, root, answer.forth, "dependencies");
  const shownCallers = fitting(callers.filter(isOutside(found)), 0.6);
  room -= estimateTokens(shownCallers.map(({ path, text }) => `${path} ${text}`).join("\n"));
  const shownCallees = fitting(callees.filter(isOutside(found)), 1);
  return {
    target: found.name,
    path: found.path,
    startLine: extent[0],
    endLine: Math.min(extent[1], texts.lines(found.path).length),
    source: source.text,
    leftOut: source.leftOut,
    callers: shownCallers,
    callees: shownCallees,
    more: {
      callers: callers.length - shownCallers.length,
      callees: callees.length - shownCallees.length,
    },
    unknown,
    stale,
  };
}

/** Excludes the file that contains the symbol. */
const isOutside =
  (found: FoundTarget) =>
  ({ path, symbol }: PlacedNode) =>
    path !== found.path || symbol !== undefined;

function extentOf(graph: CodeGraph, { nodes }: FoundTarget): readonly [number, number] {
  const [first = 0] = nodes;
  if (graph.kinds[first] === FILE_KIND) return [1, Number.MAX_SAFE_INTEGER];
  return [graph.startLines[first] ?? 1, graph.endLines[first] ?? 1];
}

function withinBudget(lines: readonly string[], budget: number) {
  const taken: string[] = [];
  let left = budget;
  for (const line of lines) {
    left -= estimateTokens(line) + 1;
    if (left < 0) break;
    taken.push(line);
  }
  return { text: taken.join("\n"), leftOut: lines.length - taken.length };
}

/** Project files as lines; each file is read once. */
class Texts {
  readonly #root: string;
  readonly #linesByPath = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
  }

  lines(path: string): readonly string[] {
    let lines = this.#linesByPath.get(path);
    if (lines === undefined) {
      lines = (readProjectText(this.#root, path, MAX_FILE_BYTES) ?? "").split("\n");
      this.#linesByPath.set(path, lines);
    }
    return lines;
  }

  shown(place: PlacedNode): ShownPlace {
    const text =
      place.line === undefined ? undefined : this.lines(place.path)[place.line - 1]?.trim();
    return text === undefined || text === "" ? place : { ...place, text: text.slice(0, MAX_TEXT) };
  }
}

const MAX_TEXT = 200;
