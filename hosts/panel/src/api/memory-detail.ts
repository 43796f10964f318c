/** Returns a memory with everything known about it. */
import { learnedFromOf, MemoryError, procedureOf, type Tacit } from "@tacit-memory/memory";
import type { AnchorState, MemoryDetail, ShownMemory } from "@tacit-memory/protocol";
import { reviewReasonsOf } from "./review-reasons.ts";
import { type At, evidenceOf, rowOf, storedOf, withTitles } from "./rows.ts";

const MAX_SHOWN = 50;
/** Sessions whose events are read to find what followed: some ten milliseconds each. */
const MAX_REPORTS = 3;

/** Throws "memory_not_found", "id_ambiguous". */
export async function memoryDetail({ tacit, nowMs }: At, id: string): Promise<MemoryDetail> {
  const { memory, versions, edges } = await tacit.memories.story(id);
  const [code, shown] = await Promise.all([
    tacit.memories.freshnessOf(memory.id),
    tacit.admin.shown({ memoryId: memory.id, limit: MAX_SHOWN }),
  ]);
  const states = new Map(code === undefined ? [] : [[memory.id, code]]);
  const reasons = await reviewReasonsOf(tacit, [memory], states);
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
      learnedFrom: learnedFromOf(memory),
      observations: memory.observationCount,
      validFromMs: memory.validFromMs,
      validToMs: memory.validToMs,
    },
    procedure: procedureOf(memory),
    evidence: evidenceOf(memory),
    anchors: await withCode(tacit, memory.id, code?.anchors ?? []),
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
    shown: await withEffects(tacit, await withTitles(tacit, shown)),
  };
}

type Verdicts = Parameters<Tacit["memories"]["anchoredCode"]>[1];

async function withCode(
  { memories }: Tacit,
  id: string,
  verdicts: Verdicts,
): Promise<AnchorState[]> {
  const parts = await memories.anchoredCode(id, verdicts);
  return verdicts.map((verdict) => {
    const part = parts.find(
      ({ path, symbol }) => path === verdict.path && symbol === verdict.symbol,
    );
    if (part === undefined) return { ...verdict, code: null };
    const { commit, before, now } = part;
    return { ...verdict, code: { commit, before, now } };
  });
}

/** Adds what followed in the newest sessions, which their reports state. */
async function withEffects(
  { sessions }: Tacit,
  shown: readonly ShownMemory[],
): Promise<ShownMemory[]> {
  const newest = [...new Set(shown.map(({ sessionId }) => sessionId))].slice(0, MAX_REPORTS);
  const effects = new Map<string, readonly string[]>();
  for (const session of newest) {
    // Shown in a session of which nothing is stored: an agent may only query the MCP server.
    const report = await sessions.report({ session }).catch((error: unknown) => {
      if (MemoryError.is(error, "session_not_found")) return null;
      throw error;
    });
    for (const { memoryId, atMs, fruit } of report?.told ?? [])
      effects.set(
        `${session} ${memoryId} ${atMs}`,
        fruit.map(({ kind }) => kind),
      );
  }
  return shown.map((row) => ({
    ...row,
    effects: effects.get(`${row.sessionId} ${row.memoryId} ${row.atMs}`) ?? row.effects,
  }));
}
