/**
 * Operations of people and agents on single memories, run on both sides: in the store, and in the model as the documents
 * describe them.
 */
import { isDeepStrictEqual } from "node:util";
import {
  confirmed,
  DAY,
  isRefuted,
  joined,
  type Model,
  type ModelInput,
  type ModelMemory,
  made,
  rated,
  restored,
  seenAgain,
  setAside,
  superseded,
  twinOf,
  withoutRefutation,
} from "./model.ts";
import { outcomeOf, type SequenceStore } from "./sequence-store.ts";
import { change } from "./undo-rules.ts";

/** Runs an operation on both sides. Throws if the store behaves differently from the model. */
export type Operation<Input> = (model: Model, store: SequenceStore, input: Input) => Promise<void>;

/** `nth`: selects a memory by the order in which the memories were stored. */
export interface Chosen {
  readonly nth: number;
}

export function chosen(model: Model, { nth }: Chosen): ModelMemory | undefined {
  return [...model.memories.values()][nth % Math.max(1, model.memories.size)];
}

function one(model: Model, input: Chosen): ModelMemory {
  const memory = chosen(model, input);
  if (memory === undefined) throw new Error("no memory to choose");
  return memory;
}

export interface Remembering extends Omit<ModelInput, "validToMs"> {
  readonly validDays: number | null;
}

export const remember: Operation<Remembering> = async (model, store, input) => {
  const { validDays, ...words } = input;
  const validToMs = validDays === null ? null : model.nowMs + validDays * DAY;
  const memoryInput: ModelInput = { ...words, validToMs };
  const agent = input.source === "agent_explicit" ? "codex" : null;
  const { accepted, id, mergedInto } = await store.tacit.memories.remember({
    ...{ ...memoryInput, agent },
    tags: [...memoryInput.tags],
    visibility: memoryInput.visibility as "personal",
    type: memoryInput.type as "fact",
  });
  const twin = twinOf(model, memoryInput.content);
  if (twin !== undefined && isRefuted(twin) && memoryInput.source === "agent_explicit") {
    requireEqual("accepted", accepted, false);
    return;
  }
  requireEqual("merged into", mergedInto, twin?.id ?? null);
  if (twin === undefined) change(model, [made(id ?? "", memoryInput, model.nowMs)]);
  else change(model, [seenAgain(twin, memoryInput, model.nowMs), ...withdrawn(model, twin)]);
};

/**
 * Returns the correction that marks the memory as wrong, archived because the memory is valid again; empty if there is none.
 */
function withdrawn(model: Model, { id, supersededBy }: ModelMemory): ModelMemory[] {
  const refutation = supersededBy === null ? undefined : model.memories.get(supersededBy);
  if (refutation?.refutes !== id || refutation.state !== "active") return [];
  return [{ ...refutation, state: "archived" }];
}

export interface Noting {
  readonly content: string;
  readonly session: string;
}

/** Stores a note of an agent in a running session. The note waits in review until the session is over. */
export const note: Operation<Noting> = async (model, store, { content, session }) => {
  const teaching = { content, session, agent: "codex", type: "fact" as const, isNote: true };
  const { id } = await store.tacit.memories.remember({ ...teaching, source: "agent_explicit" });
  const memoryInput: ModelInput = {
    ...{ content, type: "fact", source: "agent_explicit", scope: "project", scopeOwner: null },
    ...{ visibility: "personal", tags: [], isPinned: false, validToMs: null },
  };
  const memory = made(id ?? "", memoryInput, model.nowMs);
  change(model, [{ ...memory, needsReview: true, noteOf: session }]);
};

export const confirm: Operation<Chosen & { by: "user" | "agent" }> = async (
  model,
  store,
  input,
) => {
  const memory = one(model, input);
  await store.tacit.memories.confirm(memory.id, { kind: input.by, name: `the ${input.by}` });
  change(model, [confirmed(memory, input.by, model.nowMs)]);
};

export interface Edited {
  readonly content?: string;
  readonly addTags?: readonly string[];
  readonly removeTags?: readonly string[];
  readonly isPinned?: boolean;
  readonly visibility?: "personal" | "secret";
  readonly validDays?: number | null;
}

export const edit: Operation<Chosen & { to: Edited }> = async (model, store, input) => {
  const memory = one(model, input);
  const { validDays, addTags = [], removeTags = [], ...rest } = input.to;
  const end = validDays == null ? validDays : model.nowMs + validDays * DAY;
  const validity = end === undefined ? {} : { validToMs: end };
  await store.tacit.memories.edit(memory.id, { ...rest, addTags, removeTags, ...validity });
  const tags = joined(memory.tags, addTags).filter((tag) => !removeTags.includes(tag));
  const after = { ...memory, ...rest, ...validity, tags };
  if (!isDeepStrictEqual(after, memory)) change(model, [after]);
};

