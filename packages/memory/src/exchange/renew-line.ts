/**
 * Applies a repeated import of a line: changes in the source are applied with the old text kept in the history, unless a
 * person has changed the memory here; an unchanged line changes nothing.
 */
import { createHash } from "node:crypto";
import type { ImportLine } from "@tacit-memory/protocol";
import { link } from "../anchors/link/link.ts";
import { type Edit, edit, restore } from "../curate/revise/revise.ts";
import { isRefuted, type Memory } from "../domain/memory.ts";
import { disputeAnew } from "../learn/promote/flag-contradiction.ts";
import type { NewMemory } from "../learn/promote/new-memory.ts";
import {
  dedupeKey,
  findExternal,
  getMemories,
  getMemory,
  listVersions,
} from "../store/memories/memories.ts";
import { readLedger, writeLedger } from "../store/sessions/ledger.ts";
import type { Workspace } from "../workspace.ts";

/** Name of a change by the source in a memory's history. */
const AT_ITS_SOURCE = "changed at its source";

/** Fields of a memory that a line can state and change. */
const TEXT = [
  "content",
  "type",
  "scope",
  "files",
  "tags",
  "errorFingerprint",
  "validFromMs",
  "validToMs",
] as const;

/** The redacted statement of one line; fields left out are not stated. */
export type StatementLine = Pick<NewMemory, (typeof TEXT)[number]>;

export function differsFromStored(stored: Memory, input: StatementLine): boolean {
  return otherwise(stored, input).length > 0;
}

/**
 * Returns the memory of a line by its external id. A line with another scope refers to the same memory: a memory of this
 * project is identified by the id, a global one by its words or because it once belonged to this project, since other
 * projects have ids of their own.
 */
export async function knownBySource(
  { db, projectId }: Workspace,
  { content, externalId, scope }: Pick<NewMemory, "content" | "externalId" | "scope">,
): Promise<Memory | null> {
  if (externalId == null) return null;
  const isOfAll = scope === "global";
  const existing = await findExternal(db, isOfAll ? null : projectId, externalId);
  if (existing !== null) return existing;
  const other = await findExternal(db, isOfAll ? projectId : null, externalId);
  if (other === null || isOfAll || dedupeKey(other.content) === dedupeKey(content)) return other;
  const befores = (await listVersions(db, other.id)).map(({ before }) => before);
  return befores.some((before) => before.projectId === projectId) ? other : null;
}

/**
 * Applies what the line states differently, except fields that a person has changed here. Returns whether anything was
 * applied.
 */
export async function renew(
  workspace: Workspace,
  id: Memory["id"],
  input: StatementLine,
  isVerbatim: boolean,
): Promise<boolean> {
  const moment = workspace.moment();
  const stored = await getMemory(workspace.db, id);
  const before = await lastStatedBySource(workspace, stored);
  if (before === null || isRefuted(stored)) return false;
  const news = otherwise(stored, input).filter((name) => isSame(stored[name], before[name]));
  const isText = stored.content !== input.content;
  // A person who changed the text refers to that text.
  if (news.length === 0 || (isText && !news.includes("content"))) return false;
  const change = inTime(stored, editOf(stored, input, news));
  const edited = await edit(
    workspace.db,
    stored,
    change,
    workspace.projectId,
    moment,
    AT_ITS_SOURCE,
  );
  // The memory was archived because of its age; its new text is current.
  const isBack = isText && edited.state !== "active";
  const living = isBack ? await restore(workspace.db, edited, undefined, moment) : edited;
  if (!isVerbatim) await disputeAnew(workspace.db, living, moment);
  await link(workspace.db, living, workspace.identity.root, workspace.identity.commit);
  return true;
}

function otherwise(stored: Memory, input: StatementLine): (typeof TEXT)[number][] {
  return TEXT.filter((name) => input[name] !== undefined && !isSame(input[name], stored[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  const inOrder = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value);
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function editOf(
  stored: Memory,
  input: StatementLine,
  news: readonly (typeof TEXT)[number][],
): Edit {
  const { tags = [], ...rest } = Object.fromEntries(
    news.map((name) => [name, input[name]]),
  ) as Partial<StatementLine>;
  if (!news.includes("tags")) return rest;
  return { ...rest, addTags: tags, removeTags: stored.tags.filter((tag) => !tags.includes(tag)) };
}

/** Removes an old end before the new start, or an old start after the new end. */
function inTime(stored: Memory, change: Edit): Edit {
  const { validFromMs = stored.validFromMs, validToMs = stored.validToMs } = change;
  if (validFromMs === null || validToMs === null || validFromMs < validToMs) return change;
  return { ...change, ...(change.validToMs == null ? { validToMs: null } : { validFromMs: null }) };
}

/**
 * Returns the last version stated by the source; null if unknown, because the memory was not imported or came with an export
 * without its history.
 */
async function lastStatedBySource(workspace: Workspace, memory: Memory): Promise<Memory | null> {
  const versions = await listVersions(workspace.db, memory.id);
  if (memory.source !== "imported" || versions.length < memory.version - 1) return null;
  const last = versions.findLastIndex(({ change }) => change === AT_ITS_SOURCE);
  return versions[last + 1]?.before ?? memory;
}

/**
 * Lines whose memory is not identified by their external id: merged into an existing memory, or without an id. Imported
 * again, they would count as repeated observations.
 */
export async function isImported(workspace: Workspace, line: ImportLine): Promise<boolean> {
  const entry = await readLedger(workspace.db, keyOf(workspace, line));
  if (entry === undefined) return false;
  return (await getMemories(workspace.db, [entry.outcome as Memory["id"]])).length > 0;
}

export async function recordImport(
  workspace: Workspace,
  line: ImportLine,
  id: Memory["id"],
): Promise<void> {
  const key = keyOf(workspace, line);
  const entry = { contentHash: key.sourceKey, outcome: id };
  await writeLedger(workspace.db, key, entry, workspace.moment().nowMs);
}

function keyOf({ projectId }: Workspace, line: ImportLine) {
  const sourceKey = createHash("sha256").update(JSON.stringify(line)).digest("hex").slice(0, 32);
  return { projectId, sourceType: "jsonl", sourceKey };
}
