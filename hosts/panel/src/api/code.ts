/** The code as memories cover it: modules, files, and one file with its users, its uses and its memories. Indexes nothing. */
import type { CodeAnswer, Tacit } from "@tacit-memory/memory";
import type {
  CodeFileDetail,
  CodeFileList,
  CodeGaps,
  CodeOverview,
  CodePlace,
  CodeUses,
} from "@tacit-memory/protocol";
import { type At, rowOf, storedOf } from "./rows.ts";

/** Rows of a list. A person narrows a longer list with words instead of scrolling. */
const MAX_FILES = 1000;
/** Generated files contain thousands of symbols. */
const MAX_SYMBOLS = 500;
const MAX_UNKNOWN = 20;

export async function codeOverview({ code }: Tacit): Promise<CodeOverview> {
  const found = await code.overview();
  return found === null ? { state: "no_graph" } : { state: "read", ...found };
}

export async function codeFiles(
  { code }: Tacit,
  asked: {
    readonly module?: string | undefined;
    readonly folder?: string | undefined;
    readonly query: string;
  },
): Promise<CodeFileList> {
  return (await code.files({ ...asked, limit: MAX_FILES })) ?? { files: [], total: 0 };
}

/** Throws "usage" for a path outside the project. */
export async function codeFile(
  { tacit, nowMs }: At,
  asked: { readonly path: string; readonly symbol?: string | undefined },
): Promise<CodeFileDetail> {
  const { dependents, dependencies, symbols, memories, ...file } = await tacit.code.file(asked);
  const rows = new Map(
    (
      await storedOf(
        tacit.memories,
        memories.map(({ id }) => id),
      )
    ).map((memory) => [memory.id, rowOf(memory, nowMs)]),
  );
  return {
    path: file.path,
    state: file.state,
    module: file.module,
    symbol: file.symbol,
    symbols: symbols.slice(0, MAX_SYMBOLS).map(({ symbol, kind, startLine, isExported }) => ({
      name: symbol,
      kind,
      line: startLine,
      isExported,
    })),
    symbolCount: symbols.length,
    usedBy: dependents && usesOf(dependents, file.path),
    uses: dependencies && usesOf(dependencies, file.path),
    related: file.related.map(({ path, source, count, of }) => ({ path, source, count, of })),
    memories: memories.flatMap(({ id, ...place }) => {
      const memory = rows.get(id);
      return memory === undefined ? [] : [{ memory, ...place }];
    }),
  };
}

/** Omits the file itself, which a symbol of it always depends on. */
function usesOf(answer: CodeAnswer, own: string): CodeUses {
  const places = answer.nodes
    .filter(({ path, symbol }) => path !== own || symbol !== undefined)
    .map(({ path, symbol = null, line, lines, via }) => {
      return { path, symbol, lines: lines ?? (line === undefined ? [] : [line]), via };
    });
  // The page lists direct uses only, so places further away are not missing.
  const isComplete = answer.incomplete.every((gap) => gap === "depth");
  return { places: joined(places), isComplete, gaps: gapsOf(answer) };
}

/** Joins the places of one symbol: each overload is a node of its own. */
function joined(places: readonly CodePlace[]): CodePlace[] {
  const found = new Map<string, CodePlace>();
  for (const place of places) {
    const key = `${place.path}:${place.symbol ?? ""}`;
    const known = found.get(key);
    const lines = [...new Set([...(known?.lines ?? []), ...place.lines])].sort((a, b) => a - b);
    found.set(key, { ...(known ?? place), lines });
  }
  return [...found.values()];
}

function gapsOf({ isCut, unknown, stale }: CodeAnswer): CodeGaps {
  const { callCount, calls, unreadBy, isProperty } = unknown;
  return {
    isCut,
    unknownCalls: callCount,
    unknownAt: [...new Map(calls.map(({ path, line }) => [`${path}:${line}`, { path, line }]))]
      .slice(0, MAX_UNKNOWN)
      .map(([, place]) => place),
    unreadBy,
    stale: stale.length,
    isProperty,
  };
}
