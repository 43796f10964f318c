/** Measures the cost of reading a SCIP index, and whether edited files are distinguished from unedited ones. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { extractFile } from "../../packages/codegraph/src/facts/extract-file.ts";
import type { FileFacts } from "../../packages/codegraph/src/facts/facts.ts";
import { decodeFacts } from "../../packages/codegraph/src/facts/facts-codec.ts";
import { languageOf } from "../../packages/codegraph/src/facts/languages/languages.ts";
import { walk } from "../../packages/codegraph/src/indexing/walk.ts";
import { carriedNames } from "../../packages/codegraph/src/precise/scip/carried-names.ts";
import { readIndex } from "../../packages/codegraph/src/precise/scip/read-index.ts";
import { encodeSites } from "../../packages/codegraph/src/precise/scip/resolved-sites.ts";
import {
  readDocument,
  type ScipDocument,
} from "../../packages/codegraph/src/precise/scip/scip-document.ts";
import { linesOf } from "../../packages/codegraph/src/precise/scip/scip-positions.ts";
import { scipParts } from "../../packages/codegraph/src/precise/scip/scip-stream.ts";
import { repositories } from "../peers.ts";
import { round } from "../statistics.ts";

interface Context {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

export async function run({ root, args, say }: Context) {
  const rows = [];
  for (const repository of repositories(args, ["hono", "scrapy", "void"])) {
    const index = join(root, ".cache", "scip", `${basename(repository)}.scip`);
    if (!existsSync(index)) {
      say(`SKIPPED: ${basename(repository)} has no index yet: run the bench graph-accuracy first`);
      continue;
    }
    const row = {
      repository: basename(repository),
      megabytes: round(statSync(index).size / 1e6, 1),
      ...streamed(index),
      ...edited(index, repository),
      ...(await imported(index, repository)),
    };
    rows.push(row);
    say(JSON.stringify(row));
  }
  return { question: "reading a SCIP index", rows };
}

/** Reads the stream alone, with one document in memory at a time. */
function streamed(index: string) {
  const before = process.cpuUsage();
  let [documents, occurrences] = [0, 0];
  for (const document of documentsOf(index)) {
    documents++;
    occurrences += document.occurrences.length;
  }
  const streamRssMb = Math.round(process.memoryUsage.rss() / 1e6);
  return { documents, occurrences, streamCpuMs: cpuMs(before), streamRssMb };
}

function cpuMs(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 1000);
}

type Edit = (lines: readonly string[]) => readonly string[];
const lineAt =
  (share: number): Edit =>
  (lines) => {
    const at = Math.floor(lines.length * share);
    return [...lines.slice(0, at), "", ...lines.slice(at)];
  };
const EDITS: Readonly<Record<string, Edit>> = {
  asIndexed: (lines) => lines,
  lineInFront: lineAt(0),
  lineInTheMiddle: lineAt(0.5),
  lineInTheLastTenth: lineAt(0.9),
};

/**
 * Returns, for each edit, the share of documents with names that are still accepted after it; measured for files older and
 * newer than their index.
 */
function edited(index: string, repository: string) {
  const taken: Record<string, number> = {};
  let documents = 0;
  for (const document of documentsOf(index)) {
    const path = join(repository, document.path);
    if (document.occurrences.length < 5 || !existsSync(path)) continue;
    documents++;
    for (const name of takenAs(document, readFileSync(path, "utf8").split("\n"))) {
      taken[name] = (taken[name] ?? 0) + 1;
    }
  }
  const shares = Object.entries(taken).map(([name, count]) => [name, round(count / documents, 4)]);
  return { taken: Object.fromEntries(shares) };
}

function* documentsOf(index: string): Generator<ScipDocument> {
  for (const part of scipParts(index)) if (part.kind === "document") yield readDocument(part.bytes);
}

/** Returns the edits after which the document is still accepted. */
function takenAs(document: ScipDocument, lines: readonly string[]): string[] {
  return Object.entries(EDITS).flatMap(([name, edit]) => {
    const text = linesOf(edit(lines).join("\n"));
    return [
      ...(carriedNames(document, text, false) === null ? [] : [name]),
      ...(carriedNames(document, text, true) === null ? [] : [`${name}Newer`]),
    ];
  });
}

/**
 * Imports the whole index against the files. Reports what is stored, and the memory used in addition to the facts of the
 * project.
 */
async function imported(index: string, repository: string) {
  const facts = new Map<string, FileFacts>();
  const hashes = new Map<string, Uint8Array>();
  for (const path of (await walk(repository)).sources) {
    const file = await extractFile(repository, { path, knownHash: null });
    if (file.facts !== null) facts.set(path, decodeFacts(file.facts));
    if (file.facts !== null && file.hash !== null) hashes.set(path, file.hash);
  }
  const before = process.cpuUsage();
  const read = await readIndex(index, {
    root: repository,
    hashOf: (path) => hashes.get(path),
    hasGrammar: (path) => languageOf(path) !== undefined,
    factsOf: async (path) => facts.get(path),
    packages: new Set(),
  });
  const importCpuMs = cpuMs(before);
  const encodedBytes = read.files.reduce(
    (sum, { resolved }) => sum + encodeSites(resolved).length,
    0,
  );
  return {
    files: read.files.length,
    outdated: read.outdated.length,
    sites: read.files.reduce((sum, { resolved }) => sum + resolved.sites.length, 0),
    keptKb: Math.round(encodedBytes / 1000),
    importCpuMs,
  };
}
