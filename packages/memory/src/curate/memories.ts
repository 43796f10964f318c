/** What people and agents do to memories on purpose: remember, correct, forget, and the rest of the verbs. */

import { redactTogether } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import {
  branchStatesHere,
  isShownBeside,
  learnedAt,
  MAY_LOOK,
} from "../anchors/branches/branches-here.ts";
import { checkConditions, metCondition } from "../anchors/freshness/anchor-condition.ts";
import { headOf } from "../anchors/freshness/check-memories.ts";
import { link } from "../anchors/link/link.ts";
import { absentOf, inProject, outsideOf, placesInProject } from "../anchors/places.ts";
import { keptOutput } from "../capture/digest.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import { isOpenNote } from "../domain/session/session-note.ts";
import { namedErrorFingerprint } from "../domain/text/error-fingerprint.ts";
import { type Admission, admit, disputeAnew, refusedWording } from "../learn/promote/admit.ts";
import type { NewMemory } from "../learn/promote/new-memory.ts";
import { ownerOf } from "../recall/reader.ts";
import { type Edge, listEdges } from "../store/memories/edges.ts";
import { getMemories, getMemory, listVersions, type Version } from "../store/memories/memories.ts";
import { listNeighbours } from "../store/memories/memory-lists.ts";
import { closeReviewEntries } from "../store/memories/review-entries.ts";
import { recordInjections } from "../store/sessions/injections.ts";
import type { Workspace } from "../workspace.ts";
import { asBelieved, pinAsAgent, type Speaker } from "./agent-word.ts";
import { archive } from "./decay/archive.ts";
import { requireFewPins, requireRoomForPin } from "./pins.ts";
import { resolveApart, resolveOthers, resumeDispute } from "./revise/dispute.ts";
import { confirm, type Edit, edit, restore, type Witness } from "./revise/revise.ts";

export interface Teaching extends Omit<NewMemory, "sessions"> {
  /** What a failed command said, or the line of it that tells: what is remembered comes up when that error returns. */
  readonly error?: string | undefined;
  /** The host session it was said in: it is known there and not shown again. */
  readonly session?: string | undefined;
  readonly isVerbatim?: boolean | undefined;
  /** Where its session goes on, it is a note of that session and settled with it (domain/session-note.ts). */
  readonly isNote?: boolean | undefined;
  /** Holds on every branch at once; left out: what is learned on a branch holds there until it is merged. */
  readonly isDurable?: boolean | undefined;
}

/** The agent that corrects; left out, the user does. */
export type { Speaker };

export interface Remembered extends Admission {
  /** As given: what no memory is tied to, because it lies outside the project. */
  readonly outside: readonly string[];
  /** What it is tied to and is not there now, relative to the root: a slip of the pen, or a file to come. */
  readonly absent: readonly string[];
  /** Shown unasked to others once its session is over. */
  readonly isSessionNote: boolean;
}

/** The write path, then anchors. Files are as the caller sees them; those outside the project are left out, and told. */
export async function remember(workspace: Workspace, teaching: Teaching): Promise<Remembered> {
  const { hidden } = await branchStatesHere(workspace, MAY_LOOK);
  const { files = [] } = teaching;
  const places = placesInProject(workspace, files);
  const pointedAt = places.flatMap(({ symbol }) => symbol ?? []);
  const believed = await asBelieved(workspace, teaching);
  if (believed.isPinned === true) await requireRoomForPin(workspace.db, workspace.projectId);
  const input = {
    ...believed,
    scopeOwner: ownerOf(workspace, believed),
    files: inProject(workspace, files),
    symbols: [...(teaching.symbols ?? []), ...pointedAt],
  };
  const admission = await keep(workspace, input, isShownBeside(hidden));
  const absent = admission.id === null ? [] : absentOf(workspace, input.files);
  const isNew = admission.id !== null && admission.mergedInto === null;
  const isSessionNote = isNew && isOpenNote(input);
  return { ...admission, outside: outsideOf(workspace, files), absent, isSessionNote };
}

/** By an agent: a person's word is pinned at once, anything else waits until a person has accepted it. */
export const askToPin = pinAsAgent;

