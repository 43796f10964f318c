/**
 * Keeps `.tacit/MEMORY.md` of the repository up to date, for people who read and review what is remembered. Only with the option
 * `memoryFile`. The file is replaced only when its content changes, and never while it contains edits that were not imported.
 */
import { lstatSync } from "node:fs";
import { dirname, join } from "node:path";
import { readProjectFile, replaceFile } from "@tacit-memory/files";
import { isValidAt, MEMORY_TYPES, type Memory } from "../../domain/memory.ts";
import type { Workspace } from "../../workspace.ts";
import { exportAll } from "../transfer.ts";
import { pendingEdits } from "./import-markdown.ts";
import { MEMORY_FILE } from "./memory-file-path.ts";
import { readMarkdown } from "./read-markdown.ts";
import { DATA_BEGIN, writeMarkdown } from "./write-markdown.ts";

const MAX_BYTES = 64_000_000;

/**
 * `kept`: the file was not written by Tacit, or contains edits; import them first. `unusable`: the folder or file is a link out of
 * the repository, or not a regular file.
 */
export type MemoryFileState = "written" | "unchanged" | "kept" | "unusable";

/** Writes the file if its content changed. Throws the system's error if the folder cannot be written. */
export async function refreshMemoryFile(workspace: Workspace): Promise<MemoryFileState> {
  const { root, name } = workspace.identity;
  const folder = lstatSync(dirname(join(root, MEMORY_FILE)), { throwIfNoEntry: false });
  if (folder !== undefined && !folder.isDirectory()) return "unusable";
  const file = readProjectFile(root, MEMORY_FILE, MAX_BYTES);
  if ("refused" in file && file.refused !== "missing") return "unusable";
  const before = "bytes" in file ? file.bytes.toString("utf8") : "";
  const text = await currentText(workspace, name);
  if (before === text) return "unchanged";
  if (before.trim() !== "" && (await hasEdits(workspace, before))) return "kept";
  replaceFile(join(root, MEMORY_FILE), text, { mode: 0o644, keepsMode: true, folderMode: 0o755 });
  return "written";
}

/**
 * Returns whether other people may read a memory in a file of the repository: it is not secret, not doubtful, and not limited to
 * one task, agent, session or unmerged branch. A rule file states its memories itself.
 */
export function isShareable(memory: Memory): boolean {
  return (
    memory.standing !== "hypothesis" &&
    !memory.needsReview &&
    (memory.scope === "project" || memory.scope === "global") &&
    memory.visibility !== "secret" &&
    !memory.isDisputed &&
    !memory.isTainted &&
    !memory.isStaged &&
    !memory.tags.includes("rule-file")
  );
}

async function currentText(workspace: Workspace, name: string): Promise<string> {
  const document = await exportAll(workspace);
  const { nowMs } = workspace.moment();
  const shared = document.memories.filter(
    (memory) =>
      memory.state === "active" &&
      memory.supersededBy === null &&
      memory.type !== "handoff" &&
      memory.type !== "episode" &&
      isValidAt(memory, nowMs) &&
      isShareable(memory),
  );
  const groups = MEMORY_TYPES.map(
    (type) => [type, shared.filter((memory) => memory.type === type)] as const,
  );
  return writeMarkdown(
    document,
    name,
    groups.filter(([, memories]) => memories.length > 0),
  );
}

async function hasEdits(workspace: Workspace, text: string): Promise<boolean> {
  if (!text.includes(DATA_BEGIN)) return true;
  const read = readMarkdown(text);
  return !read.ok || (await pendingEdits(workspace, read.value)).count > 0;
}
