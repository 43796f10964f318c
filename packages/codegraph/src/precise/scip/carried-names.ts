/**
 * Checks that a document matches the current text. A definition must have its name; a use may have another name that the file
 * introduces. If even that fails, the line was edited and the occurrence is left out.
 */
import { CODEGRAPH } from "../../tuning.ts";
import type { ScipDocument, ScipOccurrence, ScipRange } from "./scip-document.ts";
import { type PlacedText, placesWith, type TextLines } from "./scip-positions.ts";
import { isLocalSymbol, lastDescriptor } from "./scip-symbol.ts";

const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

export interface PlacedOccurrence {
  readonly occurrence: ScipOccurrence;
  readonly place: PlacedText;
}

/**
 * Returns the occurrences that are where the document states; null if the text has changed. If the file is `newer` than its
 * index, every name must match, because a single word in an import may have changed.
 */
export function carriedNames(
  document: ScipDocument,
  lines: TextLines,
  isNewer: boolean,
): PlacedOccurrence[] | null {
  if (document.text !== null && document.text !== lines.text) return null;
  const at = placesWith(document, lines, plainName);
  const names = namesIn(document, at);
  const aliases = aliasesIn(lines.text);
  const placed = document.occurrences.map((occurrence) => {
    const place = at(occurrence.range);
    const name = names(occurrence.symbol);
    return { occurrence, place, name, word: wordAt(place, name, aliases) };
  });
  const isMoved = placed.some(
    ({ occurrence, word }) => occurrence.isDefinition && word !== "its name",
  );
  const named = placed.filter(({ name }) => name !== null);
  const carried = named.filter(({ word }) => word !== "another").length;
  const share = isNewer && document.text === null ? 1 : CODEGRAPH.scipCarriedShare;
  if (isMoved || carried < named.length * share) return null;
  return placed.flatMap(({ occurrence, place, word }) =>
    place === null || word === "another" ? [] : { occurrence, place },
  );
}

function wordAt(
  place: PlacedText | null,
  name: string | null,
  aliases: ReadonlySet<string>,
): "its name" | "an alias" | "another" {
  if (place === null) return "another";
  if (name === null || place.text === name) return "its name";
  return aliases.has(place.text) ? "an alias" : "another";
}

/** Returns the name the text must have for a symbol; null if another word can stand for it. */
function namesIn(
  { occurrences }: ScipDocument,
  at: (range: ScipRange) => PlacedText | null,
): (symbol: string) => string | null {
  const names = new Map<string, string | null>();
  // A local symbol is a number: its name is the text at its definition.
  for (const { symbol, range, isDefinition } of occurrences) {
    const text = isDefinition && isLocalSymbol(symbol) ? at(range)?.text : undefined;
    if (text !== undefined && !names.has(symbol)) names.set(symbol, text);
  }
  return (symbol) => {
    const cached = names.get(symbol);
    if (cached !== undefined) return cached;
    const name = plainName(symbol);
    names.set(symbol, name);
    return name;
  };
}

function plainName(symbol: string): string | null {
  if (isLocalSymbol(symbol)) return null;
  const last = lastDescriptor(symbol);
  if (last === null || last.suffix === "namespace" || last.suffix === "meta") return null;
  return IDENTIFIER.test(last.name) ? last.name : null;
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const INTRODUCED =
  /\bas\s+([\p{L}\p{N}_$]+)|\bimport\s+(?:type\s+)?([\p{L}_$][\p{L}\p{N}_$]*)|\b(?:using|typealias|type|const|let|var)\s+([\p{L}_$][\p{L}\p{N}_$]*)\s*=|\{([^{}]*)\}\s*(?:=|from\b)|\bfrom\s+\S+\s+import\s+(\([^()]*\)|[^\n]*)/gu;

/** Returns words that the file introduces as names, and words by which a class refers to itself. */
function aliasesIn(text: string): ReadonlySet<string> {
  const found = new Set(["this", "super", "self", "cls", "constructor", "new", "default"]);
  for (const match of text.matchAll(INTRODUCED)) {
    for (const part of match.slice(1)) {
      for (const [word] of (part ?? "").matchAll(WORD)) found.add(word);
    }
  }
  return found;
}
