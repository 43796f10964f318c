/** Audits any store of memories, of Tacit or another program, without importing anything from it. */

import { existsSync } from "node:fs";
import { basename, join, resolve, sep } from "node:path";
import { entriesIn, readProjectFile } from "@tacit-memory/files";
import { type ProjectIdentity, relativeToProject } from "@tacit-memory/project";
import { DEFAULT_IGNORE, isIgnoredPath, type RedactOptions } from "@tacit-memory/redact";
import { noiseReason } from "../../learn/promote/noise.ts";
import type { ForeignMemory, StoreKind } from "../stores/foreign-memory.ts";
import { locateStore, type StoreRequest } from "../stores/locate-store.ts";
import { isProjectHere } from "../stores/project-names.ts";
import { type AuditedMemory, type AuditFindings, audit } from "./audit.ts";
import { AUDIT } from "./limits.ts";

export interface AuditRequest {
  /** The program that wrote the store; "auto": detected from its content. */
  readonly from: StoreRequest;
  /** The project whose tree memories are compared with. */
  readonly identity: ProjectIdentity;
  readonly redaction?: RedactOptions | undefined;
  /** Only memories of this project, as the store names it. */
  readonly of?: string | undefined;
  /** Number of the worst examples of each kind; default 5. */
  readonly examples?: number | undefined;
  readonly onProgress?: ((read: number) => void) | undefined;
}

export interface AuditReport extends AuditFindings {
  readonly path: string;
  readonly from: StoreKind;
  /** Memories deleted, archived or superseded in their store, which are not audited. */
  readonly gone: number;
  /** Memories of projects other than `of`, which are not audited. */
  readonly skipped: number;
  /** Unreadable records. */
  readonly problems: readonly { readonly place: string; readonly reason: string }[];
}

const MAX_PROBLEMS = 1000;

/** Throws "input_missing", "input_too_large", "source_unknown", "source_newer" and "source_unreadable". */
export async function auditStore(path: string, request: AuditRequest): Promise<AuditReport> {
  const reader = await locateStore(path, request.from);
  const memories: AuditedMemory[] = [];
  const problems: { place: string; reason: string }[] = [];
  let [gone, skipped] = [0, 0];
  for await (const item of reader.read()) {
    if ("problem" in item) {
      if (problems.length < MAX_PROBLEMS)
        problems.push({ place: item.place, reason: item.problem });
    } else if (item.memory.isGone) gone++;
    else if (request.of !== undefined && request.of !== item.memory.project) skipped++;
    else memories.push(audited(item.memory, request.identity));
    request.onProgress?.(memories.length);
  }
  const { root } = request.identity;
  const tools = {
    noiseReason,
    redaction: request.redaction ?? {},
    missingIn: (paths: ReadonlySet<string>, symbols: ReadonlySet<string>) =>
      missingInTree(root, resolve(path), paths, symbols),
  };
  const findings = audit(memories, tools, request.examples);
  return { path, from: reader.kind, gone, skipped, problems, ...findings };
}

function audited(memory: ForeignMemory, identity: ProjectIdentity): AuditedMemory {
  const { place, content, project, isGlobal } = memory;
  const files = memory.files.flatMap((file) => relativeToProject(identity, file) ?? []);
  const isOfThisTree = project === null ? !isGlobal : isProjectHere(identity, project);
  return { place, content, files, project, isOfThisTree };
}

/** Bytes at the start of a file in which a NUL marks it as binary. */
const SNIFFED_BYTES = 1024;
const NEVER = new Set("node_modules .git dist build out target coverage .venv venv".split(" "));

/**
 * Returns the paths and names missing in the tree; null if there is no folder with files. The store itself is not searched,
 * because it contains the names.
 */
function missingInTree(
  root: string,
  store: string,
  paths: ReadonlySet<string>,
  symbols: ReadonlySet<string>,
) {
  const tree = filesBelow(root).filter((path) => {
    const full = join(root, path);
    return full !== store && !full.startsWith(`${store}${sep}`);
  });
  if (tree.length === 0) return null;
  const byName = Map.groupBy(tree, (path) => basename(path));
  // A path may be relative to a folder within the project.
  const isThere = (path: string) =>
    (byName.get(basename(path)) ?? []).some((item) => item === path || item.endsWith(`/${path}`));
  const missingPaths = new Set(
    [...paths].filter((path) => path !== "" && !isThere(path) && !existsSync(join(root, path))),
  );
  const missing = new Set(symbols);
  for (const path of tree) {
    if (missing.size === 0) break;
    if (!isIgnoredPath(path, DEFAULT_IGNORE)) strikeOut(root, path, missing);
  }
  return { paths: missingPaths, symbols: missing };
}

/** Removes names that occur in the file from `missing`. A file with a NUL is not text. */
function strikeOut(root: string, path: string, missing: Set<string>): void {
  const text = textOf(root, path);
  for (const [name] of text.matchAll(/[A-Za-z_$][\w$]{3,}/g)) missing.delete(name);
}

function textOf(root: string, path: string): string {
  const file = readProjectFile(root, path, AUDIT.treeFileBytes);
  if (!("bytes" in file) || file.bytes.subarray(0, SNIFFED_BYTES).includes(0)) return "";
  return file.bytes.toString("utf8");
}

function filesBelow(root: string): string[] {
  const found: string[] = [];
  const queue = [""];
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    for (const entry of entriesIn(join(root, folder))) {
      const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile()) found.push(below);
      if (entry.isDirectory() && !NEVER.has(entry.name)) queue.push(below);
    }
    if (found.length >= AUDIT.treeFiles) break;
  }
  return found;
}
