/** The graph as one file, so that a new process has it in milliseconds. Replaced whole, never written into. */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { type PreparedFile, prepareFile } from "@tacit-memory/files";
import { CODEGRAPH } from "../tuning.ts";
import { reversed } from "./adjacency.ts";
import type { CodeGraph } from "./graph.ts";
import { packColumns, unpackColumns } from "./graph-columns.ts";

const MAGIC = "TACITGRAPH5\n";

interface Header {
  readonly generation: string;
  readonly nodes: number;
  readonly edges: number;
  /** What is deflated stands first: columns, then the texts. */
  readonly deflatedBytes: number;
  readonly columnBytes: number;
  readonly textBytes: number;
  readonly checksum: number;
}

/** Writes the snapshot beside its final place. `generation` ties it to the facts that the graph was linked from. */
export function prepareSnapshot(path: string, graph: CodeGraph, generation: string): PreparedFile {
  const text = Buffer.from(
    JSON.stringify({
      paths: joined(graph.paths),
      names: joined(graph.names),
      unresolved: graph.unresolved.map(joined),
      unknownCalls: graph.unknownCalls.map(joined),
    }),
  );
  const { nodes, edges, regular, irregular } = packColumns(graph);
  const deflated = deflateRawSync(Buffer.concat([regular, text]), {
    level: CODEGRAPH.snapshotDeflateLevel.value,
  });
  const header: Header = {
    generation,
    nodes,
    edges,
    deflatedBytes: deflated.length,
    columnBytes: regular.length,
    textBytes: text.length,
    checksum: crc32(irregular, crc32(deflated)),
  };
  const head = Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`);
  return prepareFile(path, Buffer.concat([head, deflated, irregular]), {
    folderMode: 0o700,
  });
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
  const { generation, nodes, edges, deflatedBytes, columnBytes, textBytes } = header;
  const body = bytes.subarray(headEnd + 1);
  if (crc32(body) !== header.checksum) return undefined;
  const inflated = inflateRawSync(body.subarray(0, deflatedBytes), {
    maxOutputLength: columnBytes + textBytes + 1,
  });
  const text = JSON.parse(inflated.toString("utf8", columnBytes)) as Texts;
  const texts = {
    paths: parted(text.paths),
    names: parted(text.names),
    unresolved: text.unresolved.map(parted),
    unknownCalls: text.unknownCalls.map(parted),
  };
  const regular = inflated.subarray(0, columnBytes);
  const packed = { nodes, edges, regular, irregular: body.subarray(deflatedBytes) };
  const columns = unpackColumns(packed, texts.paths.length);
  const { outStarts, outTargets, outKinds } = columns;
  const into = reversed(outStarts, outTargets, outKinds);
  return { generation, graph: { ...texts, ...columns, ...into } };
}

/** Throws on what is no head of ours. */
function headerOf(bytes: Buffer): { readonly header: Header; readonly headEnd: number } {
  if (bytes.toString("latin1", 0, MAGIC.length) !== MAGIC) throw new Error("another kind of file");
  const headEnd = bytes.indexOf("\n", MAGIC.length);
  return { header: JSON.parse(bytes.toString("utf8", MAGIC.length, headEnd)) as Header, headEnd };
}

interface Texts {
  readonly paths: Joined;
  readonly names: Joined;
  readonly unresolved: readonly Joined[];
  readonly unknownCalls: readonly Joined[];
}

/** One text is read several times as fast as a list of a hundred thousand. */
type Joined = string | readonly string[];

/** A list with one of its own ends of lines stays a list, and so does an empty one. */
function joined(list: readonly string[]): Joined {
  return list.length === 0 || list.some((item) => item.includes("\n")) ? list : list.join("\n");
}

function parted(list: Joined): readonly string[] {
  return typeof list === "string" ? list.split("\n") : list;
}
