/** Applies a person's changes to one or many memories, and undoes them. */
import { MemoryError, type Tacit } from "@tacit-memory/memory";
import type { ChangeResult, PanelAction, ReviewResult, UndoResult } from "@tacit-memory/protocol";
import { describeFailure } from "./library-text.ts";
import type { ChangeInput, CorrectInput } from "./requests.schema.ts";

type Change = (memories: Tacit["memories"], id: string, tag: string) => Promise<unknown>;

const CHANGES: Readonly<Record<Exclude<PanelAction, "forget">, Change>> = {
  confirm: (memories, id) => memories.confirm(id),
  archive: (memories, id) => memories.archive(id),
  restore: (memories, id) => memories.restore(id),
  pin: (memories, id) => memories.edit(id, { isPinned: true }),
  unpin: (memories, id) => memories.edit(id, { isPinned: false }),
  add_tag: (memories, id, tag) => memories.edit(id, { addTags: [tag] }),
  remove_tag: (memories, id, tag) => memories.edit(id, { removeTags: [tag] }),
};

/** Applies an action to each memory. A failed change does not stop the others. */
export async function changeMemories(
  { memories, exchange }: Tacit,
  { action, ids, tag = "" }: ChangeInput,
): Promise<ChangeResult> {
  if (action === "forget") {
    await memories.forget(ids);
    const memoryFileStays = (await exchange.cleanMemoryFiles()).length > 0;
    return { changed: ids, failed: [], changes: [], memoryFileStays };
  }
  const changed: string[] = [];
  const failed: ChangeResult["failed"][number][] = [];
  const changes = await changesMade(memories, ids, async () => {
    for (const id of ids) {
      try {
        await CHANGES[action](memories, id, tag);
        changed.push(id);
      } catch (error) {
        if (!MemoryError.is(error)) throw error;
        failed.push({ id, ...describeFailure(error) });
      }
    }
  });
  return { changed, failed, changes, memoryFileStays: false };
}

/** Applies one of the four corrections to a memory. */
export async function correctMemory(
  { memories }: Tacit,
  { id, ...correction }: CorrectInput,
): Promise<ReviewResult> {
  let memoryId = id;
  const changes = await changesMade(memories, [id], async () => {
    const corrected = await memories.correct(
      id,
      correction.kind === "replace" ? { kind: "replace", text: correction.content } : correction,
    );
    memoryId = corrected.id;
  });
  return { memoryId, changes };
}

/** Runs `work`. Returns the ids of the changes that it made to these memories or candidates, so that they can be undone. */
export async function changesMade(
  memories: Tacit["memories"],
  ids: readonly string[],
  work: () => Promise<void>,
): Promise<string[]> {
  const before = new Set((await memories.changes(1)).map(({ id }) => id));
  await work();
  const wanted = new Set(ids);
  const made: string[] = [];
  // Other processes may have written in the meantime, so more changes are read than were made here.
  for (const { id, undoneAtMs, steps } of await memories.changes(2 * ids.length + 20)) {
    if (before.has(id)) break;
    const isOurs = steps.some((step) => step.kind !== "edge" && wanted.has(step.id));
    if (isOurs && undoneAtMs === null) made.push(id);
  }
  return made;
}

/** Undoes changes in the order given, newest first, so that each change finds the state that it left. */
export async function undoChanges(
  { memories }: Tacit,
  changes: readonly string[],
): Promise<UndoResult> {
  let failed = 0;
  for (const id of changes) {
    try {
      const { entries } = await memories.undo(id);
      if (entries.length === 0) failed += 1;
    } catch (error) {
      if (!MemoryError.is(error)) throw error;
      failed += 1;
    }
  }
  return { undone: changes.length - failed, failed };
}
