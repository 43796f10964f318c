/** Puts memories in doubt that contradict each other. */
import type { Database } from "@tacit-memory/sqlite";
import { stageOf } from "../../domain/anchors/stage.ts";
import type { UndoStep } from "../../domain/changes/undo-entry.ts";
import { USER_RULE_TAG } from "../../domain/draft.ts";
import type { MemoryId } from "../../domain/ids.ts";
import { type Memory, meetInTime } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { endsUseInFrench, withoutAccents } from "../../domain/text/text.ts";
import { addEdge, edgesAmong } from "../../store/memories/edges.ts";
import { changeMemory } from "../../store/memories/memories.ts";
import { BACKGROUND, saveUndoEntry } from "../../store/undo-entries.ts";
import { isUsersWord } from "./reinforce.ts";
import { findContradiction, type Nearest, nearestTo } from "./similar.ts";

/** Whether the memory was just stated or observed; otherwise a person edited or restored one, and both sides are in doubt. */
interface DisputeCause {
  readonly isStated: boolean;
  /** Whether a session was learned from, whose changes get undo entries here. Those of commands are recorded around them. */
  readonly isFromSession?: boolean | undefined;
}

const STATED: DisputeCause = { isStated: true };
export const DECIDED: DisputeCause = { isStated: false };

/**
 * Checks a memory for contradictions again after its wording or period changed, or after it was repeated. Contradictions that
 * a person has resolved stay untouched.
 */
export async function disputeAnew(
  db: Database,
  memory: Memory,
  moment: Moment,
  cause: DisputeCause = STATED,
): Promise<MemoryId | null> {
  if (memory.state !== "active" || memory.supersededBy !== null) return null;
  const edges = await edgesAmong(db, [memory.id], ["contradicts"]);
  const disputedIds = new Set(edges.flatMap(({ fromId, toId }) => [fromId, toId]));
  const near = nearestTo(db, memory.projectId, memory.content);
  // Compares periods from now on, as when a dispute is resolved by dates.
  const isOpen = (other: Memory) =>
    !disputedIds.has(other.id) &&
    other.supersededBy === null &&
    meetInTime(memory, other, moment.nowMs);
  const open = async () => (await near()).filter(isOpen);
  return flagContradiction(db, memory, open, moment, cause);
}

/** A rule that the user stated in a session. */
function isRule({ tags, isPinned }: Memory): boolean {
  return tags.includes(USER_RULE_TAG) && !isPinned;
}

