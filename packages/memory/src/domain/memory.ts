/** What a memory is: its type, where it belongs, who may see it, how well it is founded. */
import type { MemoryId, ProjectId } from "./ids.ts";

/** The 22 types; DESIGN section 2. Half-lives are in half-life.ts. */
export const MEMORY_TYPES = [
  "gotcha",
  "decision",
  "preference",
  "convention",
  "pattern",
  "requirement",
  "fact",
  "error_pattern",
  "module_insight",
  "dead_end",
  "causal_dependency",
  "prefetch_pattern",
  "workflow_recipe",
  "task_calibration",
  "context_cost",
  "work_state",
  "work_unit_outcome",
  "e2e_observation",
  "correction",
  "episode",
  "digest",
  "handoff",
] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

/** The types that people and agents choose from. Tacit makes memories of the other types itself; they are accepted everywhere. */
export const COMMON_TYPES = [
  "gotcha",
  "decision",
  "convention",
  "preference",
  "error_pattern",
  "dead_end",
  "workflow_recipe",
  "fact",
] as const satisfies readonly MemoryType[];

export const SCOPES = ["global", "project", "task", "agent", "session"] as const;
export type Scope = (typeof SCOPES)[number];

export const VISIBILITIES = ["secret", "personal", "project", "team", "organization"] as const;
export type Visibility = (typeof VISIBILITIES)[number];

export const SOURCES = [
  "agent_explicit",
  "observer_inferred",
  "qa_auto",
  "mcp_auto",
  "commit_auto",
  "user_taught",
  "user_corrected",
  "consolidated",
  "imported",
  "synced",
] as const;
export type Source = (typeof SOURCES)[number];

/** How well a memory is founded. Only evidence moves it up; being shown never does. */
export const STANDINGS = ["hypothesis", "believed", "verified"] as const;
export type Standing = (typeof STANDINGS)[number];

/** What the anchors of a memory say of the code it is about, checked at recall. */
export type Freshness = "intact" | "moved" | "changed" | "gone" | "unanchored";

export const PHASES = ["define", "implement", "validate", "refine", "explore", "reflect"] as const;
export type Phase = (typeof PHASES)[number];

/** What moved a standing: a test that went green, an exit code, a commit, a user's word, a re-observation. */
export interface Evidence {
  readonly kind: "test" | "exit_code" | "commit" | "user" | "reobserved";
  readonly detail: string;
  readonly session?: string | undefined;
  readonly atMs: number;
}

export interface Memory {
  readonly id: MemoryId;
  readonly projectId: ProjectId | null;
  readonly externalId: string | null;
  readonly type: MemoryType;
  readonly title: string;
  /** Prose of 10 to 1,000 characters, one insight. */
  readonly content: string;
  /** Typed details of the insight, one shape per type; `{}` where there is none. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly scope: Scope;
  readonly scopeOwner: string | null;
  readonly visibility: Visibility;
  readonly state: "active" | "archived";
  readonly standing: Standing;
  /** In [0, 1], as of the last confirmation; decay is computed at read. */
  readonly confidence: number;
  readonly source: Source;
  readonly agent: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  /** Holds only where what it was learned with is (domain/stage.ts); false: in all of the project. */
  readonly isStaged: boolean;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  /** Literals or globs matched on prompts and tool inputs. */
  readonly triggers: readonly string[];
  readonly errorFingerprint: string | null;
  /** Conditions (domain/condition.ts) under any of which it no longer holds. */
  readonly invalidWhen: readonly string[];
  readonly sessions: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly isPinned: boolean;
  readonly needsReview: boolean;
  readonly isTainted: boolean;
  readonly isDisputed: boolean;
  readonly supersededBy: MemoryId | null;
  /** From when it is true, which may be long before it was learned; null: since it was learned, as far as anybody said. */
  readonly validFromMs: number | null;
  /** Until when, exclusive; null: nobody said that it ends. */
  readonly validToMs: number | null;
  readonly observationCount: number;
  readonly usefulCount: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly confirmedAtMs: number;
  readonly version: number;
}

/** Whether it is true at a moment. What nobody dated is true until further notice. */
export function isValidAt(
  { validFromMs, validToMs }: Pick<Memory, "validFromMs" | "validToMs">,
  atMs: number,
): boolean {
  return (validFromMs ?? atMs) <= atMs && (validToMs === null || atMs < validToMs);
}

/**
 * Since when it is true, as far as anybody said: what nobody dated since it was learned. What had ended before it was
 * learned was true at some time, and nobody said since when: −Infinity.
 */
export function trueSinceMs({
  validFromMs,
  validToMs,
  createdAtMs,
}: Pick<Memory, "validFromMs" | "validToMs" | "createdAtMs">): number {
  if (validFromMs !== null) return validFromMs;
  return validToMs !== null && validToMs < createdAtMs ? Number.NEGATIVE_INFINITY : createdAtMs;
}

type Dated = Pick<Memory, "validFromMs" | "validToMs" | "createdAtMs">;

/** Whether there is a time, from `fromMs` on, at which both are said to be true. */
export function meetInTime(one: Dated, other: Dated, fromMs = Number.NEGATIVE_INFINITY): boolean {
  const from = Math.max(trueSinceMs(one), trueSinceMs(other), fromMs);
  const to = Math.min(one.validToMs ?? Infinity, other.validToMs ?? Infinity);
  return from < to;
}

/** Tags a correction leaves on what it sets aside. */
const REFUTED_TAGS = ["outdated", "wrong"] as const;

/** Set aside by somebody who knew better, not by time: seeing it again does not bring it back. */
export function isRefuted(memory: Pick<Memory, "state" | "supersededBy" | "tags">): boolean {
  return (
    memory.supersededBy !== null ||
    (memory.state === "archived" && REFUTED_TAGS.some((tag) => memory.tags.includes(tag)))
  );
}

/** No person has pinned it, vouched for it or said it. Whether one has worded it shows in its words. */
export function isUntouched({ source, isPinned, evidence }: Memory): boolean {
  return (
    source === "observer_inferred" && !isPinned && evidence.every(({ kind }) => kind !== "user")
  );
}

/** On a memory that consolidation merged into the one that supersedes it. It is not wrong: the other one says the same. */
export const MERGED_TAG = "merged";

export function isMerged({ supersededBy, tags }: Pick<Memory, "supersededBy" | "tags">): boolean {
  return supersededBy !== null && tags.includes(MERGED_TAG);
}

/** Neither outdated nor wrong nor merged any more. */
export function withoutRefutation(tags: readonly string[]): string[] {
  const setAside: readonly string[] = [...REFUTED_TAGS, MERGED_TAG];
  return tags.filter((tag) => !setAside.includes(tag));
}

export function isMemoryType(text: string): text is MemoryType {
  return (MEMORY_TYPES as readonly string[]).includes(text);
}
