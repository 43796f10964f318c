/**
 * Undoes changes as docs/cli.md describes: fields that changed again keep their value, and forgotten memories stay forgotten.
 */
import type { Model, ModelChange, ModelMemory } from "./model.ts";

/** Changes memories of the model as one undoable change. An empty list of memories is not recorded. */
export function change(model: Model, memories: readonly ModelMemory[]): void {
  const steps = memories.map((memory) => {
    const before = model.memories.get(memory.id) ?? null;
    const after = { ...memory, updatedAtMs: model.nowMs };
    model.memories.set(memory.id, after);
    return { id: memory.id, before, after };
  });
  if (steps.length > 0) model.changes.push({ steps, isUndone: false });
}

/** Changes a memory without recording an undoable change, as time and the end of a session do. */
export function changeSilently(model: Model, memory: ModelMemory): void {
  model.memories.set(memory.id, { ...memory, updatedAtMs: model.nowMs });
}

/** Returns the change that `tacit undo` undoes; undefined if there is none. */
export function lastChange(model: Model, id?: string): ModelChange | undefined {
  return model.changes.findLast(
    ({ isUndone, steps }) =>
      !isUndone && (id === undefined || steps.some((step) => step.id === id)),
  );
}

export function undo(model: Model, change: ModelChange): void {
  change.isUndone = true;
  for (const { id, before, after } of change.steps) {
    const now = model.memories.get(id);
    if (now === undefined) continue;
    if (before === null) {
      if (now.observationCount === 1 && now.state === "active")
        changeSilently(model, { ...now, state: "archived", isPinned: false });
    } else
      changeSilently(
        model,
        withSuccessor(model, withoutChange(now, before, withSuccessor(model, after))),
      );
  }
}

function withoutChange(now: ModelMemory, before: ModelMemory, after: ModelMemory): ModelMemory {
  const names = Object.keys(before) as (keyof ModelMemory)[];
  const back = names.filter(
    (name) => !same(before[name], after[name]) && same(now[name], after[name]),
  );
  return { ...now, ...Object.fromEntries(back.map((name) => [name, before[name]])) };
}

/** Returns the memory without its successor if the successor does not exist. */
function withSuccessor(model: Model, memory: ModelMemory): ModelMemory {
  const isThere = memory.supersededBy === null || model.memories.has(memory.supersededBy);
  return isThere ? memory : { ...memory, supersededBy: null };
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
