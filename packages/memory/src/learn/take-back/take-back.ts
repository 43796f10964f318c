/**
 * Applies that the user took back a rule of an earlier session: "requests is fine now", "staging moved to port 7790". If the
 * user also stated what applies instead, that supersedes the rule. Otherwise the rule waits for a person's review and is not
 * shown until then. Both can be undone.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { UndoStep } from "../../domain/changes/undo-entry.ts";
import { USER_RULE_TAG } from "../../domain/draft.ts";
import { newestEvidence } from "../../domain/evidence.ts";
import type { ProjectId } from "../../domain/ids.ts";
import type { Evidence, Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { Signal } from "../../domain/signal.ts";
import { clip } from "../../domain/text/text.ts";
import { changeMemory, getMemories, listVersions } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { BACKGROUND, saveUndoEntry } from "../../store/undo-entries.ts";
import { LEAD_IN } from "../detect/statements/lead-in.ts";
import { asStatement } from "../detect/statements/sentences.ts";
import { statementSignal } from "../detect/statements/user-correction.ts";
import type { Trace } from "../detect/trace.ts";
import { supersede, supersedesStep } from "../promote/flag-contradiction.ts";
import type { Promotion } from "../promote/promote.ts";
import { isUsersWord, RETRACTED } from "../promote/reinforce.ts";
import { concernedRule, replacementIn } from "./concerned-rule.ts";
import type { CorrectedValue } from "./corrected-value.ts";
import { type TakenBack, takenBackIn } from "./withdrawals.ts";

export interface RuleTakenBack {
  readonly retraction: TakenBack;
  readonly rule: Memory;
  /** States what applies instead; null if the user stated nothing that would not be stored anyway. */
  readonly signal: Signal | null;
}

interface Session {
  readonly trace: Trace;
  /** What was detected in the session. The user may take back a rule that was stated in it. */
  readonly signals: readonly Signal[];
  /** Whether a memory is visible on the branch of the session. */
  readonly isVisible: (memory: Memory) => boolean;
}

/** Returns the rules of earlier sessions that the user takes back in this one. */
export async function rulesTakenBack(
  db: Database,
  projectId: ProjectId,
  { trace, signals, isVisible }: Session,
): Promise<RuleTakenBack[]> {
  const all = takenBackIn(trace);
  if (all.length === 0) return [];
  const listed = await listMemories(db, { projectId });
  const rules = listed.filter(isRule);
  const found: RuleTakenBack[] = [];
  for (const retraction of all) {
    if (retraction.kind === "corrected_value" && !isStatement(retraction, signals)) continue;
    const open = rules.filter(
      (memory) => isEarlier(memory, trace.session, retraction) && isVisible(memory),
    );
    const rule = concernedRule(retraction, [
      ...open.map((memory) => ({ content: memory.content, memory })),
      ...statedBefore(retraction, signals).map((content) => ({ content, memory: null })),
    ])?.memory;
    if (rule?.projectId !== projectId || rule.isPinned || rule.source === "imported") continue;
    if (found.some((item) => item.rule.id === rule.id)) continue;
    found.push({ retraction, rule, signal: signalOf(trace, retraction, rule) });
  }
  return found;
}

/** Whether a corrected value is a statement: the user calls the old one wrong, or the sentence is stored on its own. */
function isStatement(correction: CorrectedValue, signals: readonly Signal[]): boolean {
  const text = asStatement(correction.sentence.replace(LEAD_IN, ""));
  return (
    correction.isDenial ||
    signals.some(
      ({ type, seqs, draft }) =>
        type === "user_correction" &&
        seqs.includes(correction.message.seq) &&
        draft?.content.includes(text) === true,
    )
  );
}

/** Returns the rules that the user stated in the same session before. */
function statedBefore({ message }: TakenBack, signals: readonly Signal[]): string[] {
  return signals.flatMap(({ type, seqs, draft }) => {
    const isBefore = type === "user_correction" && seqs.every((seq) => seq < message.seq);
    return isBefore && draft !== null ? [draft.content] : [];
  });
}

/** Whether a memory may be the rule that is meant. Rules of files and of every project make clear whether one is. */
function isRule({ tags, source, type }: Memory): boolean {
  const isAgentsWord = source === "agent_explicit" && type === "preference";
  return (
    tags.includes(USER_RULE_TAG) || isUsersWord(source) || isAgentsWord || source === "imported"
  );
}

/** Whether the rule was last stated before, and not in this session. */
function isEarlier(memory: Memory, session: string, { message }: TakenBack): boolean {
  if (memory.sessions.includes(session)) return false;
  const stated = memory.evidence.filter(({ detail }) => !detail.startsWith(RETRACTED));
  const lastMs =
    stated.length === 0 ? memory.createdAtMs : Math.max(...stated.map(({ atMs }) => atMs));
  return lastMs < message.atMs;
}