export const archive: Operation<Chosen> = async (model, store, input) => {
  const memory = one(model, input);
  await store.tacit.memories.archive(memory.id);
  if (memory.state === "active") change(model, [{ ...memory, state: "archived" }]);
};

export const restore: Operation<Chosen> = async (model, store, input) => {
  const memory = one(model, input);
  await store.tacit.memories.restore(memory.id);
  const after = restored(memory, model.nowMs);
  const isChanged = !isDeepStrictEqual({ ...after, confirmedAtMs: memory.confirmedAtMs }, memory);
  if (isChanged) change(model, [after, ...withdrawn(model, memory)]);
};

export const correct: Operation<Chosen & { kind: "outdated" | "wrong" }> = async (
  model,
  store,
  input,
) => {
  const memory = one(model, input);
  const after = await store.tacit.memories.correct(memory.id, { kind: input.kind });
  const aside = setAside(memory, input.kind, model.nowMs);
  const former = model.memories.get(memory.supersededBy ?? "");
  const isSaid =
    former?.refutes === memory.id &&
    former.state === "active" &&
    former.content === `It is not true that: ${memory.content}`;
  if (input.kind === "outdated" || isSaid) {
    if (!isDeepStrictEqual(aside, memory)) change(model, [aside]);
    return;
  }
  const correction = await store.tacit.memories.get(after.supersededBy ?? "");
  requireEqual("correction", correction.content.startsWith("It is not true that: "), true);
  const memoryInput: ModelInput = {
    ...memory,
    ...{ content: correction.content, type: "correction", source: "user_corrected" },
    ...{ tags: [], isPinned: false, validToMs: null },
  };
  const refutation = { ...made(correction.id, memoryInput, model.nowMs), refutes: memory.id };
  change(model, [
    refutation,
    { ...aside, supersededBy: refutation.id },
    ...withdrawn(model, memory),
  ]);
};

export const replace: Operation<Chosen & { content: string }> = async (model, store, input) => {
  const memory = one(model, input);
  const { content } = input;
  const correction = { kind: "replace" as const, text: content };
  const outcome = await outcomeOf(store.tacit.memories.correct(memory.id, correction));
  const twin = twinOf(model, content);
  if (twin?.id === memory.id) return requireEqual("refused", outcome, { code: "usage" });
  if ("code" in outcome) throw new Error(`correct refused: ${outcome.code}`);
  const isOver = memory.validToMs !== null && memory.validToMs <= model.nowMs;
  const memoryInput: ModelInput = {
    ...{ ...memory, content, source: "user_corrected" },
    // The replacement is neither outdated nor wrong.
    tags: withoutRefutation(memory.tags),
    validToMs: isOver ? null : memory.validToMs,
  };
  const right =
    twin === undefined
      ? [made(outcome.value.id, memoryInput, model.nowMs)]
      : [seenAgain(twin, memoryInput, model.nowMs), ...withdrawn(model, twin)];
  const successor = right[0]?.id ?? "";
  const old = right.find(({ id }) => id === memory.id) ?? memory;
  const others = right.filter(({ id }) => id !== memory.id);
  change(model, [
    ...others,
    superseded(old, successor, model.nowMs),
    ...(old === memory ? withdrawn(model, memory) : []),
  ]);
};

/** Links one memory as the successor of another. */
export const supersede: Operation<Chosen & { other: number }> = async (model, store, input) => {
  const memory = one(model, input);
  const other = one(model, { nth: input.other });
  const tie = { memory: other.id, type: "supersedes" as const };
  const outcome = await outcomeOf(store.tacit.memories.link(memory.id, tie));
  if (other.supersededBy === memory.id) return requireEqual("outcome", "value" in outcome, true);
  const isRefused =
    memory.id === other.id || memory.supersededBy !== null || other.supersededBy !== null;
  if (isRefused) return requireEqual("refused", outcome, { code: "usage" });
  requireEqual("accepted", "value" in outcome, true);
  change(model, [superseded(other, memory.id, model.nowMs)]);
};

type Verdict = "useful" | "not-useful" | "flag" | "reject";

export const feedback: Operation<Chosen & { verdict: Verdict }> = async (model, store, input) => {
  const memory = one(model, input);
  const { verdict } = input;
  await store.tacit.memories.feedback(memory.id, verdict);
  const { nowMs } = model;
  change(model, [
    verdict === "reject" ? setAside(memory, "rejected", nowMs) : rated(memory, verdict, nowMs),
  ]);
};

export function requireEqual(what: string, store: unknown, model: unknown): void {
  const [real, expected] = [JSON.stringify(store), JSON.stringify(model)];
  if (real !== expected) throw new Error(`${what}: the store has ${real}, the model ${expected}`);
}
