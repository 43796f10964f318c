/**
 * Facts as bytes and back: what a worker hands over, and what is kept of a file. Deflated at the fastest level:
 * a third of the size for a tenth of what parsing costs.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ByteReader, ByteWriter, textTable } from "./bytes.ts";
import {
  type Binding,
  CALL_KINDS,
  type Call,
  type Definition,
  type FileFacts,
  type Import,
  SYMBOL_KINDS,
} from "./facts.ts";

const FORMAT = 2;
const EXPORTED = 1;
const STATIC = 2;
const REEXPORT = 1;

export function encodeFacts(facts: FileFacts): Uint8Array {
  const out = new ByteWriter();
  out.uint(FORMAT);
  out.uint(facts.surfaceHash);
  out.text(facts.language);
  out.text(facts.namespace);
  list(out, facts.definitions, writeDefinition);
  list(out, facts.bindings, writeBinding);
  let line = 0;
  list(out, facts.calls, (_out, call) => {
    out.uint(call.scope + 1);
    out.uint(CALL_KINDS.indexOf(call.kind));
    out.text(call.callee);
    out.text(call.args);
    out.uint(zigzag(call.line - line));
    out.uint(call.column);
    line = call.line;
  });
  list(out, facts.imports, writeImport);
  list(out, facts.exportNames, (_out, name) => {
    out.text(name.exported);
    out.text(name.local);
  });
  return deflateRawSync(out.finish(), { level: 1 });
}

const MAX_INFLATED = 64_000_000;

type Intern = (text: string) => string;
const asRead: Intern = (text) => text;

/** Throws RangeError, or zlib's errors, for bytes that are no facts of this format. */
export function decodeFacts(bytes: Uint8Array, intern: Intern = asRead): FileFacts {
  return readFacts(bytes, intern, readCalls);
}

/** Without its calls, which are half of it and which only the file's own linking asks for. Throws like `decodeFacts`. */
export function decodeOutline(bytes: Uint8Array, intern: Intern = asRead): FileFacts {
  return readFacts(bytes, intern, (from) => {
    for (let left = from.uint(); left > 0; left--) from.skip(CALL_FIELDS);
    return NO_CALLS;
  });
}

/** Nothing but the calls. Throws like `decodeFacts`. */
export function decodeCalls(bytes: Uint8Array, intern: Intern = asRead): readonly Call[] {
  const from = openFacts(bytes, intern);
  from.skip(HEAD_FIELDS);
  for (let left = from.uint(); left > 0; left--) skipDefinition(from);
  for (let left = from.uint(); left > 0; left--) from.skip(BINDING_FIELDS);
  return readCalls(from);
}

const NO_CALLS: readonly Call[] = [];
const HEAD_FIELDS = 3;
const BINDING_FIELDS = 5;
const CALL_FIELDS = 6;

function openFacts(bytes: Uint8Array, intern: Intern): ByteReader {
  const from = new ByteReader(inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED }), intern);
  if (from.uint() !== FORMAT) throw new RangeError("another format of facts");
  return from;
}

function readCalls(from: ByteReader): readonly Call[] {
  let line = 0;
  return from.list((): Call => {
    const scope = from.uint() - 1;
    const kind = member(CALL_KINDS, from.uint());
    const callee = from.text();
    const args = from.text();
    line += unzigzag(from.uint());
    return { scope, kind, callee, args, line, column: from.uint() };
  });
}

function readFacts(
  bytes: Uint8Array,
  intern: Intern,
  callsOf: (from: ByteReader) => readonly Call[],
): FileFacts {
  const from = openFacts(bytes, intern);
  const surfaceHash = from.uint();
  const language = from.text();
  const namespace = from.text();
  const definitions = from.list(() => readDefinition(from));
  const bindings = from.list(() => readBinding(from));
  const calls = callsOf(from);
  const imports = from.list(() => readImport(from));
  const exportNames = from.list(() => ({ exported: from.text(), local: from.text() }));
  return {
    language,
    namespace,
    definitions,
    bindings,
    calls,
    imports,
    exportNames,
    surfaceHash,
  };
}

