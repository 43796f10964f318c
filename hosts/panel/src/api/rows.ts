/** Converts a memory to the form that the page shows. */
import { effectiveConfidence, type Memory, type Tacit } from "@tacit-memory/memory";
import type { MemoryFlag, MemoryRow, ShownMemory } from "@tacit-memory/protocol";

import { libraryText } from "./library-text.ts";

export interface At {
  readonly tacit: Tacit;
  readonly nowMs: number;
}

export function rowOf(memory: Memory, nowMs: number): MemoryRow {
  return {
    id: memory.id,
    type: memory.type,
    title: memory.title,
    content: memory.content,
    standing: memory.standing,
    confidence: effectiveConfidence(memory, nowMs),
    state: memory.state,
    flags: flagsOf(memory, nowMs),
    files: memory.files,
    tags: memory.tags,
    agent: memory.agent,
    createdAtMs: memory.createdAtMs,
    confirmedAtMs: memory.confirmedAtMs,
  };
}

function flagsOf(memory: Memory, nowMs: number): MemoryFlag[] {
  const { validFromMs, validToMs } = memory;
  const flags: readonly (readonly [MemoryFlag, boolean])[] = [
    ["pinned", memory.isPinned],
    ["needs_review", memory.needsReview],
    ["disputed", memory.isDisputed],
    ["untrusted", memory.isTainted],
    ["staged", memory.isStaged],
    ["superseded", memory.supersededBy !== null],
    ["not_valid_yet", validFromMs !== null && nowMs < validFromMs],
    ["no_longer_valid", validToMs !== null && validToMs <= nowMs],
  ];
  return flags.filter(([, isTrue]) => isTrue).map(([flag]) => flag);
}

export function evidenceOf({ evidence }: Pick<Memory, "evidence">) {
  return evidence.map(({ kind, detail, session, atMs }) => ({
    kind,
    detail: libraryText(detail),
    session: session ?? null,
    atMs,
  }));
}

type ShownReport = Awaited<ReturnType<Tacit["admin"]["shown"]>>;

/**
 * Adds the titles of the memories that are still stored; the title of any other memory is null. Of the effects only "confirmed"
 * is known without reading the session.
 */
export async function withTitles({ memories }: Tacit, shown: ShownReport): Promise<ShownMemory[]> {
  const ids = [...new Set(shown.map(({ memoryId }) => memoryId))];
  const stored = new Map<string, Memory>();
  for (const memory of await storedOf(memories, ids)) stored.set(memory.id, memory);
  return shown.map(({ tokens: _, ...row }) => {
    const memory = stored.get(row.memoryId);
    return {
      ...row,
      title: memory?.title ?? null,
      effects: memory === undefined ? [] : confirmedAfter(memory, row),
    };
  });
}

function confirmedAfter(
  { evidence }: Memory,
  { sessionId, atMs }: Pick<ShownReport[number], "sessionId" | "atMs">,
): string[] {
  const isConfirmed = evidence.some((one) => one.session === sessionId && one.atMs > atMs);
  return isConfirmed ? ["confirmed"] : [];
}

/** Returns the memories with these ids that are still stored. */
export async function storedOf(
  memories: Tacit["memories"],
  ids: readonly string[],
): Promise<Memory[]> {
  const found = await Promise.allSettled(ids.map((id) => memories.get(id)));
  return found.flatMap((item) => (item.status === "fulfilled" ? [item.value] : []));
}
