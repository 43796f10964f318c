/**
 * A line imported again: what its source says otherwise now is changed here, with the text before it kept, unless a
 * person has changed it here; what it says as before changes nothing.
 */
import { createHash } from "node:crypto";
import type { ImportLine } from "@tacit-memory/protocol";
import { link } from "../anchors/link/link.ts";
import { type Edit, edit, restore } from "../curate/revise/revise.ts";
import { isRefuted, type Memory } from "../domain/memory.ts";
import { disputeAnew } from "../learn/promote/admit.ts";
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

/** In the history of a memory: the change that its source made. */
const AT_ITS_SOURCE = "changed at its source";

/** What a line can say of a memory, and change. */
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

/** What one line says, redacted; left out: it says nothing of it. */
export type StatementLine = Pick<NewMemory, (typeof TEXT)[number]>;

export function saysOtherwise(stored: Memory, input: StatementLine): boolean {
  return otherwise(stored, input).length > 0;
}

/**
 * The memory of a line, by its external id. One that it says another scope of is the same one: of this project it is known
 * by that, of every project by its words or because it was of this project, since others have ids of their own.
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

/** Takes over what is said otherwise, but for what a person has changed here. Whether there was something to take. */
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
  // Whoever has worded it anew speaks of that wording.
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
  // Set aside for its age as it was; what it says now is new.
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

/** An end that was before what is its beginning now is none of it any more, nor the other way round. */
function inTime(stored: Memory, change: Edit): Edit {
  const { validFromMs = stored.validFromMs, validToMs = stored.validToMs } = change;
  if (validFromMs === null || validToMs === null || validFromMs < validToMs) return change;
  return { ...change, ...(change.validToMs == null ? { validToMs: null } : { validFromMs: null }) };
}

/** Null where nobody can tell: it is no import, or came with an export, without its history. */
async function lastStatedBySource(workspace: Workspace, memory: Memory): Promise<Memory | null> {
  const versions = await listVersions(workspace.db, memory.id);
  if (memory.source !== "imported" || versions.length < memory.version - 1) return null;
  const last = versions.findLastIndex(({ change }) => change === AT_ITS_SOURCE);
  return versions[last + 1]?.before ?? memory;
}

/**
 * Lines whose memory does not go by their external id: merged into one that was there before, or without such an id.
 * Imported again they would be counted as seen again.
 */
export async function isTakenIn(workspace: Workspace, line: ImportLine): Promise<boolean> {
  const entry = await readLedger(workspace.db, keyOf(workspace, line));
  if (entry === undefined) return false;
  return (await getMemories(workspace.db, [entry.outcome as Memory["id"]])).length > 0;
}

export async function noteTakenIn(
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
