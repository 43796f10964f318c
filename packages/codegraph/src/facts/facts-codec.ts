/**
 * Encodes facts as bytes and decodes them: the format workers return and the store holds. It is columnar, and growing numbers
 * are stored as differences, because similar neighbours compress better.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { CODEGRAPH } from "../tuning.ts";
import { ByteReader, ByteWriter, textStarts } from "./bytes.ts";
import {
  type Binding,
  CALL_KINDS,
  type Call,
  type Definition,
  type ExportName,
  type FileFacts,
  type Import,
  SYMBOL_KINDS,
} from "./facts.ts";

const FORMAT = 3;
const EXPORTED = 1;
const STATIC = 2;

export function encodeFacts(facts: FileFacts): Uint8Array {
  const out = new ByteWriter();
  out.uint(FORMAT);
  out.block(() => {
    out.uint(facts.surfaceHash);
    out.text(facts.language);
    out.text(facts.namespace);
    writeDefinitions(out, facts.definitions);
    writeBindings(out, facts.bindings);
    writeImports(out, facts.imports);
    writeExportNames(out, facts.exportNames);
  });
  writeCalls(out, facts.calls);
  return deflateRawSync(out.finish(), { level: CODEGRAPH.factsDeflateLevel.value });
}

const MAX_INFLATED = 64_000_000;

type Intern = (text: string) => string;
const asRead: Intern = (text) => text;

/** Decodes facts. Throws RangeError or zlib's errors for bytes that are not facts of this format. */
export function decodeFacts(bytes: Uint8Array): FileFacts {
  const from = openFacts(bytes, asRead);
  from.uint();
  return { ...readOutline(from), calls: readCalls(from) };
}

/**
 * Decodes facts without the calls, which are half of the data and only needed to link the file itself. Throws like
 * `decodeFacts`.
 */
export function decodeOutline(bytes: Uint8Array, intern: Intern = asRead): FileFacts {
  const from = openFacts(bytes, intern);
  from.uint();
  return readOutline(from);
}

/** Decodes only the calls. Throws like `decodeFacts`. */
export function decodeCalls(bytes: Uint8Array): readonly Call[] {
  const from = openFacts(bytes, asRead);
  from.skipBlock();
  return readCalls(from);
}

const NO_CALLS: readonly Call[] = [];

function openFacts(bytes: Uint8Array, intern: Intern): ByteReader {
  const from = new ByteReader(inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED }), intern);
  if (from.uint() !== FORMAT) throw new RangeError("another format of facts");
  return from;
}

function readOutline(from: ByteReader): FileFacts {
  const surfaceHash = from.uint();
  const language = from.text();
  const namespace = from.text();
  const definitions = readDefinitions(from);
  const bindings = readBindings(from);
  const imports = readImports(from);
  const exportNames = readExportNames(from);
  return {
    language,
    namespace,
    definitions,
    bindings,
    calls: NO_CALLS,
    imports,
    exportNames,
    surfaceHash,
  };
}

/**
 * Inflates facts and returns the bytes with the start of each of their texts and the end of the last one. Throws like
 * `decodeFacts`.
 */
export function inflatedFacts(bytes: Uint8Array) {
  const inflated = inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED });
  return { bytes: inflated, starts: textStarts(inflated) };
}

function writeDefinitions(out: ByteWriter, all: readonly Definition[]): void {
  out.uint(all.length);
  out.uints(all, (definition) => SYMBOL_KINDS.indexOf(definition.kind));
  out.uints(all, (definition, index) => zigzag(index - definition.container));
  growing(out, all, (definition) => definition.startLine);
  out.uints(all, (definition) => definition.endLine - definition.startLine);
  out.texts(all, (definition) => definition.value);
  const named = all.filter((definition) => definition.kind !== "lambda");
  out.texts(named, (definition) => definition.name);
  out.uints(named, (definition) => zigzag(definition.nameLine - definition.startLine));
  out.uints(named, (definition) => definition.nameColumn);
  out.uints(
    named,
    (definition) => (definition.isExported ? EXPORTED : 0) | (definition.isStatic ? STATIC : 0),
  );
  out.uints(named, (definition) => definition.ordinal);
  out.uints(named, (definition) => definition.bodyHash);
  out.texts(named, (definition) => definition.type);
  writeTextLists(out, named, (definition) => definition.bases);
  writeTextLists(out, named, (definition) => definition.typeParameters);
}

function readDefinitions(from: ByteReader): readonly Definition[] {
  const count = from.count();
  const kinds = from.uints(count);
  const containers = from.uints(count);
  const startLines = grown(from, count);
  const lengths = from.uints(count);
  const values = from.texts(count);
  const lambdas = kinds.reduce((sum, kind) => sum + (kind === LAMBDA ? 1 : 0), 0);
  const named = readNamed(from, count - lambdas);
  let next = 0;
  return values.map((value, index): Definition => {
    const kind = member(SYMBOL_KINDS, kinds[index] ?? -1);
    const container = index - unzigzag(containers[index] ?? 0);
    const startLine = startLines[index] ?? 0;
    const endLine = startLine + (lengths[index] ?? 0);
    if (kind === "lambda") return lambda(container, startLine, endLine, value);
    const at = next++;
    const flags = named.flags[at] ?? 0;
    return {
      name: named.names[at] ?? "",
      kind,
      container,
      startLine,
      endLine,
      nameLine: startLine + unzigzag(named.nameLines[at] ?? 0),
      nameColumn: named.nameColumns[at] ?? 0,
      isExported: (flags & EXPORTED) !== 0,
      isStatic: (flags & STATIC) !== 0,
      ordinal: named.ordinals[at] ?? 0,
      bodyHash: named.bodyHashes[at] ?? 0,
      type: named.types[at] ?? "",
      value,
      bases: named.bases[at] ?? NONE,
      typeParameters: named.typeParameters[at] ?? NONE,
    };
  });
}

