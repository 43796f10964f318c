/**
 * Keeps `.tacit/MEMORY.md` of the repository up to date, for people who read and review what is remembered. With the option
 * `memoryFile` after each session; without it only a forgotten memory is removed. The file is replaced only when its content changes,
 * and never while it contains anything that was not imported.
 */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { readProjectFile, replaceFile } from "@tacit-memory/files";
import { MEMORY_TYPES, type Memory, RECORD_TYPES } from "../../domain/memory.ts";
import { forgottenIds } from "../../store/memories/erase.ts";
import { getMemories } from "../../store/memories/memories.ts";
import type { Workspace } from "../../workspace.ts";
import { exportAll } from "../transfer.ts";
import { pendingEdits } from "./import-markdown.ts";
import { MEMORY_FILE } from "./memory-file-path.ts";
import { type MarkdownDocument, readMarkdown } from "./read-markdown.ts";
import { isShareable } from "./shareable.ts";
import { currentMemories, DATA_BEGIN, writeMarkdown } from "./write-markdown.ts";

const MAX_BYTES = 64_000_000;
const DAY_MS = 86_400_000;

/**
 * `kept`: the file was not written by Tacit, or contains edits or memories that this store does not have; import them first. `unusable`: the folder or file is a link out of
 * the repository, or not a regular file.
 */
export type MemoryFileState = "written" | "unchanged" | "kept" | "unusable";

/**
 * Writes the file if its content changed. `onlyListed`: adds no memory, because the user may have turned the option off. Throws the
 * system's error if the folder cannot be written.
 */
export async function refreshMemoryFile(
  workspace: Workspace,
  { onlyListed = false }: { readonly onlyListed?: boolean } = {},
): Promise<MemoryFileState> {
  const { root, name } = workspace.identity;
  const folder = lstatSync(dirname(join(root, MEMORY_FILE)), { throwIfNoEntry: false });
  if (folder !== undefined && !folder.isDirectory()) return "unusable";
  const file = readProjectFile(root, MEMORY_FILE, MAX_BYTES);
  if ("refused" in file && file.refused !== "missing") return "unusable";
  const before = "bytes" in file ? file.bytes.toString("utf8") : "";
  const read = before.includes(DATA_BEGIN) ? readMarkdown(before) : null;
  const listed = read?.ok === true ? read.value : null;
  const text = await currentText(workspace, name, onlyListed ? idsIn(listed) : null);
  if (before === text) return "unchanged";
  if (before.trim() !== "" && !(await isImported(workspace, listed))) return "kept";
  replaceFile(join(root, MEMORY_FILE), text, { mode: 0o644, keepsMode: true, folderMode: 0o755 });
  return "written";
}

/** `only`: ids of the memories that may be shown; null: all. */
async function currentText(
  workspace: Workspace,
  name: string,
  only: ReadonlySet<string> | null,
): Promise<string> {
  const document = await exportAll(workspace);
  const shared = currentMemories(document, workspace.moment().nowMs)
    .filter((memory) => !isRecord(memory) && isShareable(memory))
    .filter(({ id }) => only === null || only.has(id))
    .map(asShared);
  const groups = MEMORY_TYPES.map(
    (type) => [type, shared.filter((memory) => memory.type === type)] as const,
  );
  return writeMarkdown(
    document,
    name,
    groups.filter(([, memories]) => memories.length > 0),
  );
}

/**
 * Returns the memory without what one machine knows about it: its sessions and evidence, which may quote a user, and counts, which
 * would change the file after every use.
 */
function asShared(memory: Memory): Memory {
  const { confidence, confirmedAtMs, createdAtMs } = memory;
  return {
    ...memory,
    sessions: [],
    evidence: [],
    usefulCount: 0,
    observationCount: 1,
    version: 1,
    confidence: Math.round(confidence * 10) / 10,
    confirmedAtMs: Math.floor(confirmedAtMs / DAY_MS) * DAY_MS,
    updatedAtMs: createdAtMs,
  };
}

/** Whether the store has everything that the document contains, so that replacing it loses nothing. Null: not Tacit's document. */
async function isImported(
  workspace: Workspace,
  document: MarkdownDocument | null,
): Promise<boolean> {
  if (document === null || (await pendingEdits(workspace, document)).count > 0) return false;
  const ids = document.document.memories.map(({ id }) => id);
  const known = new Set((await getMemories(workspace.db, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  return (await forgottenIds(workspace.db, unknown)).size === unknown.length;
}

/** Whether it records a single session. */
function isRecord({ type }: Memory): boolean {
  return RECORD_TYPES.some((record) => record === type);
}

function idsIn(document: MarkdownDocument | null): ReadonlySet<string> {
  return new Set(document?.document.memories.map(({ id }) => id));
}