/** With files relative to the project's root. */
export async function keep(
  workspace: Workspace,
  teaching: Teaching,
  isVisible: (memory: Memory) => boolean,
): Promise<Admission> {
  await checkConditions(teaching.invalidWhen ?? []);
  checkValidity(teaching);
  const { session, isVerbatim, isDurable, error, ...rest } = teaching;
  const at = learnedAt(workspace, rest);
  const input: NewMemory = {
    ...rest,
    ...(error === undefined ? {} : { errorFingerprint: memoryFailure(workspace, error) }),
    ...at,
    isStaged: isDurable !== true && (rest.isStaged ?? at.isStaged),
    sessions: session === undefined ? [] : [session],
  };
  const moment = workspace.moment();
  const admission = await admit(
    workspace.db,
    workspace.projectId,
    input,
    {
      redaction: workspace.redaction,
      isStrict: workspace.isStrict,
      isVerbatim: isVerbatim === true,
      isVisible,
    },
    moment,
  );
  if (admission.id !== null) {
    await anchor(workspace, admission.id);
    if (admission.mergedInto !== null && (rest.validFromMs ?? rest.validToMs) != null)
      await resolveApart(workspace.db, await getMemory(workspace.db, admission.id), moment);
    if (session !== undefined) {
      const where = {
        projectId: workspace.projectId,
        sessionId: session,
        point: "own_write" as const,
      };
      const own = { id: admission.id, tokens: 0, pointedAs: null };
      await recordInjections(workspace.db, where, [own], moment.nowMs);
    }
  }
  // Where it was said is not what was said, unless somebody named a branch.
  const isStated = (item: string) => item !== "branch" || teaching.branch !== undefined;
  return { ...admission, left: admission.left.filter(isStated) };
}

/**
 * Of an error that somebody names, null where the text names nothing. As the event log keeps it, or it would be the
 * fingerprint of another line than the one that returns.
 */
export function namedError({ redaction }: Workspace, error: string): string | null {
  return namedErrorFingerprint(keptOutput(error, redaction));
}

/** Throws "usage" for a text that names nothing. */
function memoryFailure(workspace: Workspace, error: string): string {
  const fingerprint = namedError(workspace, error);
  if (fingerprint !== null) return fingerprint;
  throw new MemoryError("usage", {
    reason: "the text contains no error message; pass the line that states the error",
  });
}

/** Throws "usage" for a time that ends before it begins. */
function checkValidity({ validFromMs, validToMs }: Pick<Edit, "validFromMs" | "validToMs">): void {
  if (validFromMs == null || validToMs == null || validFromMs < validToMs) return;
  throw new MemoryError("usage", { reason: "the end of its validity is before the start" });
}

/** As `inProject`, for who asks for nothing else. Throws "usage" where one lies outside. */
export function allInProject(workspace: Workspace, files: readonly string[]): string[] {
  const outside = outsideOf(workspace, files);
  if (outside.length === 0) return inProject(workspace, files);
  throw new MemoryError("usage", {
    reason: "the file is not in this project",
    file: outside.join(", "),
  });
}

/** Ties it to the code it is about. */
export async function anchor(workspace: Workspace, id: MemoryId): Promise<void> {
  const [memory] = await getMemories(workspace.db, [id]);
  if (memory !== undefined)
    await link(workspace.db, memory, workspace.identity.root, headOf(workspace.identity.root));
}

/**
 * Told by the user to be right, or found right: with the code as it is now, so the anchors are made anew. A
 * condition that is met has been looked at when the user says so, and is taken off.
 */
export async function confirmMemory(
  workspace: Workspace,
  id: string,
  by: Witness,
): Promise<Memory> {
  const memory = await getMemory(workspace.db, id);
  const moment = workspace.moment();
  const { root } = workspace.identity;
  const remaining =
    by.kind === "user" ? await unmetConditions(workspace, memory) : memory.invalidWhen;
  // Its branch is gone, and a person says that it holds: then it holds without the branch.
  const { of } = await branchStatesHere(workspace, MAY_LOOK);
  const isDurable = by.kind === "user" && of(memory)?.verdict === "gone";
  return workspace.db.transaction(async (tx) => {
    const confirmed = await confirm(tx, memory, by, moment);
    const isEdited = remaining.length < confirmed.invalidWhen.length || isDurable;
    const after = isEdited
      ? await edit(
          tx,
          confirmed,
          { invalidWhen: remaining, isDurable },
          workspace.projectId,
          moment,
        )
      : confirmed;
    if (after.isPinned && !memory.isPinned) await requireFewPins(tx, workspace.projectId);
    await link(tx, after, root, headOf(root));
    await closeReviewEntries(tx, [after.id], [], moment.nowMs);
    return after;
  });
}

async function unmetConditions(workspace: Workspace, memory: Memory): Promise<string[]> {
  const unmet: string[] = [];
  for (const condition of memory.invalidWhen) {
    const place = { root: workspace.identity.root, files: memory.files };
    const met = await metCondition([condition], place, workspace.moment().nowMs);
    if (met === null) unmet.push(condition);
  }
  return unmet;
}

