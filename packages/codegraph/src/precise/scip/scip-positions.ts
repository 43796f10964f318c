/**
 * Finds positions of an index in the current text. Columns are bytes, UTF-16 units or characters, and some indexers do not
 * state the unit.
 */
import type { PositionEncoding, ScipDocument, ScipRange } from "./scip-document.ts";

export interface TextLines {
  readonly text: string;
  /** Offsets of line starts. */
  readonly starts: readonly number[];
}

export function linesOf(text: string): TextLines {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return { text, starts };
}

function lineText({ text, starts }: TextLines, line: number): string | null {
  const start = starts[line];
  if (start === undefined) return null;
  const next = starts[line + 1];
  return text.slice(start, next === undefined ? text.length : next - 1);
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Returns a column in UTF-16 units; -1 if the line is shorter. */
function utf16Column(line: string, column: number, encoding: PositionEncoding): number {
  if (encoding === "utf-16" || encoding === "unspecified" || !NOT_ASCII.test(line)) {
    return column <= line.length ? column : -1;
  }
  let [units, at] = [0, 0];
  for (const character of line) {
    if (units >= column) break;
    units += encoding === "utf-32" ? 1 : Buffer.byteLength(character);
    at += character.length;
  }
  return units === column ? at : -1;
}

export interface PlacedText {
  readonly text: string;
  readonly column: number;
}

/** Returns the text in a range within one line, with its column in UTF-16 units; null if the range does not exist. */
function textAt(
  lines: TextLines,
  [line, column, endLine, endColumn]: ScipRange,
  encoding: PositionEncoding,
): PlacedText | null {
  const whole = line === endLine ? lineText(lines, line) : null;
  if (whole === null) return null;
  const start = utf16Column(whole, column, encoding);
  const end = utf16Column(whole, endColumn, encoding);
  if (start < 0 || end < start) return null;
  return { text: whole.slice(start, end), column: start };
}

/** Returns a function for the text in a range, in the unit of the document. */
export function placesWith(
  document: Pick<ScipDocument, "encoding" | "occurrences">,
  lines: TextLines,
  nameOf: (symbol: string) => string | null,
): (range: ScipRange) => PlacedText | null {
  const encoding = encodingOf(document, lines, nameOf);
  return (range) => textAt(lines, range, encoding);
}

/** Returns the encoding. If the indexer does not state it, the one in which most names match their positions. */
function encodingOf(
  { encoding: stated, occurrences }: Pick<ScipDocument, "encoding" | "occurrences">,
  lines: TextLines,
  nameOf: (symbol: string) => string | null,
): PositionEncoding {
  if (stated !== "unspecified") return stated;
  if (!NOT_ASCII.test(lines.text)) return "utf-16";
  let best: PositionEncoding = "utf-16";
  let maxMatches = -1;
  for (const encoding of ["utf-16", "utf-32", "utf-8"] as const) {
    const carried = occurrences.filter(({ range, symbol }) => {
      const name = nameOf(symbol);
      return name !== null && textAt(lines, range, encoding)?.text === name;
    }).length;
    if (carried > maxMatches) [best, maxMatches] = [encoding, carried];
  }
  return best;
}
