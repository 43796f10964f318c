/** The graph as one file, so that a new process has it in milliseconds. Replaced whole, never written into. */
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { reversed } from "./adjacency.ts";
import type { CodeGraph } from "./graph.ts";

const MAGIC = "TACITGRAPH2\n";
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
export function writeSnapshot(
  path: string,
  graph: CodeGraph,
  generation: string,
  unique: string,
): void {
  const text = Buffer.from(
    JSON.stringify({ paths: graph.paths, names: graph.names, unresolved: graph.unresolved }),
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
    checksum: checksum(body),
  };
  const head = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  const temporary = `${path}.${unique}`;
  try {
    // Columns start at multiples of eight, so that they can be looked at where they lie.
    writeFileSync(temporary, Buffer.concat([padded(head, " "), body]), { mode: 0o600 });
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export interface Snapshot {
  readonly generation: string;
  readonly graph: CodeGraph;
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
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) return undefined;
  const headEnd = bytes.indexOf("\n", MAGIC.length);
  const header = JSON.parse(bytes.toString("utf8", MAGIC.length, headEnd)) as Header;
  const start = Math.ceil((headEnd + 1) / 8) * 8;
  const body = new Uint8Array(bytes.subarray(start));
  if (checksum(body) !== header.checksum) return undefined;
  const read: Record<string, Uint32Array | Uint8Array> = {};
  let at = 0;
  COLUMNS.forEach(([name, Column], index) => {
    const length = header.lengths[index] ?? 0;
    const column = new Column(body.buffer, at, length);
    read[name] = column;
    at += Math.ceil(column.byteLength / 8) * 8;
  });
  const text = JSON.parse(Buffer.from(body.buffer, at, header.textBytes).toString("utf8"));
  const columns = { ...read, ...text } as Omit<CodeGraph, "inStarts" | "inSources" | "inKinds">;
  const { outStarts, outTargets, outKinds } = columns;
  const into = reversed(outStarts, outTargets, outKinds);
  return { generation: header.generation, graph: { ...columns, ...into } };
}

function padded(bytes: Buffer, filler = "\0"): Buffer {
  const rest = (8 - (bytes.length % 8)) % 8;
  return rest === 0 ? bytes : Buffer.concat([bytes, Buffer.alloc(rest, filler)]);
}

/** Over whole words; a torn or truncated file does not have it. */
function checksum(body: Uint8Array): number {
  const aligned = body.byteOffset % 4 === 0 ? body : new Uint8Array(body);
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  let hash = body.byteLength;
  for (const word of words) hash = Math.imul(hash ^ word, 0x01000193);
  return hash >>> 0;
}