/** What states that something applied until then. */
const CHANGES =
  /\b(?:any ?more|no longer|from now on|instead|now|moved to|changed to|switched to|replaced by|back to|desormais|dorenavant|maintenant|a partir de|finalement|revien[ts]|repasse|(?:ne |n')\w+ plus|d'ora in poi|d'ora in avanti|torniamo|passiamo|non \w+ piu|de ahora en adelante|a partir de ahora|ahora|volvemos|pasamos|ya no|ab jetzt|ab sofort|jetzt|nicht mehr|kein\w* .{2,30} mehr|zuruck)\b/i;

function statesChange({ content }: Memory): boolean {
  return CHANGES.test(withoutAccents(content.replaceAll("’", "'"))) || endsUseInFrench(content);
}

/**
 * Lets the later of two rules that the user stated in sessions supersede the earlier one. If the later one was just stated, it
 * also supersedes what an agent noted or Tacit observed, and what a person stored outright if it states a change. Returns
 * whether a memory was superseded.
 */
async function replaceOlder(
  db: Database,
  memory: Memory,
  other: Memory,
  moment: Moment,
  { isStated, isFromSession }: DisputeCause,
): Promise<boolean> {
  const [older, newer] = memory.createdAtMs < other.createdAtMs ? [memory, other] : [other, memory];
  if (!isRule(newer) || older.isPinned) return false;
  if (!isRule(older) && !(isStated && replacesOther(newer, older))) return false;
  const after = await supersede(db, older, newer, "the user said the opposite later", moment);
  if (isFromSession === true) {
    const isNew = newer === memory && memory.observationCount === 1;
    await saveReplacement(db, { older, after, newer, isNew }, moment);
  }
  return true;
}

/** Whether a rule that was just stated supersedes a memory that is no rule from a session. */
function replacesOther(rule: Memory, other: Memory): boolean {
  if (stageOf(other) !== stageOf(rule)) return false;
  const isStored = isUsersWord(other.source) || other.source === "imported";
  return !isStored || statesChange(rule);
}

interface Replacement {
  /** The replaced memory before the change. */
  readonly older: Memory;
  readonly after: Memory;
  readonly newer: Memory;
  /** Whether the change created the newer memory; an undo archives it. */
  readonly isNew: boolean;
}

/** Saves the undo entry of a replacement. */
async function saveReplacement(
  db: Database,
  { older, after, newer, isNew }: Replacement,
  moment: Moment,
): Promise<void> {
  const { projectId } = older;
  if (projectId === null) return;
  const created: UndoStep = { kind: "memory", id: newer.id, before: null, after: newer.version };
  await saveUndoEntry(db, {
    id: moment.newId(),
    projectId,
    groupId: null,
    what: `${BACKGROUND}replace`,
    steps: [
      { kind: "memory", id: older.id, before: older.version, after: after.version },
      supersedesStep(newer.id, older.id, moment),
      ...(isNew ? [created] : []),
    ],
    atMs: moment.nowMs,
    undoneAtMs: null,
  });
}

/** Returns the undo step of a relation that `supersede` added. */
export function supersedesStep(newer: MemoryId, older: MemoryId, { nowMs }: Moment): UndoStep {
  return {
    kind: "edge",
    change: "added",
    fromId: newer,
    toId: older,
    type: "supersedes",
    createdAtMs: nowMs,
  };
}

/** Lets a later statement of the user supersede an earlier one, which was valid until then. */
export async function supersede(
  db: Database,
  older: Memory,
  newer: Pick<Memory, "id" | "createdAtMs">,
  reason: string,
  moment: Moment,
): Promise<Memory> {
  const edge = { fromId: newer.id, toId: older.id, type: "supersedes" } as const;
  await addEdge(db, { ...edge, createdAtMs: moment.nowMs }, moment);
  const validToMs = older.validToMs ?? newer.createdAtMs;
  const after = { ...older, supersededBy: newer.id, validToMs, needsReview: false };
  return changeMemory(db, older, after, reason, moment);
}

/** Replaces what the user's later rule supersedes; returns the first other memory that contradicts, or null. */
async function firstNotReplaced(
  db: Database,
  memory: Memory,
  near: Nearest,
  moment: Moment,
  cause: DisputeCause,
): Promise<Memory | null> {
  const seen = new Set<MemoryId>([memory.id]);
  const unseen = async () => (await near()).filter(({ id }) => !seen.has(id));
  for (;;) {
    const other = await findContradiction(unseen, memory);
    if (other === null || !(await replaceOlder(db, memory, other, moment, cause))) return other;
    // A newer rule of the user replaced the memory itself.
    if (memory.createdAtMs < other.createdAtMs) return null;
    seen.add(other.id);
  }
}

/**
 * Whether a memory stays in use although the other contradicts it: the user stated and verified it, and the other is not the
 * user's. Only the other waits for a person.
 */
function outranks(memory: Memory, other: Memory): boolean {
  const isVerified = memory.standing === "verified" && isUsersWord(memory.source);
  return isVerified && !memory.needsReview && !isUsersWord(other.source);
}

/** Links the memory with what it contradicts and puts both, or only one of them, in doubt. */
export async function flagContradiction(
  db: Database,
  memory: Memory,
  near: Nearest,
  moment: Moment,
  cause: DisputeCause = STATED,
): Promise<MemoryId | null> {
  const other = await firstNotReplaced(db, memory, near, moment, cause);
  if (other === null) return null;
  await addEdge(
    db,
    {
      fromId: memory.id,
      toId: other.id,
      type: "contradicts",
      createdAtMs: moment.nowMs,
    },
    moment,
  );
  // A statement on one branch does not put statements elsewhere in doubt until it is merged (branches/unstage).
  if (stageOf(memory) !== stageOf(other)) return other.id;
  // The user's last word stays in use, and only what it contradicts waits for a person.
  const isLastWord =
    cause.isStated && isRule(memory) && !other.isPinned && memory.createdAtMs >= other.createdAtMs;
  if (isLastWord || !(cause.isStated && outranks(other, memory)))
    await changeMemory(
      db,
      other,
      { ...other, isDisputed: true, needsReview: true },
      "contradicted",
      moment,
    );
  if (!isLastWord)
    await changeMemory(
      db,
      memory,
      { ...memory, isDisputed: true, needsReview: true },
      "contradicts",
      moment,
    );
  return other.id;
}