const LAMBDA = SYMBOL_KINDS.indexOf("lambda");

/** Reads the columns in the order they are written. */
function readNamed(from: ByteReader, count: number) {
  return {
    names: from.texts(count),
    nameLines: from.uints(count),
    nameColumns: from.uints(count),
    flags: from.uints(count),
    ordinals: from.uints(count),
    bodyHashes: from.uints(count),
    types: from.texts(count),
    bases: readTextLists(from, count),
    typeParameters: readTextLists(from, count),
  };
}

const NONE: readonly string[] = [];

export function lambda(
  container: number,
  startLine: number,
  endLine: number,
  value: string,
): Definition {
  return {
    name: "",
    kind: "lambda",
    container,
    startLine,
    endLine,
    nameLine: startLine,
    nameColumn: 0,
    isExported: false,
    isStatic: false,
    ordinal: 0,
    bodyHash: 0,
    type: "",
    value,
    bases: NONE,
    typeParameters: NONE,
  };
}

function writeBindings(out: ByteWriter, all: readonly Binding[]): void {
  out.uint(all.length);
  out.texts(all, (binding) => binding.name);
  growing(out, all, (binding) => binding.scope);
  out.uints(all, (binding) => binding.parameter + 1);
  out.texts(all, (binding) => binding.type);
  out.texts(all, (binding) => binding.value);
}

function readBindings(from: ByteReader): readonly Binding[] {
  const count = from.count();
  const names = from.texts(count);
  const scopes = grown(from, count);
  const parameters = from.uints(count);
  const types = from.texts(count);
  const values = from.texts(count);
  return names.map((name, index) => ({
    name,
    scope: scopes[index] ?? 0,
    parameter: (parameters[index] ?? 0) - 1,
    type: types[index] ?? "",
    value: values[index] ?? "",
  }));
}

function writeCalls(out: ByteWriter, all: readonly Call[]): void {
  out.uint(all.length);
  growing(out, all, (call) => call.scope);
  out.uints(all, (call) => CALL_KINDS.indexOf(call.kind));
  out.texts(all, (call) => call.callee);
  out.texts(all, (call) => call.args);
  growing(out, all, (call) => call.line);
  out.uints(all, (call) => call.column);
}

function readCalls(from: ByteReader): readonly Call[] {
  const count = from.count();
  const scopes = grown(from, count);
  const kinds = from.uints(count);
  const callees = from.texts(count);
  const args = from.texts(count);
  const lines = grown(from, count);
  const columns = from.uints(count);
  return callees.map((callee, index) => ({
    scope: scopes[index] ?? 0,
    kind: member(CALL_KINDS, kinds[index] ?? -1),
    callee,
    args: args[index] ?? "",
    line: lines[index] ?? 0,
    column: columns[index] ?? 0,
  }));
}

function writeImports(out: ByteWriter, all: readonly Import[]): void {
  out.uint(all.length);
  out.texts(all, (item) => item.specifier);
  out.texts(all, (item) => item.imported);
  out.texts(all, (item) => item.local);
  out.uints(all, (item) => (item.isReexport ? 1 : 0));
  growing(out, all, (item) => item.line);
  out.uints(all, (item) => item.scope + 1);
}

function readImports(from: ByteReader): readonly Import[] {
  const count = from.count();
  const specifiers = from.texts(count);
  const imported = from.texts(count);
  const locals = from.texts(count);
  const reexports = from.uints(count);
  const lines = grown(from, count);
  const scopes = from.uints(count);
  return specifiers.map((specifier, index) => ({
    specifier,
    imported: imported[index] ?? "",
    local: locals[index] ?? "",
    isReexport: reexports[index] === 1,
    line: lines[index] ?? 0,
    scope: (scopes[index] ?? 0) - 1,
  }));
}

function writeExportNames(out: ByteWriter, all: readonly ExportName[]): void {
  out.uint(all.length);
  out.texts(all, (exportName) => exportName.exported);
  out.texts(all, (exportName) => exportName.local);
}

function readExportNames(from: ByteReader): readonly ExportName[] {
  const count = from.count();
  const exported = from.texts(count);
  const locals = from.texts(count);
  return exported.map((name, index) => ({ exported: name, local: locals[index] ?? "" }));
}

function writeTextLists<T>(
  out: ByteWriter,
  all: readonly T[],
  of: (item: T) => readonly string[],
): void {
  out.uints(all, (item) => of(item).length);
  for (const item of all) out.texts(of(item), (text) => text);
}

function readTextLists(from: ByteReader, count: number): (readonly string[])[] {
  return Array.from(from.uints(count), (length) => (length === 0 ? NONE : from.texts(length)));
}

/** Writes each number as the difference from the previous one. */
function growing<T>(out: ByteWriter, all: readonly T[], of: (item: T) => number): void {
  let before = 0;
  out.uints(all, (item) => {
    const value = of(item);
    const difference = zigzag(value - before);
    before = value;
    return difference;
  });
}

function grown(from: ByteReader, count: number): Int32Array {
  const values = new Int32Array(from.uints(count));
  let before = 0;
  for (let index = 0; index < count; index++) {
    before += unzigzag(values[index] ?? 0);
    values[index] = before;
  }
  return values;
}

function member<T>(all: readonly T[], index: number): T {
  const found = all[index];
  if (found === undefined) throw new RangeError("no such kind");
  return found;
}

const zigzag = (value: number) => ((value << 1) ^ (value >> 31)) >>> 0;
const unzigzag = (value: number) => (value >>> 1) ^ -(value & 1);
