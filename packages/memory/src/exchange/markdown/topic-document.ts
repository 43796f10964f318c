/** The document of one topic file: which memories it contains, how they are written, and whether it may be replaced. */
import type { Memory } from "../../domain/memory.ts";
import { forgottenIds } from "../../store/memories/erase.ts";
import { getMemories } from "../../store/memories/memories.ts";
import type { Workspace } from "../../workspace.ts";
import type { Export } from "../transfer.ts";
import { pendingEdits } from "./import-markdown.ts";
import { type MarkdownDocument, readMarkdown } from "./read-markdown.ts";
import type { Topic } from "./topics.ts";
import { DATA_BEGIN, writeMarkdown } from "./write-markdown.ts";

const DAY_MS = 86_400_000;
/** Maximum memories of a file; people do not read more, and the store has them all. */
export const MAX_IN_TOPIC = 500;

/** Returns the best memories of the topic in a stable order, up to the limit. */
export function memoriesOf({ types }: Topic, shareable: readonly Memory[]): Memory[] {
  const own = shareable.filter(({ type }) => types.includes(type));
  if (own.length <= MAX_IN_TOPIC) return own;
  const best = new Set([...own].sort(byWorth).slice(0, MAX_IN_TOPIC));
  return own.filter((memory) => best.has(memory));
}

function byWorth(a: Memory, b: Memory): number {
  return (
    Number(b.isPinned) - Number(a.isPinned) ||
    Number(b.standing === "verified") - Number(a.standing === "verified") ||
    b.confirmedAtMs - a.confirmedAtMs ||
    (a.id < b.id ? 1 : -1)
  );
}

export function topicText(
  exported: Export,
  name: string,
  { types }: Topic,
  memories: readonly Memory[],
): string {
  const shared = memories.map(asShared);
  const groups = types.map(
    (type) => [type, shared.filter((memory) => memory.type === type)] as const,
  );
  return writeMarkdown(
    exported,
    name,
    groups.filter(([, group]) => group.length > 0),
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

/** Returns the document in a text; null if Tacit did not write it. */
export function documentIn(text: string): MarkdownDocument | null {
  const read = text.includes(DATA_BEGIN) ? readMarkdown(text) : null;
  return read?.ok === true ? read.value : null;
}

/** Returns whether the store has everything that the document contains, so that replacing it loses nothing. */
export async function isImported(
  workspace: Workspace,
  document: MarkdownDocument | null,
): Promise<boolean> {
  if (document === null || (await pendingEdits(workspace, document)).count > 0) return false;
  const ids = document.document.memories.map(({ id }) => id);
  const existing = new Set((await getMemories(workspace.db, ids)).map(({ id }) => id));
  const unknown = ids.filter((id) => !existing.has(id));
  return (await forgottenIds(workspace.db, unknown)).size === unknown.length;
}