/** The bytes before they are objects, and where their texts are. Throws what `decodeFacts` throws. */
export function inflatedFacts(bytes: Uint8Array) {
  const inflated = inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED });
  return { bytes: inflated, texts: textTable(inflated) };
}

function writeDefinition(out: ByteWriter, one: Definition): void {
  out.text(one.name);
  out.uint(SYMBOL_KINDS.indexOf(one.kind));
  out.uint(one.container + 1);
  out.uint(one.startLine);
  out.uint(one.endLine - one.startLine);
  out.text(one.value);
  if (one.kind === "lambda") return;
  out.uint(zigzag(one.nameLine - one.startLine));
  out.uint(one.nameColumn);
  out.uint((one.isExported ? EXPORTED : 0) | (one.isStatic ? STATIC : 0));
  out.uint(one.ordinal);
  out.uint(one.bodyHash);
  out.text(one.type);
  list(out, one.bases, (_out, base) => out.text(base));
  list(out, one.typeParameters, (_out, name) => out.text(name));
}

function readDefinition(from: ByteReader): Definition {
  const name = from.text();
  const kind = member(SYMBOL_KINDS, from.uint());
  const container = from.uint() - 1;
  const startLine = from.uint();
  const endLine = startLine + from.uint();
  const value = from.text();
  if (kind === "lambda") return lambda(container, startLine, endLine, value);
  const nameLine = startLine + unzigzag(from.uint());
  const nameColumn = from.uint();
  const flags = from.uint();
  return {
    name,
    kind,
    container,
    startLine,
    endLine,
    nameLine,
    nameColumn,
    isExported: (flags & EXPORTED) !== 0,
    isStatic: (flags & STATIC) !== 0,
    ordinal: from.uint(),
    bodyHash: from.uint(),
    type: from.text(),
    value,
    bases: from.list(() => from.text()),
    typeParameters: from.list(() => from.text()),
  };
}

/** What `readDefinition` reads. */
function skipDefinition(from: ByteReader): void {
  from.skip(1);
  const kind = member(SYMBOL_KINDS, from.uint());
  from.skip(4);
  if (kind === "lambda") return;
  from.skip(6);
  // Bases, then type parameters.
  from.skip(from.uint());
  from.skip(from.uint());
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

function writeBinding(out: ByteWriter, one: Binding): void {
  out.text(one.name);
  out.uint(one.scope + 1);
  out.uint(one.parameter + 1);
  out.text(one.type);
  out.text(one.value);
}

function readBinding(from: ByteReader): Binding {
  return {
    name: from.text(),
    scope: from.uint() - 1,
    parameter: from.uint() - 1,
    type: from.text(),
    value: from.text(),
  };
}

function writeImport(out: ByteWriter, one: Import): void {
  out.text(one.specifier);
  out.text(one.imported);
  out.text(one.local);
  out.uint(one.isReexport ? REEXPORT : 0);
  out.uint(one.line);
  out.uint(one.scope + 1);
}

function readImport(from: ByteReader): Import {
  return {
    specifier: from.text(),
    imported: from.text(),
    local: from.text(),
    isReexport: from.uint() === REEXPORT,
    line: from.uint(),
    scope: from.uint() - 1,
  };
}

function list<T>(
  out: ByteWriter,
  values: readonly T[],
  write: (out: ByteWriter, value: T) => void,
): void {
  out.uint(values.length);
  for (const value of values) write(out, value);
}

function member<T>(all: readonly T[], index: number): T {
  const found = all[index];
  if (found === undefined) throw new RangeError("no such kind");
  return found;
}

const zigzag = (value: number) => ((value << 1) ^ (value >> 31)) >>> 0;
const unzigzag = (value: number) => (value >>> 1) ^ -(value & 1);
