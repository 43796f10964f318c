/**
 * Reads a SCIP index field by field: the position of each symbol and of its definition. Fields that scoring does not need are
 * skipped. (https://github.com/sourcegraph/scip, scip.proto)
 */

interface ScipDocument {
  readonly path: string;
  /** Symbol by `line:column`, from 0; includes definitions. */
  readonly occurrences: ReadonlyMap<string, string>;
}

export interface ScipIndex {
  readonly documents: ReadonlyMap<string, ScipDocument>;
  /** Positions of each definition, `path:line:column`, by symbol; local symbols include their document. */
  readonly definitions: ReadonlyMap<string, readonly string[]>;
}

const DEFINITION = 1;

/** Reads a SCIP index. Throws RangeError on a truncated file. */
export function readScip(bytes: Uint8Array): ScipIndex {
  const documents = new Map<string, ScipDocument>();
  const definitions = new Map<string, string[]>();
  for (const [field, , value] of fields(bytes)) {
    if (field === 2 && value instanceof Uint8Array) {
      const document = readDocument(value, definitions);
      documents.set(document.path, document);
    }
  }
  return { documents, definitions };
}

/** Adds the document to symbols that are local to it, so that they are unique. */
function globalName(symbol: string, path: string): string {
  return symbol.startsWith("local ") ? `${path} ${symbol}` : symbol;
}

function readDocument(bytes: Uint8Array, definitions: Map<string, string[]>): ScipDocument {
  let path = "";
  const found: Uint8Array[] = [];
  for (const [field, , value] of fields(bytes)) {
    if (!(value instanceof Uint8Array)) continue;
    if (field === 1) path = text(value);
    else if (field === 2) found.push(value);
  }
  const occurrences = new Map<string, string>();
  for (const item of found) note(readOccurrence(item), path, occurrences, definitions);
  return { path, occurrences };
}

function note(
  { line, column, symbol, roles }: ReturnType<typeof readOccurrence>,
  path: string,
  occurrences: Map<string, string>,
  definitions: Map<string, string[]>,
): void {
  if (symbol === "") return;
  const name = globalName(symbol, path);
  const isDefinition = (roles & DEFINITION) !== 0;
  const at = `${line}:${column}`;
  // When a definition and a use have the same position (a shorthand property), the use counts.
  if (!isDefinition || !occurrences.has(at)) occurrences.set(at, name);
  if (!isDefinition) return;
  const places = definitions.get(name);
  if (places === undefined) definitions.set(name, [`${path}:${at}`]);
  else places.push(`${path}:${at}`);
}

function readOccurrence(bytes: Uint8Array) {
  let [line, column, roles, symbol] = [0, 0, 0, ""];
  for (const [field, , value] of fields(bytes)) {
    if (field === 1 && value instanceof Uint8Array) [line = 0, column = 0] = packed(value);
    else if (field === 2 && value instanceof Uint8Array) symbol = text(value);
    else if (field === 3 && typeof value === "number") roles = value;
  }
  return { line, column, roles, symbol };
}

/** Yields field number, wire type and value: a number or bytes. */
function* fields(bytes: Uint8Array): Generator<[number, number, number | Uint8Array]> {
  let at = 0;
  while (at < bytes.length) {
    const [key, afterKey] = varint(bytes, at);
    const wire = key & 7;
    const [value, next] = varint(bytes, afterKey);
    if (wire === 0) {
      yield [key >>> 3, wire, value];
      at = next;
    } else if (wire === 2) {
      if (next + value > bytes.length) throw new RangeError("the index ends early");
      yield [key >>> 3, wire, bytes.subarray(next, next + value)];
      at = next + value;
    } else throw new RangeError(`wire type ${wire} is not of SCIP`);
  }
}

function packed(bytes: Uint8Array): number[] {
  const values: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [value, next] = varint(bytes, at);
    values.push(value);
    at = next;
  }
  return values;
}

function varint(bytes: Uint8Array, from: number): [number, number] {
  let value = 0;
  let factor = 1;
  for (let at = from; at < bytes.length && at < from + 10; at++) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return [value, at + 1];
    factor *= 128;
  }
  throw new RangeError("the index ends early");
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}
