/** Parses one line of an import: JSON to a new memory, or the reason for its rejection. */
import type { ImportLine } from "@tacit-memory/protocol";
import { importLineSchema } from "@tacit-memory/protocol";
import { stagingAt } from "../anchors/branches/staging.ts";
import { pathsInProject } from "../anchors/project-paths.ts";
import type { Memory, Scope } from "../domain/memory.ts";
import { isMemoryType, MEMORY_TYPES, SCOPES } from "../domain/memory.ts";
import type { NewMemory } from "../learn/promote/new-memory.ts";
import { calendarRange, endOf } from "../recall/asked/time-range.ts";
import type { Workspace } from "../workspace.ts";

export type StagedAt = (line: ImportLine) => boolean;

/** Returns whether a line applies only on its branch, which is the case only if that branch exists here. */
export function stagedAt({ identity }: Workspace): StagedAt {
  const staging = stagingAt(identity.root);
  return ({ branch, commit = null }) =>
    branch !== undefined && staging.isStaged({ branch, commit, isLive: false });
}

/** Returns the line as an episode if it is verbatim text of a session without a type. */
export function asEpisode(line: ImportLine, isVerbatim: boolean): ImportLine {
  const isRecord = isVerbatim && line.type === undefined && line.sessionId !== undefined;
  return isRecord ? { ...line, type: "episode" } : line;
}

export function toNewMemory(
  workspace: Workspace,
  line: ImportLine,
  isStagedAt: StagedAt,
): NewMemory {
  return {
    content: line.content,
    source: "imported",
    type: line.type as Memory["type"] | undefined,
    scope: line.scope as Scope | undefined,
    files: pathsInProject(workspace, line.files ?? []),
    tags: line.tags,
    externalId: line.externalId,
    sessions: line.sessionId === undefined ? [] : [line.sessionId],
    branch: line.branch,
    commit: line.commit,
    isStaged: isStagedAt(line),
    confidence: line.confidence,
    createdAtMs: line.createdAt === undefined ? undefined : momentMs(line.createdAt),
    ...validityOf(line),
  };
}

/** Matches characters that the store cannot contain: NUL and unpaired surrogates. */
const UNKEPT_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** Converts a string to the form the store can contain; otherwise a repeated import would look like a change. */
function asKept(_name: string, value: unknown): unknown {
  return typeof value === "string" ? value.replaceAll("\0", "\uFFFD").toWellFormed() : value;
}

export function parseImportLine(text: string): ImportLine | string {
  let value: unknown;
  try {
    value = JSON.parse(text, UNKEPT_ESCAPE.test(text) ? asKept : undefined);
  } catch {
    return "not JSON";
  }
  const parsed = importLineSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "line"}: ${issue?.message ?? "invalid"}`;
  }
  const { type, scope, createdAt } = parsed.data;
  if (type !== undefined && !isMemoryType(type))
    return `type: must be one of ${MEMORY_TYPES.join(", ")}`;
  if (scope !== undefined && !(SCOPES as readonly string[]).includes(scope))
    return `scope: must be one of ${SCOPES.join(", ")}`;
  if (createdAt !== undefined && Number.isNaN(momentMs(createdAt)))
    return "createdAt: not a valid date";
  return validityProblem(parsed.data) ?? parsed.data;
}

function validityProblem(line: ImportLine): string | null {
  const { validFromMs = 0, validToMs = 0 } = validityOf(line);
  if (Number.isNaN(validFromMs)) return "validFrom: not a valid date";
  if (Number.isNaN(validToMs)) return "validUntil: not a valid date";
  const isBackwards =
    line.validFrom !== undefined && line.validUntil !== undefined && validToMs <= validFromMs;
  return isBackwards ? "validUntil: it is before validFrom" : null;
}

/** The last time that a date can represent. */
const MAX_TIME_MS = 8.64e15;

/** NaN for an invalid date. */
function validityOf({ validFrom, validUntil }: ImportLine) {
  return {
    ...(validFrom === undefined ? {} : { validFromMs: datedMs(validFrom, "from") }),
    ...(validUntil === undefined ? {} : { validToMs: datedMs(validUntil, "until") }),
  };
}

function datedMs(at: string | number, end: "from" | "until"): number {
  if (typeof at === "number") return momentMs(at);
  const range = calendarRange(at);
  if (range === null) return Number.NaN;
  return end === "from" ? range.fromMs : endOf(range);
}

/** Returns whole milliseconds; NaN for an invalid date. */
function momentMs(at: string | number): number {
  if (typeof at === "string") return Date.parse(at);
  const ms = Math.trunc(at < 1e11 ? at * 1000 : at);
  return Math.abs(ms) <= MAX_TIME_MS ? ms : Number.NaN;
}
