/** Operations on several memories or the whole store, run on both sides: forget, undo, export, import, time, sessions. */
import { plainMemories, requireSame, SESSIONS } from "./agreement.ts";
import {
  DAY,
  isFaded,
  isListed,
  isPurged,
  type Model,
  type ModelChange,
  type ModelMemory,
} from "./model.ts";
import { type Chosen, chosen, type Operation, requireEqual } from "./operations.ts";
import { type Document, outcomeOf, type SequenceStore } from "./sequence-store.ts";
import { changeSilently, lastChange, undo } from "./undo-rules.ts";

/** Exports before and after each undoable change. */
const documents = new WeakMap<
  ModelChange,
  { readonly before: Document; readonly after: Document }
>();

export function noteDocuments(change: ModelChange, before: Document, after: Document): void {
  documents.set(change, { before, after });
}

/** Forgets a memory together with the corrections that mark it as wrong, and archives the memories that it superseded. */
export const forget: Operation<Chosen> = async (model, store, input) => {
  const memory = chosen(model, input);
  if (memory === undefined) return;
  await store.tacit.memories.forget([memory.id]);
  const gone = new Set([memory.id]);
  for (const { id, refutes } of model.memories.values())
    if (refutes !== null && gone.has(refutes)) gone.add(id);
  for (const id of gone) {
    model.forgotten.add(id);
    model.memories.delete(id);
  }
  for (const left of model.memories.values())
    if (left.supersededBy !== null && gone.has(left.supersededBy))
      changeSilently(model, { ...left, supersededBy: null, state: "archived" });
};

/** Undoes the last change, or the last change of one memory. */
export const undoLast: Operation<{ nth: number | null }> = async (model, store, { nth }) => {
  const memory = nth === null ? undefined : chosen(model, { nth });
  if (nth !== null && memory === undefined) return;
  const before = await store.document();
  const outcome = await outcomeOf(store.tacit.memories.undo(memory?.id));
  const change = lastChange(model, memory?.id);
  if (change === undefined) return requireEqual("refused", outcome, { code: "usage" });
  requireEqual("undone", "value" in outcome, true);
  // Every field changed again since: the change can still be undone later.
  if ("value" in outcome && outcome.value.entries.length === 0) return;
  undo(model, change);
  const then = documents.get(change);
  if (then !== undefined && isSame(before, then.after))
    requireUndone(await store.document(), then.before);
};

function isSame(one: Document, other: Document): boolean {
  const lines = (document: Document) =>
    JSON.stringify([[...plainMemories(document)], document.edges]);
  return lines(one) === lines(other);
}

/** Throws if undo did not restore the state before the change. Memories that the change created must be in the archive. */
function requireUndone(now: Document, before: Document): void {
  const [is, was] = [plainMemories(now), plainMemories(before)];
  const added = now.memories.filter(({ id, state }) => !was.has(id) && state === "archived");
  for (const { id } of added) is.delete(id);
  requireSame("memories after undo", [...is.values()], [...was.values()]);
  const edges = ({ edges: list }: Document) => list.map((edge) => JSON.stringify(edge));
  requireSame("relations after undo", edges(now), edges(before));
}

/** Throws if an empty store that imports the export does not export the same document. */
export const exportElsewhere: Operation<null> = async (_model, store) => {
  const document = await store.document();
  requireEqual("export of the import", await store.importedElsewhere(document), document);
};

/** Exports that `importSaved` imports later. */
const saved = new WeakMap<
  SequenceStore,
  { document: Document; memories: readonly ModelMemory[] }
>();

export const saveExport: Operation<null> = async (model, store) => {
  const document = await store.document();
  saved.set(store, { document, memories: [...model.memories.values()] });
};

/**
 * Imports a saved export: stored memories stay unchanged, forgotten ones stay away, and purged ones come back as they were.
 */
export const importSaved: Operation<null> = async (model, store) => {
  const { document, memories } = saved.get(store) ?? (await withNothing(store));
  await store.tacit.exchange.importExport(document, { isTrusted: true });
  const exported = document.memories.map(({ id }) => id as string);
  const back = memories
    .filter(({ id }) => exported.includes(id))
    .filter(({ id }) => !model.memories.has(id) && !model.forgotten.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const memory of back) model.memories.set(memory.id, memory);
  for (const memory of back)
    if (model.forgotten.has(memory.supersededBy ?? ""))
      model.memories.set(memory.id, { ...memory, supersededBy: null, state: "archived" });
};

async function withNothing(store: SequenceStore) {
  return { document: await store.document(), memories: [] };
}

export const startSession: Operation<{ session: string }> = async (model, store, { session }) => {
  await store.observe(session, ["prompt"]);
  model.openSessions.add(session);
};

export const endSession: Operation<{ session: string }> = async (model, store, { session }) => {
  await store.tacit.sessions.learn(await store.observe(session, ["session_end"]));
  sessionIsOver(model, session);
};

/** Ends a session and archives the memories that are valid only for that session. */
function sessionIsOver(model: Model, session: string): void {
  model.openSessions.delete(session);
  model.endedSessions.add(session);
  settleNotes(model);
  for (const memory of model.memories.values())
    if (memory.scope === "session" && memory.scopeOwner === session && memory.state === "active")
      changeSilently(model, { ...memory, state: "archived" });
}

/**
 * Removes notes of sessions that are over from review, unless they are flagged. Archived and superseded notes are removed
 * when they are active again.
 */
function settleNotes(model: Model): void {
  for (const memory of model.memories.values()) {
    const isOver = memory.noteOf !== null && model.endedSessions.has(memory.noteOf);
    if (isOver && memory.needsReview && isListed(memory))
      changeSilently(model, { ...memory, noteOf: null, needsReview: memory.isFlagged });
  }
}

/** Moves the clock by some days, ends the sessions and runs the due background work. */
export const letTimePass: Operation<{ days: number }> = async (model, store, { days }) => {
  model.nowMs += days * DAY;
  store.clock.nowMs = model.nowMs;
  await store.observe(`tick-${model.nowMs}`, ["prompt", "session_end"]);
  await store.tacit.sessions.learnDue();
  for (const session of SESSIONS)
    if (model.openSessions.has(session)) sessionIsOver(model, session);
  settleNotes(model);
  sweep(model);
};

/** Runs the sweep at most once a day. After a pause of 30 days or more, it starts a day later. */
function sweep(model: Model): void {
  const { lastSweepMs, nowMs } = model;
  const pauseMs = lastSweepMs === null ? null : nowMs - lastSweepMs;
  if (pauseMs !== null && pauseMs < DAY) return;
  model.lastSweepMs = nowMs;
  if (pauseMs !== null && pauseMs >= 30 * DAY) return;
  const memories = [...model.memories.values()];
  for (const memory of memories.filter((item) => isFaded(item, nowMs)))
    changeSilently(model, { ...memory, state: "archived" });
  const purged = [...model.memories.values()].filter((memory) => isPurged(model, memory));
  for (const { id, tags } of purged) {
    model.memories.delete(id);
    // Memories that were outdated or wrong do not come back.
    if (tags.includes("wrong") || tags.includes("outdated")) model.forgotten.add(id);
  }
}
