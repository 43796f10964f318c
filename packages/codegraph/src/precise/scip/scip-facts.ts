/**
 * Facts of a file in a language without a grammar, according to an index: the symbols it defines, their containers and
 * extents.
 */
import type { Definition, FileFacts, SymbolKind } from "../../facts/facts.ts";
import { fingerprintsOf, surfaceHashOf } from "../../facts/fingerprint.ts";
import type { PlacedOccurrence } from "./carried-names.ts";
import type { ScipDocument, ScipOccurrence, ScipSymbol } from "./scip-document.ts";
import type { PlacedText, TextLines } from "./scip-positions.ts";
import { isLocalSymbol, lastDescriptor } from "./scip-symbol.ts";

export interface DocumentFacts {
  readonly facts: FileFacts;
  /** By definition: its symbol in the index. Several may share a position, such as a class and its constructor. */
  readonly symbols: readonly string[];
}

interface Draft {
  readonly symbol: string;
  readonly owner: string;
  readonly name: string;
  readonly kind: SymbolKind;
  readonly nameLine: number;
  readonly nameColumn: number;
  readonly startLine: number;
  /** 0 if the indexer does not state it. */
  readonly endLine: number;
}

export function factsOfDocument(
  document: ScipDocument,
  lines: TextLines,
  places: readonly PlacedOccurrence[],
): DocumentFacts {
  const infoBySymbol = new Map(document.symbols.map((symbol) => [symbol.symbol, symbol]));
  const drafts: Draft[] = [];
  const seen = new Set<string>();
  for (const { occurrence, place } of places) {
    const { symbol } = occurrence;
    if (!occurrence.isDefinition || seen.has(symbol)) continue;
    const draft = draftOf(occurrence, place, infoBySymbol.get(symbol));
    if (draft === null) continue;
    seen.add(symbol);
    drafts.push(draft);
  }
  drafts.sort((a, b) => a.startLine - b.startLine || a.nameColumn - b.nameColumn);
  const definitions = definitionsOf(drafts, lines);
  const facts = {
    language: document.language.toLowerCase(),
    namespace: "",
    definitions,
    bindings: [],
    calls: [],
    imports: [],
    exportNames: [],
  };
  return {
    facts: { ...facts, surfaceHash: surfaceHashOf(facts) },
    symbols: drafts.map(({ symbol }) => symbol),
  };
}

function draftOf(
  { symbol, range, enclosing }: ScipOccurrence,
  place: PlacedText,
  info: ScipSymbol | undefined,
): Draft | null {
  const last = isLocalSymbol(symbol) ? null : lastDescriptor(symbol);
  if (last === null) return null;
  const owner = lastDescriptor(last.owner);
  const kind = kindOf(info?.kind ?? 0, last.suffix, owner?.suffix === "type");
  if (kind === null) return null;
  return {
    symbol,
    owner: last.owner,
    name: info?.displayName || last.name,
    kind,
    nameLine: range[0] + 1,
    nameColumn: place.column,
    startLine: Math.min(range[0], enclosing?.[0] ?? range[0]) + 1,
    endLine: enclosing === null ? 0 : enclosing[2] + (enclosing[3] === 0 ? 0 : 1),
  };
}

/** Kinds by number in SymbolInformation.Kind. */
const KINDS: ReadonlyMap<number, SymbolKind> = new Map<number, SymbolKind>([
  ...numbered("class", 7, 10, 33, 49, 56, 59, 62, 63, 84, 85, 75),
  ...numbered("interface", 21, 42, 53),
  ...numbered("enum", 11),
  ...numbered("function", 17, 25, 34),
  ...numbered("method", 9, 18, 26, 27, 45, 66, 67, 68, 69, 70, 71, 72, 74, 76, 80),
  ...numbered("property", 12, 13, 15, 41, 77, 78, 79, 81),
  ...numbered("variable", 8, 20, 60, 61, 82),
  ...numbered("type_alias", 3, 54, 55, 57, 73),
]);

function numbered(kind: SymbolKind, ...numbers: readonly number[]): [number, SymbolKind][] {
  return numbers.map((item) => [item, kind]);
}

/**
 * Returns the kind of a symbol. Namespaces and packages are not symbols of a file, and parameters are not part of the graph.
 */
function kindOf(kind: number, suffix: string, isMember: boolean): SymbolKind | null {
  const isNamed =
    suffix === "type" || suffix === "term" || suffix === "method" || suffix === "macro";
  if (!isNamed) return null;
  const mapped = KINDS.get(kind);
  if (mapped !== undefined) return mapped;
  if (suffix === "type") return "class";
  if (suffix === "term") return isMember ? "property" : "variable";
  return isMember ? "method" : "function";
}

function definitionsOf(drafts: readonly Draft[], lines: TextLines): Definition[] {
  const containers = containersOf(drafts);
  const ends = endLines(drafts, containers, lines.starts.length);
  const spans = drafts.map((draft, index) => ({
    start: lines.starts[draft.startLine - 1] ?? lines.text.length,
    end: lines.starts[ends[index] ?? 0] ?? lines.text.length,
  }));
  const hashes = fingerprintsOf(lines.text, spans);
  const counts = new Map<string, number>();
  return drafts.map((draft, index): Definition => {
    const container = containers[index] ?? -1;
    const key = `${container} ${draft.kind} ${draft.name}`;
    const ordinal = counts.get(key) ?? 0;
    counts.set(key, ordinal + 1);
    return {
      name: draft.name,
      kind: draft.kind,
      container,
      startLine: draft.startLine,
      endLine: ends[index] ?? draft.startLine,
      nameLine: draft.nameLine,
      nameColumn: draft.nameColumn,
      isExported: true,
      isStatic: false,
      ordinal,
      bodyHash: hashes[index] ?? 0,
      type: "",
      value: "",
      bases: [],
      typeParameters: [],
    };
  });
}

/** Returns containers by owner symbol. A definition before its owner belongs to the file. */
function containersOf(drafts: readonly Draft[]): number[] {
  const indexes = new Map<string, number>();
  return drafts.map((draft, index) => {
    const container = indexes.get(draft.owner) ?? -1;
    indexes.set(draft.symbol, index);
    return container;
  });
}

/** Returns end lines. If the indexer does not state one, the definition extends to the next one that is not inside it. */
function endLines(
  drafts: readonly Draft[],
  containers: readonly number[],
  lineCount: number,
): number[] {
  const isInside = (index: number, owner: number) => {
    let at = index;
    while (at > owner) at = containers[at] ?? -1;
    return at === owner;
  };
  return drafts.map((draft, index) => {
    if (draft.endLine >= draft.startLine) return Math.min(draft.endLine, lineCount);
    let next = index + 1;
    while (next < drafts.length && isInside(next, index)) next++;
    const end = (drafts[next]?.startLine ?? lineCount + 1) - 1;
    return Math.max(draft.nameLine, end);
  });
}
