/** Compares pairs that may state the same again under the write lock, and merges a few per transaction. */
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "@tacit-memory/sqlite";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { wereSeparated } from "../../store/dream/duplicates.ts";
import { getMemories } from "../../store/memories/memories.ts";
import { BACKGROUND } from "../../store/undo-entries.ts";
import type { Workspace } from "../../workspace.ts";
import { recordChange } from "../undo/record-change.ts";
import { DREAM } from "./limits.ts";
import { inOrderOfWorth, joined, mergeMemories } from "./merge-memories.ts";
import { areMergeable, sayTheSame } from "./same-statement.ts";

export interface Suspect {
  readonly a: MemoryId;
  readonly b: MemoryId;
  /** Null if the texts are equal. */
  readonly cosine: number | null;
}

export interface Merge {
  readonly kind: "exact" | "near";
  readonly target: MemoryId;
  readonly merged: MemoryId;
  readonly cosine: number | null;
  readonly title: string;
  readonly mergedContent: string;
}

interface MergeRun {
  readonly workspace: Workspace;
  readonly trigger: "command" | "opportunistic";
  readonly runId: string;
  readonly mayGoOn: () => boolean;
  /** Target by duplicate: the merges that this run has made, or would make if it is a dry run. */
  readonly replacedBy: Map<MemoryId, MemoryId>;
  /** Targets as they would be after the merges of a dry run; empty in a real run. */
  readonly planned: Map<MemoryId, Memory>;
}

const NAMES = { command: "dream: merge", opportunistic: `${BACKGROUND}merge` } as const;

/** Makes or plans merges and passes each to `report`. Returns whether the time sufficed for all pairs. */
export type Merger = (
  run: MergeRun,
  suspects: readonly Suspect[],
  report: (merge: Merge) => void,
) => Promise<boolean>;

export const applyMerges: Merger = async (run, suspects, report) => {
  const { workspace, mayGoOn } = run;
  let at = 0;
  while (at < suspects.length) {
    if (!mayGoOn()) return false;
    // Most pairs must not be merged; they are ruled out without the lock.
    if ((await pairOf(run, workspace.db, suspects[at])) === null) at++;
    else {
      at = await mergeSome(run, suspects, at, report);
      await pause(DREAM.turnMs);
    }
  }
  return true;
};

/**
 * Merges pairs in one transaction, starting at index `from`; processes at least that pair. Returns the index of the next
 * pair.
 */
async function mergeSome(
  run: MergeRun,
  suspects: readonly Suspect[],
  from: number,
  report: (merge: Merge) => void,
): Promise<number> {
  const { workspace } = run;
  return workspace.db.transaction(async (tx) => {
    const startMs = workspace.moment().nowMs;
    let count = 0;
    for (let at = from; at < suspects.length; at++) {
      const isFull = count >= DREAM.mergesAtOnce;
      const isLate = workspace.moment().nowMs - startMs > DREAM.writeMs;
      if (at > from && (isFull || isLate)) return at;
      const pair = await pairOf(run, tx, suspects[at]);
      if (pair === null) continue;
      report(await applied(run, tx, pair));
      count++;
    }
    return suspects.length;
  });
}

/** Plans the same merges without changing anything. */
export const planMerges: Merger = async (run, suspects, report) => {
  for (const suspect of suspects) {
    if (!run.mayGoOn()) return false;
    const pair = await pairOf(run, run.workspace.db, suspect);
    if (pair === null) continue;
    run.replacedBy.set(pair.duplicate.id, pair.target.id);
    run.planned.set(pair.target.id, joined(pair.target, pair.duplicate));
    report(mergeOf(pair));
  }
  return true;
};

interface Pair {
  readonly target: Memory;
  readonly duplicate: Memory;
  readonly cosine: number | null;
}

/** Returns the target and the duplicate; null if the two must not be merged. */
async function pairOf(
  { workspace, replacedBy, planned }: MergeRun,
  db: Database,
  suspect: Suspect | undefined,
): Promise<Pair | null> {
  if (suspect === undefined) return null;
  const ids = [suspect.a, suspect.b].map((id) => replacedAs(id, replacedBy));
  if (ids[0] === ids[1]) return null;
  const [one, other] = (await getMemories(db, ids)).map((found) => planned.get(found.id) ?? found);
  if (one === undefined || other === undefined) return null;
  if (!areMergeable(one, other, workspace.moment().nowMs)) return null;
  if (suspect.cosine !== null && !sayTheSame(one, other)) return null;
  if (await wereSeparated(db, [one.id, other.id])) return null;
  const [target, duplicate] = inOrderOfWorth(one, other);
  return { target, duplicate, cosine: suspect.cosine };
}

function replacedAs(id: MemoryId, replacedBy: MergeRun["replacedBy"]): MemoryId {
  let at = id;
  for (let next = replacedBy.get(at); next !== undefined; next = replacedBy.get(at)) at = next;
  return at;
}

async function applied(
  { workspace, trigger, runId, replacedBy }: MergeRun,
  tx: Database,
  pair: Pair,
): Promise<Merge> {
  const change = { what: NAMES[trigger], groupId: runId };
  await recordChange({ ...workspace, db: tx }, change, (recorded) =>
    mergeMemories(tx, pair.target, pair.duplicate, recorded.moment()),
  );
  replacedBy.set(pair.duplicate.id, pair.target.id);
  return mergeOf(pair);
}

function mergeOf({ target, duplicate, cosine }: Pair): Merge {
  return {
    kind: cosine === null ? "exact" : "near",
    target: target.id,
    merged: duplicate.id,
    cosine,
    title: target.title,
    mergedContent: duplicate.content,
  };
}
