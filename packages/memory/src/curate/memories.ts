/** Deliberate operations of people and agents on memories: remember, correct, forget and others. */

import { redactTogether } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import {
  currentBranchStates,
  GIT_LIMIT_MS,
  isShownUnlessHidden,
  learnedAt,
} from "../anchors/branches/current-branches.ts";
import { checkConditions, metCondition } from "../anchors/freshness/anchor-condition.ts";
import { headOf } from "../anchors/freshness/check-memories.ts";
import { link } from "../anchors/link/link.ts";
import {
  filesOutsideProject,
  missingFiles,
  pathsInProject,
  positionsInProject,
} from "../anchors/project-paths.ts";
import { keptOutput } from "../capture/digest.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import { type Memory, SOURCES } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import { sentenceOf } from "../domain/sentences/sentences.ts";
import { isOpenNote } from "../domain/session/session-note.ts";
import { namedErrorFingerprint } from "../domain/text/error-fingerprint.ts";
import { type Admission, admit, refusedWording } from "../learn/promote/admit.ts";
import { DECIDED, disputeAnew } from "../learn/promote/flag-contradiction.ts";
import type { NewMemory } from "../learn/promote/new-memory.ts";
import { ownerOf } from "../recall/reader.ts";
import { type Edge, listEdges } from "../store/memories/edges.ts";
import { getMemories, getMemory, listVersions, type Version } from "../store/memories/memories.ts";
import { listNeighbours } from "../store/memories/memory-lists.ts";
import { closeReviewEntries } from "../store/memories/review-entries.ts";
import { recordInjections } from "../store/sessions/injections.ts";
import { findSession } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { asBelieved, isRefusedByMode, pinAsAgent, type Speaker } from "./agent-word.ts";
import { archive } from "./decay/archive.ts";
import { hasRoomForPin, requireFewPins } from "./pins.ts";
import { disputeAccepted, resolveApart, resolveOthers, resumeDispute } from "./revise/dispute.ts";
import { confirm, type Edit, edit, restore, type Witness } from "./revise/revise.ts";
import type { Teaching } from "./teaching.ts";

/** The agent that makes the correction; if left out, the user does. */
export type { Speaker };

export interface Remembered extends Admission {
  /** Files as given to which the memory was not anchored because they are outside the project. */
  readonly outside: readonly string[];
  /** Anchored files that do not exist now, relative to the root: a typing error, or a file still to be created. */
  readonly absent: readonly string[];
  /** True if it is shown unasked to others only after its session is over. */
  readonly isSessionNote: boolean;
  /** True if a person asked to pin it, and as many memories are pinned as may be. It is stored unpinned. */
  readonly isPinRefused: boolean;
}

/**
 * Stores a memory and its anchors. Files are given as the caller sees them; those outside the project are left out and
 * reported.
 */
export async function remember(workspace: Workspace, teaching: Teaching): Promise<Remembered> {
  checkTeaching(teaching);
  const { files = [] } = teaching;
  if (await isRefusedByMode(workspace, teaching)) return CAPTURE_IS_OFF;
  const { hidden } = await currentBranchStates(workspace, GIT_LIMIT_MS);
  const places = positionsInProject(workspace, files);
  const pointedAt = places.flatMap(({ symbol }) => symbol ?? []);
  const believed = await asBelieved(workspace, teaching);
  const isPinRefused =
    believed.isPinned === true && !(await hasRoomForPin(workspace.db, workspace.projectId));
  const input = {
    ...believed,
    ...(isPinRefused && { isPinned: false }),
    scopeOwner: ownerOf(workspace, believed),
    files: pathsInProject(workspace, files),
    symbols: [...(teaching.symbols ?? []), ...pointedAt],
  };
  const admission = await keep(workspace, input, isShownUnlessHidden(hidden));
  const absent = admission.id === null ? [] : missingFiles(workspace, input.files);
  const isNew = admission.id !== null && admission.mergedInto === null;
  const isSessionNote = isNew && isOpenNote(input);
  const outside = filesOutsideProject(workspace, files);
  return { ...admission, outside, absent, isSessionNote, isPinRefused };
}

/** Throws "input_malformed" for what a program without types may pass. */
function checkTeaching({ content, source }: Partial<Teaching>): void {
  if (typeof content !== "string")
    throw new MemoryError("input_malformed", { field: "content", expected: "a text" });
  if (!SOURCES.some((item) => item === source))
    throw new MemoryError("input_malformed", { field: "source", expected: SOURCES });
}

const CAPTURE_IS_OFF: Remembered = {
  accepted: false,
  id: null,
  mergedInto: null,
  reason: "capture_off",
  redactions: [],
  contradicts: null,
  left: [],
  outside: [],
  absent: [],
  isSessionNote: false,
  isPinRefused: false,
};

/** Pin request of an agent: a memory stated by a user is pinned at once, any other after a person accepts it. */
export const askToPin = pinAsAgent;

/** Like `remember`, with files relative to the project's root. */
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
    ...(session === undefined ? {} : await originIn(workspace, session, rest.payload)),
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
  // The branch is part of a statement only if the caller named it.
  const isStated = (item: string) => item !== "branch" || teaching.branch !== undefined;
  return { ...admission, left: admission.left.filter(isStated) };
}

