/** A memory: its type, scope, visibility and trust. */
import type { MemoryId, ProjectId } from "./ids.ts";
import type { Payload } from "./payload.ts";

/** The 22 types. Half-lives are in half-life.ts. */
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

/**
 * The types that people and agents choose from. Tacit creates memories of the other types itself; filters, commands and
 * imports accept all types.
 */
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

/** Types of one statement: people, agents and Tacit often choose different ones for the same statement. */
export const STATEMENT_TYPES = [
  "gotcha",
  "decision",
  "preference",
  "convention",
  "pattern",
  "requirement",
  "workflow_recipe",
  "fact",
] as const satisfies readonly MemoryType[];

/** Types that record one session; each record is true only for its own time. */
export const RECORD_TYPES = [
  "handoff",
  "episode",
  "digest",
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

/** Trust in a memory. Only evidence raises it; being shown never does. */
export const TRUST_LEVELS = ["hypothesis", "believed", "verified"] as const;
export type TrustLevel = (typeof TRUST_LEVELS)[number];

/** State of the code a memory is about, according to its anchors, checked at recall. */
export type Freshness = "intact" | "moved" | "changed" | "gone" | "unanchored";

export const PHASES = ["define", "implement", "validate", "refine", "explore", "reflect"] as const;
export type Phase = (typeof PHASES)[number];

/** Reason for a change of trust: a passed test, an exit code, a commit, a user's statement, a repeated observation. */
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
  /** Details that code reads again; `{}` if there are none. */
  readonly payload: Payload;
  readonly scope: Scope;
  readonly scopeOwner: string | null;
  readonly visibility: Visibility;
  readonly state: "active" | "archived";
  readonly standing: TrustLevel;
  /** In [0, 1], as of the last confirmation; decay is computed when read. */
  readonly confidence: number;
  readonly source: Source;
  readonly agent: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  /** True if it applies only where the commits of its stage are (domain/anchors/stage.ts); false: in the whole project. */
  readonly isStaged: boolean;
  readonly files: readonly string[];
  readonly symbols: readonly string[];
  readonly tags: readonly string[];
  /** Literals or globs matched on prompts and tool inputs. */
  readonly triggers: readonly string[];
  readonly errorFingerprint: string | null;
  /** Conditions (domain/anchors/condition.ts), any of which ends its validity. */
  readonly invalidWhen: readonly string[];
  readonly sessions: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly isPinned: boolean;
  readonly needsReview: boolean;
  readonly isTainted: boolean;
  readonly isDisputed: boolean;
  readonly supersededBy: MemoryId | null;
  /** Start of validity, which may be long before it was learned; null: no date was stated, so since it was learned. */
  readonly validFromMs: number | null;
  /** End of validity, exclusive; null: no end was stated. */
  readonly validToMs: number | null;
  readonly observationCount: number;
  readonly usefulCount: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly confirmedAtMs: number;
  readonly version: number;
}

/** Returns whether a memory is valid at a time. Without dates it is valid until further notice. */
export function isValidAt(
  { validFromMs, validToMs }: Pick<Memory, "validFromMs" | "validToMs">,
  atMs: number,
): boolean {
  return (validFromMs ?? atMs) <= atMs && (validToMs === null || atMs < validToMs);
}

/**
 * Returns the start of validity: without a date, the time it was learned. A memory that had ended before it was learned was
 * valid at an unknown earlier time: −Infinity.
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

/** Returns whether both memories are valid at the same time, from `fromMs` on. */
export function meetInTime(one: Dated, other: Dated, fromMs = Number.NEGATIVE_INFINITY): boolean {
  const from = Math.max(trueSinceMs(one), trueSinceMs(other), fromMs);
  const to = Math.min(one.validToMs ?? Infinity, other.validToMs ?? Infinity);
  return from < to;
}

/** Tag of memories from a rule file of the project. */
export const RULE_FILE_TAG = "rule-file";

/** Agent name of sessions made from git history. */
export const HISTORY_AGENT = "git";

/** Tags that a correction adds to the archived memory. */
const REFUTED_TAGS = ["outdated", "wrong"] as const;

/** Returns whether a memory was archived by a correction and not by time: observing it again does not restore it. */
export function isRefuted(memory: Pick<Memory, "state" | "supersededBy" | "tags">): boolean {
  return (
    memory.supersededBy !== null ||
    (memory.state === "archived" && REFUTED_TAGS.some((tag) => memory.tags.includes(tag)))
  );
}

/**
 * Returns whether no person has pinned, confirmed or stated the memory. Whether a person wrote its text is visible in the
 * text.
 */
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