function signalOf(trace: Trace, retraction: TakenBack, rule: Memory): Signal | null {
  const { type } = rule;
  if (retraction.kind !== "withdrawal")
    return statementSignal(trace, retraction.message, { sentence: retraction.sentence, type });
  const sentence = replacementIn(retraction, rule);
  return sentence === null ? null : statementSignal(trace, retraction.message, { sentence, type });
}

/** Supersedes or puts in doubt the rules, each once. Call in the transaction that promoted the signals. */
export async function applyTakenBack(
  db: Database,
  session: string,
  found: readonly RuleTakenBack[],
  promotions: readonly Promotion[],
  moment: Moment,
): Promise<void> {
  for (const { rule, retraction, signal } of found) {
    const evidence = evidenceOf(retraction, session);
    const [now] = await getMemories(db, [rule.id]);
    if (now === undefined || (await wasApplied(db, now, evidence))) continue;
    const newer = await newerOf(db, now, signal, promotions);
    await setAside(db, { now, rule, evidence, newer }, RETRACTED, moment);
  }
}

/** Whether this statement has changed the memory before. A person may have undone that. */
export async function wasApplied(
  db: Database,
  memory: Memory,
  evidence: Evidence,
): Promise<boolean> {
  const versions = await listVersions(db, memory.id);
  return [memory, ...versions.map(({ before }) => before)].some((one) =>
    hasEvidence(one, evidence),
  );
}

/** The memory of what applies instead. */
export interface Newer {
  readonly memory: Memory;
  readonly isNew: boolean;
}

/** Returns the memory of what applies instead, which may have superseded the rule already; null if none was stored. */
async function newerOf(
  db: Database,
  now: Memory,
  signal: Signal | null,
  promotions: readonly Promotion[],
): Promise<Newer | null> {
  const promotion = promotions.find(
    ({ candidate, memoryId }) =>
      memoryId !== null &&
      memoryId !== now.id &&
      (memoryId === now.supersededBy || candidate.subject === signal?.subject),
  );
  if (promotion?.memoryId == null) return null;
  const [memory] = await getMemories(db, [promotion.memoryId]);
  return memory === undefined ? null : { memory, isNew: !promotion.isMerge };
}

interface Change {
  readonly now: Memory;
  /** The memory before the session was learned from. */
  readonly rule: Memory;
  readonly evidence: Evidence;
  /** Null if nothing applies instead. */
  readonly newer: Newer | null;
}

/** Supersedes the memory, or lets it wait for a review if nothing applies instead; saves the undo entry. */
export async function setAside(
  db: Database,
  { now, rule, evidence, newer }: Change,
  reason: string,
  moment: Moment,
): Promise<void> {
  const noted = { ...now, evidence: newestEvidence([...now.evidence, evidence]) };
  const isOver = newer !== null || now.supersededBy !== null;
  const after = isOver ? noted : { ...noted, needsReview: true };
  const changed = await changeMemory(db, now, after, reason, moment);
  const isReplaced = newer !== null && changed.supersededBy === null;
  const last = isReplaced ? await supersede(db, changed, newer.memory, reason, moment) : changed;
  // The promotion of the newer statement replaced the rule, with an undo entry of its own.
  if (newer !== null && now.supersededBy === newer.memory.id) return;
  const steps: UndoStep[] = [
    { kind: "memory", id: rule.id, before: rule.version, after: last.version },
  ];
  if (newer !== null) steps.push(...stepsOfNewer(last, newer, moment));
  await saveUndoEntry(db, {
    id: moment.newId(),
    projectId: rule.projectId as ProjectId,
    groupId: null,
    what: `${BACKGROUND}take back`,
    steps,
    atMs: moment.nowMs,
    undoneAtMs: null,
  });
}

function stepsOfNewer(older: Memory, { memory, isNew }: Newer, moment: Moment): UndoStep[] {
  const { id } = memory;
  const edge = supersedesStep(id, older.id, moment);
  return isNew ? [edge, { kind: "memory", id, before: null, after: memory.version }] : [edge];
}

/** Returns the evidence of a retraction, which identifies it on the memory that it changed. */
export function evidenceOf({ message, sentence: typed }: TakenBack, session: string): Evidence {
  const detail = sentenceOf("user_took_back", { text: clip(typed, 160) });
  return { kind: "user", detail, session, atMs: message.atMs };
}

function hasEvidence({ evidence }: Memory, wanted: Evidence): boolean {
  return evidence.some(
    ({ detail, session }) => detail === wanted.detail && session === wanted.session,
  );
}