/** Returns the payload with the session and its last event so far: no event is stored for the call that states a memory. */
async function originIn(
  { db, projectId }: Workspace,
  session: string,
  payload: NewMemory["payload"],
): Promise<Pick<NewMemory, "payload">> {
  const { nextSeq = 0 } = (await findSession(db, projectId, session)) ?? {};
  const seq = nextSeq === 0 ? {} : { seq: nextSeq - 1 };
  return { payload: { ...payload, learnedFrom: { session, ...seq } } };
}

/**
 * Returns the fingerprint of an error given by the caller; null if the text contains no error. Uses the text as the event log
 * stores it, because otherwise the fingerprint would differ from that of the returning error.
 */
export function namedError({ redaction }: Workspace, error: string): string | null {
  return namedErrorFingerprint(keptOutput(error, redaction));
}

/** Returns the fingerprint of an error. Throws "usage" for a text that contains none. */
function memoryFailure(workspace: Workspace, error: string): string {
  const fingerprint = namedError(workspace, error);
  if (fingerprint !== null) return fingerprint;
  throw new MemoryError("usage", {
    reason: "the text contains no error message; pass the line that states the error",
  });
}

/** Throws "usage" for a validity that ends before it begins. */
function checkValidity({ validFromMs, validToMs }: Pick<Edit, "validFromMs" | "validToMs">): void {
  if (validFromMs == null || validToMs == null || validFromMs < validToMs) return;
  throw new MemoryError("usage", { reason: "the end of its validity is before the start" });
}

/** Like `inProject`, but throws "usage" if a file is outside the project. */
export function allInProject(workspace: Workspace, files: readonly string[]): string[] {
  const outside = filesOutsideProject(workspace, files);
  if (outside.length === 0) return pathsInProject(workspace, files);
  throw new MemoryError("usage", {
    reason: "the file is not in this project",
    file: outside.join(", "),
  });
}

/** Anchors a memory to the code it is about. */
export async function anchor(workspace: Workspace, id: MemoryId): Promise<void> {
  const [memory] = await getMemories(workspace.db, [id]);
  if (memory !== undefined)
    await link(workspace.db, memory, workspace.identity.root, headOf(workspace.identity.root));
}

/**
 * Confirms that a memory is right, by the user or by observation. It is right for the current code, so its anchors are
 * renewed. When the user confirms, a met condition has been considered and is removed.
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
  // The memory's branch is gone and a person confirms the memory, so it applies everywhere from now on.
  const { of } = await currentBranchStates(workspace, GIT_LIMIT_MS);
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
    if (memory.isDisputed && by.kind === "user") await disputeAccepted(tx, after, moment);
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

/**
 * Edits a memory. `error`: like in `Teaching`; an empty one removes the fingerprint. Throws "usage" for a file outside the
 * project.
 */
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

/** Adds the owner to a change of scope: the author of the memory, unless the caller names another. */
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

/** Edits a memory with files relative to the project's root. Throws "usage" for empty content. */
export async function applyEdit(
  workspace: Workspace,
  memory: Memory,
  change: Edit,
): Promise<Memory> {
  await checkConditions(change.invalidWhen ?? []);
  const { validFromMs = memory.validFromMs, validToMs = memory.validToMs } = change;
  checkValidity({ validFromMs, validToMs });
  const refused = refusedWording(memory, change.content, workspace.redaction);
  if (refused !== null)
    throw new MemoryError("usage", { reason: sentenceOf("refused", { reason: refused }) });
  const clean = redactTogether(change, workspace.redaction) as Edit;
  const edited = await workspace.db.transaction(async (tx) => {
    const after = await edit(tx, memory, clean, workspace.projectId, workspace.moment());
    if (after.isPinned && !memory.isPinned) await requireFewPins(tx, workspace.projectId);
    const changedFields = [change.content, change.validFromMs, change.validToMs];
    if (changedFields.some((item) => item !== undefined))
      await disputeAnew(tx, after, workspace.moment(), DECIDED);
    return getMemory(tx, after.id);
  });
  if (change.files !== undefined || change.content !== undefined)
    await link(workspace.db, edited, workspace.identity.root, headOf(workspace.identity.root));
  return edited;
}

/**
 * Restores a memory from the archive, or to its state before the change that produced `version + 1`. If it contradicts
 * something learned meanwhile, both are disputed as for a new memory.
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
    // A memory that a person accepted during the dispute leaves the other side disputed, as before it was archived.
    if (before.state === "archived" && !restored.isDisputed)
      await disputeAccepted(tx, restored, moment);
    await disputeAnew(tx, await getMemory(tx, restored.id), moment, DECIDED);
    return getMemory(tx, restored.id);
  });
}

/** Archives a memory and ends its disputes. */
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

/** Returns a memory with its whole history. */
export async function storyOf(workspace: Workspace, id: string): Promise<MemoryStory> {
  const memory = await getMemory(workspace.db, id);
  return {
    memory,
    versions: await listVersions(workspace.db, memory.id),
    edges: await listEdges(workspace.db, memory.id),
  };
}

/** Returns the memory and those stored just before and after it: three each, oldest first. */
export async function timelineOf(workspace: Workspace, id: string, around = 3): Promise<Memory[]> {
  const memory = await getMemory(workspace.db, id);
  const before = await listNeighbours(workspace.db, memory, -1, around);
  const after = await listNeighbours(workspace.db, memory, 1, around);
  return [...before.reverse(), memory, ...after];
}
