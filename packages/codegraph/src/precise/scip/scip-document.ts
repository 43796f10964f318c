/**
 * Reads the messages of a SCIP index field by field: the symbols of a document and their occurrences. Unneeded fields are
 * skipped. (https://github.com/scip-code/scip, scip.proto)
 */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

interface ScipTool {
  readonly name: string;
  readonly version: string;
}

export interface ScipMetadata {
  /** 0 is the only existing version. */
  readonly version: number;
  readonly tool: ScipTool;
  /** A `file:` URI on the machine that made the index; "" if not stated. */
  readonly projectRoot: string;
}

/** Start line, start column, end line, end column: from 0, in the units of the document's encoding. */
export type ScipRange = readonly [number, number, number, number];

export interface ScipOccurrence {
  readonly range: ScipRange;
  readonly symbol: string;
  readonly isDefinition: boolean;
  /** Range of the whole definition with its body; null if the indexer does not state it. */
  readonly enclosing: ScipRange | null;
}

interface ScipRelation {
  readonly symbol: string;
  readonly isImplementation: boolean;
}

export interface ScipSymbol {
  readonly symbol: string;
  /** Number of SymbolInformation.Kind; 0 if the indexer does not state it. */
  readonly kind: number;
  readonly displayName: string;
  readonly relations: readonly ScipRelation[];
}

const POSITION_ENCODINGS = ["unspecified", "utf-8", "utf-16", "utf-32"] as const;
export type PositionEncoding = (typeof POSITION_ENCODINGS)[number];

export interface ScipDocument {
  readonly path: string;
  readonly language: string;
  /** The text it was made from; null if the indexer omits it. */
  readonly text: string | null;
  readonly encoding: PositionEncoding;
  readonly occurrences: readonly ScipOccurrence[];
  readonly symbols: readonly ScipSymbol[];
}

const DEFINITION = 1;
const FORWARD_DEFINITION = 64;

/** Handles a known field; returns false to skip it. */
type Take = (field: number, wire: WireType, reader: BinaryReader) => boolean;

/** Reads all fields. Throws RangeError or the reader's errors for bytes that are not a message. */
function readFields(bytes: Uint8Array, take: Take): void {
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wire] = reader.tag();
    if (!take(field, wire, reader)) reader.skip(wire, field);
  }
}

const isBytes = (wire: WireType) => wire === WireType.LengthDelimited;
const isNumber = (wire: WireType) => wire === WireType.Varint;

export function readMetadata(bytes: Uint8Array): ScipMetadata {
  let version = 0;
  let tool: ScipTool = { name: "", version: "" };
  let projectRoot = "";
  readFields(bytes, (field, wire, from) => {
    if (field === 1 && isNumber(wire)) version = from.int32();
    else if (field === 2 && isBytes(wire)) tool = readTool(from.bytes());
    else if (field === 3 && isBytes(wire)) projectRoot = from.string();
    else return false;
    return true;
  });
  return { version, tool, projectRoot };
}

function readTool(bytes: Uint8Array): ScipTool {
  let [name, version] = ["", ""];
  readFields(bytes, (field, wire, from) => {
    if (field === 1 && isBytes(wire)) name = from.string();
    else if (field === 2 && isBytes(wire)) version = from.string();
    else return false;
    return true;
  });
  return { name, version };
}

/** Reads only the path of a document. */
export function readDocumentPath(bytes: Uint8Array): string {
  let path = "";
  readFields(bytes, (field, wire, from) => {
    if (field !== 1 || !isBytes(wire)) return false;
    path = from.string();
    return true;
  });
  return path;
}

export function readDocument(bytes: Uint8Array): ScipDocument {
  let [path, language, encoding] = ["", "", 0];
  let text: string | null = null;
  const occurrences: ScipOccurrence[] = [];
  const symbols: ScipSymbol[] = [];
  const takeBytes = (field: number, from: BinaryReader): boolean => {
    switch (field) {
      case 1:
        path = from.string();
        return true;
      case 2:
        pushOccurrence(occurrences, from.bytes());
        return true;
      case 3:
        symbols.push(readSymbol(from.bytes()));
        return true;
      case 4:
        language = from.string();
        return true;
      case 5:
        text = from.string();
        return true;
      default:
        return false;
    }
  };
  readFields(bytes, (field, wire, from) => {
    if (field === 6 && isNumber(wire)) encoding = from.int32();
    else if (isBytes(wire)) return takeBytes(field, from);
    else return false;
    return true;
  });
  const unit = POSITION_ENCODINGS[encoding] ?? "unspecified";
  return {
    path,
    language,
    text: text === "" ? null : text,
    encoding: unit,
    occurrences,
    symbols,
  };
}

