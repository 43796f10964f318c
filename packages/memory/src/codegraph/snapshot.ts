/** The graph as one file, so that a new process has it in milliseconds. Replaced whole, never written into. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { crc32 } from "node:zlib";
import { reversed } from "./adjacency.ts";
import type { CodeGraph } from "./graph.ts";
import { type PreparedFile, prepareFile } from "./replace-file.ts";

const MAGIC = "TACITGRAPH3\n";
const COLUMNS = [
  ["fileStarts", Uint32Array],
  ["nameIds", Uint32Array],
  ["containers", Uint32Array],
  ["startLines", Uint32Array],
  ["endLines", Uint32Array],
  ["outStarts", Uint32Array],
  ["outTargets", Uint32Array],
  ["outKinds", Uint8Array],
  ["kinds", Uint8Array],
] as const;

interface Header {
  readonly generation: string;
  readonly lengths: readonly number[];
  readonly textBytes: number;
  readonly checksum: number;
}

/** `generation` ties it to the facts it was linked from. `unique` tells our own temporary file from others'. */
export function prepareSnapshot(
  path: string,
  graph: CodeGraph,
  generation: string,
  unique: string,
): PreparedFile {
  const text = Buffer.from(
    JSON.stringify({
      paths: joined(graph.paths),
      names: joined(graph.names),
      unresolved: graph.unresolved.map(joined),
    }),
  );
  const columns = COLUMNS.map(([name]) => graph[name]);
  const parts = columns.map((one) =>
    padded(Buffer.from(one.buffer, one.byteOffset, one.byteLength)),
  );
  const body = Buffer.concat([...parts, text]);
  const header: Header = {
    generation,
    lengths: columns.map((one) => one.length),
    textBytes: text.length,
    checksum: crc32(body),
  };
  const head = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  // Columns start at multiples of eight, so that they can be looked at where they lie.
  return prepareFile(path, Buffer.concat([padded(head, " "), body]), unique);
}

export interface Snapshot {
  readonly generation: string;
  readonly graph: CodeGraph;
}

const HEAD_BYTES = 4096;

/** What the file says it is of; whether the rest of it can be believed is not looked at. */
export function readGeneration(path: string): string | undefined {
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const file = openSync(path, "r");
    try {
      return headerOf(head.subarray(0, readSync(file, head))).header.generation;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Undefined when there is none, or none that can be believed: it is made again from the facts. */
export function readSnapshot(path: string): Snapshot | undefined {
  try {
    return parseSnapshot(readFileSync(path));
  } catch {
    return undefined;
  }
}

function parseSnapshot(bytes: Buffer): Snapshot | undefined {
  const { header, headEnd } = headerOf(bytes);
  const start = Math.ceil((headEnd + 1) / 8) * 8;
  const body = aligned(bytes.subarray(start));
  if (crc32(body) !== header.checksum) return undefined;
  const read: Record<string, Uint32Array | Uint8Array> = {};
  let at = 0;
  COLUMNS.forEach(([name, Column], index) => {
    const length = header.lengths[index] ?? 0;
    const column = new Column(body.buffer as ArrayBuffer, body.byteOffset + at, length);
    read[name] = column;
    at += Math.ceil(column.byteLength / 8) * 8;
  });
  const text = JSON.parse(body.toString("utf8", at, at + header.textBytes)) as Texts;
  const texts = {
    paths: parted(text.paths),
    names: parted(text.names),
    unresolved: text.unresolved.map(parted),
  };
  const columns = { ...read, ...texts } as unknown as Omit<
    CodeGraph,
    "inStarts" | "inSources" | "inKinds"
  >;
  const { outStarts, outTargets, outKinds } = columns;
  const into = reversed(outStarts, outTargets, outKinds);
  return { generation: header.generation, graph: { ...columns, ...into } };
}

/** Throws on what is no head of ours. */
function headerOf(bytes: Buffer): { readonly header: Header; readonly headEnd: number } {
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) throw new Error("another kind of file");
  const headEnd = bytes.indexOf("\n", MAGIC.length);
  return { header: JSON.parse(bytes.toString("utf8", MAGIC.length, headEnd)) as Header, headEnd };
}

function padded(bytes: Buffer, filler = "\0"): Buffer {
  const rest = (8 - (bytes.length % 8)) % 8;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(rest, filler)]);
}

/** Where columns can be looked at: a file that is read whole mostly lies there already. */
function aligned(bytes: Buffer): Buffer {
  return bytes.byteOffset % 8 === 0 ? bytes : Buffer.from(new Uint8Array(bytes).buffer);
}

interface Texts {
  readonly paths: Joined;
  readonly names: Joined;
  readonly unresolved: readonly Joined[];
}

/** One text is read several times as fast as a list of a hundred thousand. */
type Joined = string | readonly string[];

/** A list with one of its own ends of lines stays a list, and so does an empty one. */
function joined(list: readonly string[]): Joined {
  return list.length === 0 || list.some((one) => one.includes("\n")) ? list : list.join("\n");
}

function parted(list: Joined): readonly string[] {
  return typeof list === "string" ? list.split("\n") : list;
}
