/**
 * Merges a memory into another one that states the same. Everything that supports either memory is preserved, and the merge
 * can be undone.
 */
import type { Database } from "@tacit-memory/sqlite";
import { newestEvidence } from "../../domain/evidence.ts";
import type { MemoryId } from "../../domain/ids.ts";
import { MERGED_TAG, type Memory, TRUST_LEVELS } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { withoutOrigin } from "../../domain/session/learned-from.ts";
import { unique } from "../../learn/promote/new-memory.ts";
import { isUsersWord } from "../../learn/promote/reinforce.ts";
import { mergedInto } from "../../store/dream/duplicates.ts";
import { copyAnchors } from "../../store/memories/anchors.ts";
import { addEdge, listEdges } from "../../store/memories/edges.ts";
import { changeMemory } from "../../store/memories/memories.ts";
import { statementWords } from "./same-statement.ts";

/** Returns the memory to keep, then the other one. Order: a person's statement, better support, more content, greater age. */
export function inOrderOfWorth(a: Memory, b: Memory): readonly [Memory, Memory] {
  const [ofA, ofB] = [worthOf(a), worthOf(b)];
  const at = ofA.findIndex((value, i) => value !== ofB[i]);
  const isFirst = at < 0 ? a.id < b.id : (ofA[at] ?? 0) > (ofB[at] ?? 0);
  return isFirst ? [a, b] : [b, a];
}

function worthOf(memory: Memory): readonly number[] {
  return [
    isUsersWord(memory.source) ? 1 : 0,
    memory.isPinned ? 1 : 0,
    TRUST_LEVELS.indexOf(memory.standing),
    memory.isTainted ? 0 : 1,
    statementWords(memory.content).length,
    memory.confidence,
    memory.usefulCount,
    memory.observationCount,
    -memory.createdAtMs,
  ];
}

/** Merges the two memories as given, in the caller's transaction. Returns the changed target. */
export async function mergeMemories(
  tx: Database,
  target: Memory,
  duplicate: Memory,
  moment: Moment,
): Promise<Memory> {
  const merged = await changeMemory(tx, target, joined(target, duplicate), "merged", moment);
  const gained = merged.files.filter((file) => !target.files.includes(file));
  await copyAnchors(tx, { from: duplicate.id, to: target.id, paths: gained });
  await copyEdges(tx, target.id, duplicate.id, moment);
  const superseded: Memory = {
    ...duplicate,
    supersededBy: target.id,
    isPinned: false,
    tags: unique([...duplicate.tags, MERGED_TAG]),
  };
  await changeMemory(tx, duplicate, superseded, mergedInto(target.id), moment);
  const edge = { fromId: target.id, toId: duplicate.id, type: "supersedes" as const };
  await addEdge(tx, { ...edge, createdAtMs: moment.nowMs }, moment);
  return merged;
}

/** Returns the target as it is after the merge. */
export function joined(target: Memory, duplicate: Memory): Memory {
  const both = [target, duplicate];
  const all = (name: "files" | "symbols" | "tags" | "triggers" | "sessions") =>
    unique(both.flatMap((memory) => memory[name]));
  const evidence = both.flatMap((memory) => memory.evidence).sort((a, b) => a.atMs - b.atMs);
  const { learnedFrom } = target.payload;
  const stated = withoutOrigin(target.payload);
  const payload = Object.keys(stated).length > 0 ? stated : withoutOrigin(duplicate.payload);
  return {
    ...target,
    payload: learnedFrom === undefined ? payload : { ...payload, learnedFrom },
    files: all("files"),
    symbols: all("symbols"),
    tags: all("tags"),
    triggers: all("triggers"),
    sessions: all("sessions"),
    errorFingerprint: target.errorFingerprint ?? duplicate.errorFingerprint,
    evidence: newestEvidence(evidence),
    standing: higher(both),
    confidence: Math.max(...both.map((memory) => memory.confidence)),
    isPinned: both.some((memory) => memory.isPinned),
    // A statement that an untainted source also makes is corroborated.
    isTainted: both.every((memory) => memory.isTainted),
    observationCount: target.observationCount + duplicate.observationCount,
    usefulCount: target.usefulCount + duplicate.usefulCount,
    createdAtMs: Math.min(...both.map((memory) => memory.createdAtMs)),
    confirmedAtMs: Math.max(...both.map((memory) => memory.confirmedAtMs)),
  };
}

function higher(both: readonly Memory[]): Memory["standing"] {
  const most = Math.max(...both.map(({ standing }) => TRUST_LEVELS.indexOf(standing)));
  return TRUST_LEVELS[most] ?? "hypothesis";
}

/**
 * Copies the relations of the duplicate to the target. Memories that the duplicate superseded stay superseded by the
 * duplicate.
 */
async function copyEdges(
  tx: Database,
  target: MemoryId,
  duplicate: MemoryId,
  moment: Moment,
): Promise<void> {
  for (const edge of await listEdges(tx, duplicate)) {
    const other = edge.fromId === duplicate ? edge.toId : edge.fromId;
    if (edge.type === "supersedes" || other === target) continue;
    const ends = edge.fromId === duplicate ? { fromId: target } : { toId: target };
    await addEdge(tx, { ...edge, ...ends }, moment);
  }
}
