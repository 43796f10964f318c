/** Returns a memory with everything known about it. */
import type { MemoryDetail } from "@tacit-memory/protocol";
import { type At, evidenceOf, rowOf, storedOf, withTitles } from "./rows.ts";

const MAX_SHOWN = 50;

/** Throws "memory_not_found", "id_ambiguous". */
export async function memoryDetail({ tacit, nowMs }: At, id: string): Promise<MemoryDetail> {
  const { memory, versions, edges } = await tacit.memories.story(id);
  const [code, reasons, shown] = await Promise.all([
    tacit.memories.freshnessOf(memory.id),
    tacit.memories.reviewReasons([memory.id]),
    tacit.admin.shown({ memoryId: memory.id, limit: MAX_SHOWN }),
  ]);
  const others = edges.map(({ fromId, toId }) => (fromId === memory.id ? toId : fromId));
  const titles = new Map(
    (await storedOf(tacit.memories, others)).map((other) => [other.id, other.title]),
  );
  return {
    memory: rowOf(memory, nowMs),
    facts: {
      scope: memory.scope,
      visibility: memory.visibility,
      source: memory.source,
      branch: memory.branch,
      triggers: memory.triggers,
      invalidWhen: memory.invalidWhen,
      sessions: memory.sessions,
      observations: memory.observationCount,
      validFromMs: memory.validFromMs,
      validToMs: memory.validToMs,
    },
    evidence: evidenceOf(memory),
    anchors: code?.anchors ?? [],
    reviewReasons: reasons.get(memory.id) ?? [],
    versions: versions
      .map(({ version, change, atMs, before }) => ({
        version,
        change,
        atMs,
        content: before.content,
      }))
      .reverse(),
    relations: edges.map(({ fromId, toId, type }) => {
      const isOutgoing = fromId === memory.id;
      const otherId = isOutgoing ? toId : fromId;
      return { type, isOutgoing, otherId, otherTitle: titles.get(otherId) ?? null };
    }),
    shown: await withTitles(tacit, shown),
  };
}
