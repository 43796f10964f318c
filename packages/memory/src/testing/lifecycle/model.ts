/**
 * Models the life of memories, as the documents describe it, in a plain map. Random sequences of operations are compared with
 * this model. It is written from domain/lifecycle.ts and docs/cli.md and uses none of the code that it checks.
 */

type Scope = "global" | "project" | "agent" | "session";
type Standing = "hypothesis" | "believed" | "verified";
type ModelSource = "user_taught" | "user_corrected" | "agent_explicit";

export interface ModelMemory {
  readonly id: string;
  readonly content: string;
  readonly type: string;
  readonly scope: Scope;
  readonly scopeOwner: string | null;
  readonly visibility: string;
  readonly state: "active" | "archived";
  readonly standing: Standing;
  readonly confidence: number;
  readonly source: ModelSource;
  readonly tags: readonly string[];
  readonly isPinned: boolean;
  readonly needsReview: boolean;
  readonly supersededBy: string | null;
  readonly validToMs: number | null;
  readonly observationCount: number;
  readonly usefulCount: number;
  readonly createdAtMs: number;
  readonly confirmedAtMs: number;
  readonly updatedAtMs: number;
  /** For a correction that marks another memory as wrong: the id of that memory. */
  readonly refutes: string | null;
  /** For a note that an agent stored in a running session: that session, until it ends. */
  readonly noteOf: string | null;
  /** True if the memory was flagged and no person has confirmed it since. */
  readonly isFlagged: boolean;
}

/** One change that can be undone. */
export interface ModelChange {
  readonly steps: readonly {
    readonly id: string;
    /** Null if the change created the memory. */
    readonly before: ModelMemory | null;
    readonly after: ModelMemory;
  }[];
  isUndone: boolean;
}

export interface Model {
  nowMs: number;
  lastSweepMs: number | null;
  /** By id, in the order in which the memories were stored. */
  readonly memories: Map<string, ModelMemory>;
  readonly changes: ModelChange[];
  readonly openSessions: Set<string>;
  readonly endedSessions: Set<string>;
  /** Ids of memories that a person had forgotten, and of purged memories that were outdated or wrong. */
  readonly forgotten: Set<string>;
}

export const DAY = 86_400_000;

export function newModel(nowMs: number): Model {
  return {
    nowMs,
    lastSweepMs: null,
    memories: new Map(),
    changes: [],
    openSessions: new Set(),
    endedSessions: new Set(),
    forgotten: new Set(),
  };
}

/** Whether a recall finds the memory: it is not archived, not superseded and still valid. */
export function isLiving(memory: ModelMemory, nowMs: number): boolean {
  return isListed(memory) && (memory.validToMs === null || nowMs < memory.validToMs);
}

export function isListed({ state, supersededBy }: ModelMemory): boolean {
  return state === "active" && supersededBy === null;
}

/** Returns the memory with exactly this text. Order: not superseded, then active, then oldest. */
export function twinOf(model: Model, content: string): ModelMemory | undefined {
  const rank = ({ supersededBy, state }: ModelMemory) =>
    (supersededBy === null ? 0 : 2) + (state === "active" ? 0 : 1);
  return [...model.memories.values()]
    .filter((memory) => memory.content === content)
    .sort((a, b) => rank(a) - rank(b))[0];
}

const REFUTED = ["outdated", "wrong"];

/** Whether the memory was superseded, or archived as outdated or wrong, and not just by time. */
export function isRefuted({ supersededBy, state, tags }: ModelMemory): boolean {
  return (
    supersededBy !== null || (state === "archived" && REFUTED.some((tag) => tags.includes(tag)))
  );
}

export function withoutRefutation(tags: readonly string[]): string[] {
  return tags.filter((tag) => !REFUTED.includes(tag));
}

export function joined(tags: readonly string[], more: readonly string[]): string[] {
  return [...new Set([...tags, ...more])];
}

export interface ModelInput {
  readonly content: string;
  readonly type: string;
  readonly source: ModelSource;
  readonly scope: Scope;
  readonly scopeOwner: string | null;
  readonly visibility: string;
  readonly tags: readonly string[];
  readonly isPinned: boolean;
  readonly validToMs: number | null;
}

const CONFIDENCE = { user_taught: 0.95, user_corrected: 0.9, agent_explicit: 0.7 } as const;

export function made(id: string, input: ModelInput, nowMs: number): ModelMemory {
  return {
    ...input,
    id,
    state: "active",
    standing: input.source === "agent_explicit" ? "believed" : "verified",
    confidence: CONFIDENCE[input.source],
    needsReview: false,
    supersededBy: null,
    observationCount: 1,
    usefulCount: 0,
    createdAtMs: nowMs,
    confirmedAtMs: nowMs,
    updatedAtMs: nowMs,
    refutes: null,
    noteOf: null,
    isFlagged: false,
  };
}