/** `error`: as `Teaching`; an empty one takes off what it was tied to. Throws "usage" for a file outside the project. */
export async function editMemory(
  workspace: Workspace,
  id: string,
  { error, ...change }: Omit<Edit, "errorFingerprint"> & Pick<Teaching, "error">,
): Promise<Memory> {
  const files = change.files === undefined ? undefined : allInProject(workspace, change.files);
  const tie =
    error === undefined
      ? {}
      : { errorFingerprint: error === "" ? null : memoryFailure(workspace, error) };
  const memory = await getMemory(workspace.db, id);
  return applyEdit(workspace, memory, { ...withOwner(workspace, memory, change), ...tie, files });
}

/** A change of scope names whose it is from then on: who wrote the memory, unless somebody else is named. */
export function withOwner<Change extends Pick<Edit, "scope" | "scopeOwner">>(
  workspace: Workspace,
  { sessions, agent }: Memory,
  change: Change,
): Change {
  if (change.scope === undefined) return change;
  return {
    ...change,
    scopeOwner: ownerOf(workspace, { session: sessions.at(-1), agent, ...change }),
  };
}

/** With files relative to the project's root. Throws "usage" for a content that says nothing. */
export async function applyEdit(
  workspace: Workspace,
  memory: Memory,
  change: Edit,
): Promise<Memory> {
  await checkConditions(change.invalidWhen ?? []);
  const { validFromMs = memory.validFromMs, validToMs = memory.validToMs } = change;
  checkValidity({ validFromMs, validToMs });
  const refused = refusedWording(memory, change.content, workspace.redaction);
  if (refused !== null) throw new MemoryError("usage", { reason: `refused: ${refused}` });
  const clean = redactTogether(change, workspace.redaction) as Edit;
  const edited = await workspace.db.transaction(async (tx) => {
    const after = await edit(tx, memory, clean, workspace.projectId, workspace.moment());
    if (after.isPinned && !memory.isPinned) await requireFewPins(tx, workspace.projectId);
    const changedFields = [change.content, change.validFromMs, change.validToMs];
    if (changedFields.some((item) => item !== undefined))
      await disputeAnew(tx, after, workspace.moment());
    return getMemory(tx, after.id);
  });
  if (change.files !== undefined || change.content !== undefined)
    await link(workspace.db, edited, workspace.identity.root, headOf(workspace.identity.root));
  return edited;
}

/**
 * From the archive, or back to how it was before the change that made `version + 1`. What it says again may be what was
 * learned otherwise meanwhile: flagged, as of a new one.
 */
export async function restoreMemory(
  workspace: Workspace,
  id: string,
  version?: number,
): Promise<Memory> {
  const moment = workspace.moment();
  return workspace.db.transaction(async (tx) => {
    const before = await getMemory(tx, id);
    const restored = await restore(tx, before, version, moment);
    if (restored.isPinned && !before.isPinned) await requireFewPins(tx, workspace.projectId);
    await resumeDispute(tx, restored, moment);
    await disputeAnew(tx, await getMemory(tx, restored.id), moment);
    return getMemory(tx, restored.id);
  });
}

/** Archived, and out of every dispute. */
export async function setAside(db: Database, memory: Memory, moment: Moment): Promise<Memory> {
  const archived = await archive(db, memory, moment);
  await resolveOthers(db, archived, moment);
  return archived;
}

export async function archiveMemory(workspace: Workspace, id: string): Promise<Memory> {
  return workspace.db.transaction(async (tx) =>
    setAside(tx, await getMemory(tx, id), workspace.moment()),
  );
}

export interface MemoryStory {
  readonly memory: Memory;
  readonly versions: readonly Version[];
  readonly edges: readonly Edge[];
}

/** A memory with all that happened to it. */
export async function storyOf(workspace: Workspace, id: string): Promise<MemoryStory> {
  const memory = await getMemory(workspace.db, id);
  return {
    memory,
    versions: await listVersions(workspace.db, memory.id),
    edges: await listEdges(workspace.db, memory.id),
  };
}

/** What was written just before and after: three each, oldest first, the memory among them. */
export async function timelineOf(workspace: Workspace, id: string, around = 3): Promise<Memory[]> {
  const memory = await getMemory(workspace.db, id);
  const before = await listNeighbours(workspace.db, memory, -1, around);
  const after = await listNeighbours(workspace.db, memory, 1, around);
  return [...before.reverse(), memory, ...after];
}