/** Range fields of an occurrence: of its name and, from 7 on in order of their introduction, of the whole definition. */
const RANGE_FIELDS: ReadonlyMap<number, (bytes: Uint8Array) => ScipRange | null> = new Map([
  [1, packedRange],
  [7, packedRange],
  [8, typedLine],
  [9, typedLines],
  [10, typedLine],
  [11, typedLines],
]);

/** Adds an occurrence. Occurrences without a position or symbol, such as diagnostics, are left out. */
function pushOccurrence(into: ScipOccurrence[], bytes: Uint8Array): void {
  let symbol = "";
  let roles = 0;
  // The typed forms (8 to 11) are newer and take precedence if an indexer writes both.
  const ranges = new Map<number, ScipRange | null>();
  readFields(bytes, (field, wire, from) => {
    const readRange = isBytes(wire) ? RANGE_FIELDS.get(field) : undefined;
    if (readRange !== undefined) ranges.set(field, readRange(from.bytes()));
    else if (field === 2 && isBytes(wire)) symbol = from.string();
    else if (field === 3 && isNumber(wire)) roles = from.int32();
    else return false;
    return true;
  });
  const range = ranges.get(8) ?? ranges.get(9) ?? ranges.get(1) ?? null;
  if (symbol === "" || range === null) return;
  const enclosing = ranges.get(10) ?? ranges.get(11) ?? ranges.get(7) ?? null;
  const isDefinition = (roles & DEFINITION) !== 0 && (roles & FORWARD_DEFINITION) === 0;
  into.push({ range, symbol, isDefinition, enclosing });
}

function packedRange(bytes: Uint8Array): ScipRange | null {
  const reader = new BinaryReader(bytes);
  const numbers: number[] = [];
  while (reader.pos < reader.len && numbers.length < 5) numbers.push(reader.int32());
  const [startLine = 0, startColumn = 0, third = 0, fourth] = numbers;
  if (numbers.length === 3) return checkedRange([startLine, startColumn, startLine, third]);
  if (numbers.length !== 4 || fourth === undefined) return null;
  return checkedRange([startLine, startColumn, third, fourth]);
}

function typedLine(bytes: Uint8Array): ScipRange | null {
  const [line, column, endColumn] = typedNumbers(bytes);
  return checkedRange([line, column, line, endColumn]);
}

function typedLines(bytes: Uint8Array): ScipRange | null {
  return checkedRange(typedNumbers(bytes));
}

/** Reads the fields 1 to 4; zeros are not written. */
function typedNumbers(bytes: Uint8Array): ScipRange {
  const numbers = [0, 0, 0, 0];
  readFields(bytes, (field, wire, from) => {
    if (field < 1 || field > 4 || !isNumber(wire)) return false;
    numbers[field - 1] = from.int32();
    return true;
  });
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  return [first, second, third, fourth];
}

function checkedRange(range: ScipRange): ScipRange | null {
  const [line, column, endLine, endColumn] = range;
  if (range.some((item) => item < 0)) return null;
  return endLine > line || (endLine === line && endColumn >= column) ? range : null;
}

function readSymbol(bytes: Uint8Array): ScipSymbol {
  let [symbol, displayName, kind] = ["", "", 0];
  const relations: ScipRelation[] = [];
  readFields(bytes, (field, wire, from) => {
    if (field === 5 && isNumber(wire)) kind = from.int32();
    else if (!isBytes(wire)) return false;
    else if (field === 1) symbol = from.string();
    else if (field === 4) relations.push(readRelation(from.bytes()));
    else if (field === 6) displayName = from.string();
    else return false;
    return true;
  });
  return { symbol, kind, displayName, relations };
}

function readRelation(bytes: Uint8Array): ScipRelation {
  let symbol = "";
  let isImplementation = false;
  readFields(bytes, (field, wire, from) => {
    if (field === 1 && isBytes(wire)) symbol = from.string();
    else if (field === 3 && isNumber(wire)) isImplementation = from.bool();
    else return false;
    return true;
  });
  return { symbol, isImplementation };
}