/** Returns the memory after it was stated again: counted, dated, active, with the tags of both statements. */
export function seenAgain(memory: ModelMemory, input: ModelInput, nowMs: number): ModelMemory {
  const isOver = memory.validToMs !== null && memory.validToMs <= nowMs;
  const isTaught = input.source === "user_taught";
  const isWidened = input.scope === "global" && input.source !== "agent_explicit";
  const tags = joined(memory.tags, input.tags);
  return {
    ...memory,
    type: isTaught ? input.type : memory.type,
    ...(isWidened ? { scope: "global" as const, scopeOwner: null } : {}),
    state: "active",
    supersededBy: null,
    tags: isRefuted(memory) ? withoutRefutation(tags) : tags,
    confidence: Math.max(memory.confidence, CONFIDENCE[input.source]),
    isPinned: memory.isPinned || input.isPinned,
    validToMs: input.validToMs ?? (isOver ? null : memory.validToMs),
    observationCount: memory.observationCount + 1,
    confirmedAtMs: nowMs,
  };
}

export function confirmed(memory: ModelMemory, by: "user" | "agent", nowMs: number): ModelMemory {
  const isUser = by === "user";
  const raised = memory.standing === "hypothesis" ? "believed" : memory.standing;
  return {
    ...memory,
    standing: isUser ? "verified" : memory.needsReview ? memory.standing : raised,
    confidence: Math.min(0.99, memory.confidence + 0.05),
    needsReview: memory.needsReview && !isUser,
    isFlagged: memory.isFlagged && !isUser,
    usefulCount: memory.usefulCount + 1,
    confirmedAtMs: nowMs,
  };
}

export function rated(
  memory: ModelMemory,
  verdict: "useful" | "not-useful" | "flag",
  nowMs: number,
): ModelMemory {
  const by = { useful: 0.05, "not-useful": -0.02, flag: -0.3 }[verdict];
  return {
    ...memory,
    confidence: Math.min(0.99, Math.max(0.01, memory.confidence + by)),
    ...(verdict === "flag" ? { needsReview: true, isFlagged: true } : {}),
    ...(verdict === "useful" ? { usefulCount: memory.usefulCount + 1, confirmedAtMs: nowMs } : {}),
  };
}

/** Outdated, wrong, or rejected. */
export function setAside(
  memory: ModelMemory,
  kind: "outdated" | "wrong" | "rejected",
  nowMs: number,
): ModelMemory {
  const isEnded = kind === "outdated" && (memory.validToMs === null || nowMs < memory.validToMs);
  return {
    ...memory,
    tags: joined(memory.tags, [kind === "outdated" ? "outdated" : "wrong"]),
    isPinned: false,
    state: "archived",
    validToMs: isEnded ? nowMs : memory.validToMs,
  };
}

export function superseded(memory: ModelMemory, by: string, nowMs: number): ModelMemory {
  return {
    ...memory,
    supersededBy: by,
    validToMs: Math.min(memory.validToMs ?? nowMs, nowMs),
    needsReview: false,
    isFlagged: false,
    isPinned: false,
  };
}

export function restored(memory: ModelMemory, nowMs: number): ModelMemory {
  const isOver = memory.validToMs !== null && memory.validToMs <= nowMs;
  return {
    ...memory,
    state: "active",
    supersededBy: null,
    validToMs: isOver ? null : memory.validToMs,
    tags: withoutRefutation(memory.tags),
    confirmedAtMs: nowMs,
  };
}

const HALF_LIFE: Readonly<Record<string, number>> = {
  work_state: 7,
  fact: 60,
  gotcha: 90,
  decision: 365,
  correction: 365,
};

/**
 * Whether time alone archives the memory: its confidence after decay is below a tenth, and it was neither confirmed nor
 * changed for thirty days.
 */
export function isFaded(memory: ModelMemory, nowMs: number): boolean {
  if (memory.isPinned || memory.state === "archived") return false;
  const days = (fromMs: number) => (nowMs - fromMs) / DAY;
  const now =
    memory.confidence * 0.5 ** (days(memory.confirmedAtMs) / (HALF_LIFE[memory.type] ?? 0));
  return now < 0.1 && days(Math.max(memory.confirmedAtMs, memory.updatedAtMs)) >= 30;
}

/**
 * Whether the memory is purged: archived and unchanged for over a year, not verified, not pinned, and superseding no other
 * memory.
 */
export function isPurged(model: Model, memory: ModelMemory): boolean {
  const isSuccessor = [...model.memories.values()].some(
    ({ supersededBy }) => supersededBy === memory.id,
  );
  return (
    memory.state === "archived" &&
    model.nowMs - memory.updatedAtMs > 365 * DAY &&
    memory.standing !== "verified" &&
    !memory.isPinned &&
    !isSuccessor
  );
}

/** Whether an agent may be shown the memory. A person may be shown every memory. */
export function isFor(
  { scope, scopeOwner, visibility }: ModelMemory,
  { session, agent }: { readonly session: string; readonly agent: string },
): boolean {
  if (visibility === "secret") return false;
  if (scope === "session") return scopeOwner === session;
  return scope !== "agent" || scopeOwner === agent;
}
