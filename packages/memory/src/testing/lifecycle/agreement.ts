/** Checks after each step that the store and the model have the same memories and find the same ones. */
import { isStepAllowed } from "../../domain/lifecycle.ts";
import type { Memory } from "../../domain/memory.ts";
import { isFor, isListed, isLiving, type Model, type ModelMemory } from "./model.ts";
import type { Document, SequenceStore } from "./sequence-store.ts";

export const SESSIONS = ["s1", "s2"] as const;
export const AGENTS = ["codex", "gemini"] as const;

/** All memories of a store, and its export. */
export interface Snapshot {
  readonly all: readonly Memory[];
  readonly document: Document;
}

/** Compares the store with the model. Throws an Error that names the first difference. */
export async function requireAgreement(
  model: Model,
  store: SequenceStore,
  { all, document }: Snapshot,
  content: string,
): Promise<void> {
  requireSame("memories", all.map(ofStore), [...model.memories.values()].map(ofModel));
  requireSame("superseding", edgesOf(document), edgesOfModel(model));
  const listed = (await store.tacit.memories.list()).map(({ id }) => id);
  requireSame("list", listed, idsOf(model, isListed));
  const review = (await store.tacit.memories.list({ needsReview: true })).map(({ id }) => id);
  requireSame(
    "review queue",
    review,
    idsOf(model, (memory) => isListed(memory) && memory.needsReview),
  );
  await requireRecall(model, store, content);
}

async function requireRecall(model: Model, store: SequenceStore, content: string): Promise<void> {
  const turn = Math.floor(model.nowMs / 1000);
  const reader = {
    session: SESSIONS[turn % SESSIONS.length] ?? "s1",
    agent: AGENTS[turn % AGENTS.length] ?? "codex",
  };
  for (const audience of [null, { ...reader, branch: null, maySeeSecrets: false }]) {
    const { hits } = await store.tacit.memories.recall({ query: content, audience, limit: 50 });
    const dead = hits.find(({ memory }) => {
      const stored = model.memories.get(memory.id);
      return stored === undefined || !isLiving(stored, model.nowMs);
    });
    if (dead !== undefined)
      throw new Error(
        `recall returned ${dead.memory.id}, which is archived, superseded or forgotten`,
      );
    const found = hits.filter(({ memory }) => memory.content === content);
    const expected = idsOf(
      model,
      (memory) =>
        memory.content === content &&
        isLiving(memory, model.nowMs) &&
        (audience === null || isFor(memory, reader)),
    );
    const who = audience === null ? "a person" : `${reader.agent} in ${reader.session}`;
    requireSame(
      `recall for ${who}`,
      found.map(({ memory }) => memory.id),
      expected,
    );
  }
}

/** Throws an Error if a state changed by a step that the lifecycle does not allow. */
export function requireLegalSteps(before: readonly Memory[], after: readonly Memory[]): void {
  const states = new Map(after.map(({ id, state }) => [id, state]));
  for (const { id, state } of before) {
    const next = states.get(id) ?? "forgotten";
    if (!isStepAllowed(state, next)) throw new Error(`${id} went from ${state} to ${next}`);
  }
}

function idsOf(model: Model, isWanted: (memory: ModelMemory) => boolean): string[] {
  return [...model.memories.values()].filter(isWanted).map(({ id }) => id);
}

function ofModel(memory: ModelMemory) {
  const { refutes: _refutes, noteOf: _note, isFlagged: _flag, updatedAtMs: _at, ...rest } = memory;
  return JSON.stringify(
    { ...rest, confidence: round(memory.confidence), tags: memory.tags.toSorted() },
    KEYS,
  );
}

function ofStore(memory: Memory) {
  return JSON.stringify(
    { ...memory, confidence: round(memory.confidence), tags: memory.tags.toSorted() },
    KEYS,
  );
}

const KEYS = [
  "id",
  "content",
  "type",
  "scope",
  "scopeOwner",
  "visibility",
  "state",
  "standing",
  "confidence",
  "source",
  "tags",
  "isPinned",
  "needsReview",
  "supersededBy",
  "validToMs",
  "observationCount",
  "usefulCount",
  "createdAtMs",
  "confirmedAtMs",
];

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function edgesOf({ edges }: Document): string[] {
  return edges.map(({ fromId, type, toId }) => `${fromId} ${type} ${toId}`);
}

/** Returns the `supersedes` relations of the model, except those with a secret memory, which an export leaves out. */
function edgesOfModel({ memories }: Model): string[] {
  const isOpen = (id: string) =>
    (memories.get(id) ?? { visibility: "secret" }).visibility !== "secret";
  return [...memories.values()].flatMap(({ id, supersededBy }) =>
    supersededBy !== null && isOpen(id) && isOpen(supersededBy)
      ? [`${supersededBy} supersedes ${id}`]
      : [],
  );
}

/** Throws an Error if the two lists differ, ignoring their order. */
export function requireSame(
  what: string,
  store: readonly string[],
  model: readonly string[],
): void {
  const [ofStoreOnly, ofModelOnly] = [without(store, model), without(model, store)];
  if (ofStoreOnly.length + ofModelOnly.length === 0 && store.length === model.length) return;
  throw new Error(
    `${what} differ\nonly the store has:\n${ofStoreOnly.join("\n")}\nonly the model has:\n${ofModelOnly.join("\n")}`,
  );
}

function without(list: readonly string[], others: readonly string[]): string[] {
  return list.filter((item) => !others.includes(item));
}

/** Returns the memories by id, without the fields that every change sets: version and time of the update. */
export function plainMemories({ memories }: Document): Map<string, string> {
  return new Map(
    memories.map(({ version: _version, updatedAtMs: _at, ...rest }) => [
      rest.id,
      JSON.stringify(rest),
    ]),
  );
}
