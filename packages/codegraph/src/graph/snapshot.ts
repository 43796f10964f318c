/** The graph as one file, so that a new process loads it in milliseconds. It is always replaced as a whole. */
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
  /** The deflated part is first: columns, then the texts. */
  readonly deflatedBytes: number;
  readonly columnBytes: number;
  readonly textBytes: number;
  readonly checksum: number;
}

/**
 * Writes the snapshot to a temporary file next to its final path. `generation` ties it to the facts from which the graph was
 * linked.
 */
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

/** Returns the generation stated in the file's header, without validating the rest. */
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

/** Reads a snapshot. Undefined if it does not exist or is damaged; then it is created again from the facts. */
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

/** Parses the header. Throws if the file is not a snapshot. */
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

/** A list of texts or one joined text: parsing one text is several times as fast as a list of a hundred thousand. */
type Joined = string | readonly string[];

/** Joins a list by line breaks. An empty list, or one with line breaks in its texts, stays a list. */
function joined(list: readonly string[]): Joined {
  return list.length === 0 || list.some((item) => item.includes("\n")) ? list : list.join("\n");
}

function parted(list: Joined): readonly string[] {
  return typeof list === "string" ? list.split("\n") : list;
}
