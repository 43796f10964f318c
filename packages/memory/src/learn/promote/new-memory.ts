/** Builds a memory from the input of a source, with all defaults in one place. */

import { isDurableAtOnce } from "../../domain/anchors/stage.ts";
import { titleOf } from "../../domain/draft.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import type {
  Evidence,
  Memory,
  MemoryType,
  Scope,
  Source,
  TrustLevel,
  Visibility,
} from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import type { Payload } from "../../domain/payload.ts";
import { PROMOTE, SOURCE_CONFIDENCE } from "./limits.ts";

export interface NewMemory {
  readonly content: string;
  /**
   * The part of the content that its author wrote, if Tacit added the rest. Only this part passes the noise gate; without it,
   * the whole content does.
   */
  readonly authorText?: string | undefined;
  readonly source: Source;
  readonly type?: MemoryType | undefined;
  readonly title?: string | undefined;
  readonly payload?: Payload | undefined;
  readonly scope?: Scope | undefined;
  readonly scopeOwner?: string | null | undefined;
  readonly visibility?: Visibility | undefined;
  readonly agent?: string | null | undefined;
  readonly branch?: string | null | undefined;
  readonly commit?: string | null | undefined;
  /** Learned on a branch that is not the default one. A memory that applies to every project is never staged. */
  readonly isStaged?: boolean | undefined;
  /** POSIX paths relative to the project's root. */
  readonly files?: readonly string[] | undefined;
  readonly symbols?: readonly string[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly triggers?: readonly string[] | undefined;
  readonly errorFingerprint?: string | null | undefined;
  /** Conditions that must be parseable. */
  readonly invalidWhen?: readonly string[] | undefined;
  readonly sessions?: readonly string[] | undefined;
  readonly evidence?: readonly Evidence[] | undefined;
  readonly standing?: TrustLevel | undefined;
  readonly confidence?: number | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isTainted?: boolean | undefined;
  /** A person must review the memory before it is shown unprompted. */
  readonly needsReview?: boolean | undefined;
  readonly externalId?: string | null | undefined;
  readonly createdAtMs?: number | undefined;
  /** When it was last known to be true; default: when it was created. */
  readonly confirmedAtMs?: number | undefined;
  /** Start and end of the period in which the memory is true; omitted when unknown. */
  readonly validFromMs?: number | null | undefined;
  readonly validToMs?: number | null | undefined;
}

const DEFAULTS = {
  scopeOwner: null,
  visibility: "personal",
  agent: null,
  branch: null,
  commit: null,
  errorFingerprint: null,
  externalId: null,
  validFromMs: null,
  validToMs: null,
  payload: {},
  evidence: [],
  isStaged: false,
  isPinned: false,
  isTainted: false,
  needsReview: false,
} as const;

/** Builds version 1 of a memory, active from now on. */
export function buildMemory(
  projectId: ProjectId | null,
  input: NewMemory & { readonly type: MemoryType },
  moment: Moment,
): Memory {
  const fields = {
    ...DEFAULTS,
    scope: "project" as const,
    createdAtMs: moment.nowMs,
    ...defined(input),
  };
  const confidence = fields.confidence ?? SOURCE_CONFIDENCE[fields.source];
  const isUsers = fields.source === "user_taught" || fields.source === "user_corrected";
  return {
    id: moment.newId() as MemoryId,
    projectId: fields.scope === "global" ? null : projectId,
    externalId: fields.externalId,
    type: fields.type,
    title: fields.title ?? titleOf(fields.content),
    content: fields.content,
    payload: withSession(fields),
    scope: fields.scope,
    scopeOwner: fields.scopeOwner,
    visibility: fields.visibility,
    state: "active",
    standing: fields.standing ?? (isUsers ? "verified" : "believed"),
    confidence: fields.isTainted ? confidence * PROMOTE.taintFactor : confidence,
    source: fields.source,
    agent: fields.agent,
    branch: fields.branch,
    commit: fields.commit,
    isStaged: fields.isStaged && !isDurableAtOnce(fields),
    // The store separates them by line breaks.
    files: unique(fields.files).filter((path) => !path.includes("\n")),
    symbols: unique(fields.symbols),
    tags: unique(fields.tags),
    triggers: unique(fields.triggers),
    errorFingerprint: fields.errorFingerprint,
    invalidWhen: unique(fields.invalidWhen),
    sessions: unique(fields.sessions),
    evidence: fields.evidence,
    isPinned: fields.isPinned,
    needsReview: fields.isTainted || fields.needsReview,
    isTainted: fields.isTainted,
    isDisputed: false,
    supersededBy: null,
    validFromMs: fields.validFromMs,
    validToMs: fields.validToMs,
    observationCount: 1,
    usefulCount: 0,
    createdAtMs: fields.createdAtMs,
    updatedAtMs: moment.nowMs,
    confirmedAtMs: fields.confirmedAtMs ?? fields.createdAtMs,
    version: 1,
  };
}

/** Adds the session to the payload, if it is known and the only one. */
function withSession({ payload = {}, sessions }: Pick<NewMemory, "payload" | "sessions">): Payload {
  const [session, another] = unique(sessions);
  if (session === undefined || another !== undefined || payload.learnedFrom !== undefined)
    return payload;
  return { ...payload, learnedFrom: { session } };
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Drops undefined fields, so that they do not override a default. */
function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== undefined),
  ) as Defined<T>;
}

export function unique(list: readonly string[] | undefined): string[] {
  return [...new Set(list ?? [])];
}
