/** Assigns memories to a session: those it produced, those it showed again, and those shown to it. */
import type { Database } from "@tacit-memory/sqlite";
import type { Candidate } from "../domain/candidate.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { SignalType } from "../domain/signal.ts";
import type { Trace } from "../learn/detect/trace.ts";
import { getMemories, memoriesById } from "../store/memories/memories.ts";
import { listInjections } from "../store/sessions/injections.ts";
import { memoriesShownBy } from "../store/sessions/session-reports.ts";
import type { SessionRow } from "../store/sessions/sessions.ts";
import { shownIn } from "./shown.ts";

/**
 * learned: produced by this session, the last one needed. shared: this session contributed, and a later one produced it.
 * confirmed: it existed and was shown again here. written: stored explicitly.
 */
export interface LearnedMemory {
  readonly memory: Memory;
  readonly role: "learned" | "shared" | "confirmed" | "written";
  /** Signals through which it was seen; empty for a memory stored explicitly. */
  readonly signals: readonly SignalType[];
}

/** Returns what was shown, and the memories of the session as far as the store records it. */
export async function rememberedIn(
  db: Database,
  row: SessionRow,
  trace: Trace,
  limits: { readonly shown: number; readonly memories: number },
) {
  const { projectId, id: sessionId } = row;
  const rows = await listInjections(db, { projectId, sessionId, limit: 5000 });
  const ledger = rows.reverse();
  const shown = ledger.filter(({ point }) => point !== "own_write");
  const wanted = shown.slice(0, limits.shown);
  const byId = await memoriesById(db, [...new Set(ledger.map(({ memoryId }) => memoryId))]);
  const own = new Set(
    ledger
      .filter(({ point }) => point === "own_write")
      .map((injectionRow) => injectionRow.memoryId),
  );
  const { shown: listed, made } = await memoriesShownBy(db, {
    projectId,
    session: sessionId,
    first: [...own],
    limit: limits.memories,
  });
  const isListed = new Set(listed.map(({ memory }) => memory.id));
  const memories = listed.map(
    ({ memory, madeFrom }): Omit<LearnedMemory, "signals"> => ({
      memory,
      role: own.has(memory.id) ? "written" : roleOf(sessionId, memory, madeFrom),
    }),
  );
  for (const id of own) {
    const memory = byId.get(id);
    if (memory !== undefined && !isListed.has(id)) memories.push({ memory, role: "written" });
  }
  const madeHere = listed.filter(({ madeFrom }) => madeFrom.at(-1) === sessionId).length;
  return {
    memories,
    learnedLeftOut: made - madeHere,
    told: shownIn(trace, wanted, byId),
    toldLeftOut: Math.max(0, shown.length - limits.shown),
  };
}

const ON_PURPOSE: ReadonlySet<string> = new Set([
  "agent_explicit",
  "user_taught",
  "user_corrected",
]);

function roleOf(
  session: string,
  { source }: Memory,
  madeFrom: readonly string[],
): LearnedMemory["role"] {
  if (madeFrom.at(-1) === session) return ON_PURPOSE.has(source) ? "written" : "learned";
  return madeFrom.includes(session) ? "shared" : "confirmed";
}

/** Adds the memories into which a candidate of this session was merged. */
export async function withSignals(
  db: Database,
  memories: readonly Omit<LearnedMemory, "signals">[],
  seen: readonly Candidate[],
): Promise<LearnedMemory[]> {
  const signals = new Map<MemoryId, readonly SignalType[]>();
  for (const candidate of seen)
    if (candidate.state === "promoted") signals.set(candidate.memoryId, candidate.signals);
  const listed = new Set(memories.map(({ memory }) => memory.id));
  const merged = await getMemories(
    db,
    [...signals.keys()].filter((id) => !listed.has(id)),
  );
  const all = [...memories, ...merged.map((memory) => ({ memory, role: "confirmed" as const }))];
  return all.map(({ memory, role }) => {
    const by = signals.get(memory.id) ?? [];
    // A rule that a person stated in a session counts as theirs but was only observed.
    return { memory, role: role === "written" && by.length > 0 ? "learned" : role, signals: by };
  });
}
