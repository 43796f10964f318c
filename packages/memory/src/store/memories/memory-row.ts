/** Converts a memory to a row of its table and back. Lists are newline-joined where FTS reads them, JSON elsewhere. */

import type { SqlParams } from "@tacit-memory/sqlite";
import type { Evidence, Memory } from "../../domain/memory.ts";
import { readPayload } from "../../domain/payload.ts";
import { identifierColumn } from "../../domain/text/text.ts";

/** Fields as their columns contain them: flags as 0 or 1, lists and the payload as text. */
export type RowOf<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends boolean
    ? number
    : Fields[Name] extends string | number | null
      ? Fields[Name]
      : string;
};

export type MemoryRow = RowOf<Memory> & { readonly rid: number };

/** The columns of MemoryRow, for `SELECT … FROM memory m`. */
export const MEMORY_COLUMNS = /* sql */ `m.rid, m.id, m.project_id AS projectId, m.external_id AS externalId,
  m.type, m.title, m.content, m.payload, m.scope, m.scope_owner AS scopeOwner, m.visibility, m.state,
  m.standing, m.confidence, m.source, m.agent, m.branch, m.commit_sha AS "commit", m.is_staged AS isStaged, m.files, m.symbols,
  m.tags, m.triggers, m.error_fingerprint AS errorFingerprint, m.invalid_when AS invalidWhen, m.sessions, m.evidence,
  m.is_pinned AS isPinned, m.needs_review AS needsReview, m.is_tainted AS isTainted,
  m.is_disputed AS isDisputed, m.superseded_by AS supersededBy,
  m.valid_from_ms AS validFromMs, m.valid_to_ms AS validToMs, m.observation_count AS observationCount,
  m.useful_count AS usefulCount, m.created_at_ms AS createdAtMs, m.updated_at_ms AS updatedAtMs,
  m.confirmed_at_ms AS confirmedAtMs, m.version`;

export function toMemory(row: MemoryRow): Memory {
  return {
    id: row.id,
    projectId: row.projectId,
    externalId: row.externalId,
    type: row.type,
    title: row.title,
    content: row.content,
    payload: readPayload(JSON.parse(row.payload)),
    scope: row.scope,
    scopeOwner: row.scopeOwner,
    visibility: row.visibility,
    state: row.state,
    standing: row.standing,
    confidence: row.confidence,
    source: row.source,
    agent: row.agent,
    branch: row.branch,
    commit: row.commit,
    isStaged: row.isStaged === 1,
    files: lines(row.files),
    symbols: lines(row.symbols),
    tags: lines(row.tags),
    triggers: JSON.parse(row.triggers) as string[],
    errorFingerprint: row.errorFingerprint,
    invalidWhen: JSON.parse(row.invalidWhen) as string[],
    sessions: JSON.parse(row.sessions) as string[],
    evidence: JSON.parse(row.evidence) as Evidence[],
    isPinned: row.isPinned === 1,
    needsReview: row.needsReview === 1,
    isTainted: row.isTainted === 1,
    isDisputed: row.isDisputed === 1,
    supersededBy: row.supersededBy,
    validFromMs: row.validFromMs,
    validToMs: row.validToMs,
    observationCount: row.observationCount,
    usefulCount: row.usefulCount,
    createdAtMs: row.createdAtMs,
    updatedAtMs: row.updatedAtMs,
    confirmedAtMs: row.confirmedAtMs,
    version: row.version,
  };
}

/** Returns the parameters of the write statements: every column but rid. */
export function toParams(memory: Memory, dedupeKey: string): SqlParams {
  const code = [memory.title, memory.content, ...memory.files, ...memory.symbols, ...memory.tags];
  return {
    id: memory.id,
    projectId: memory.projectId,
    externalId: memory.externalId,
    type: memory.type,
    title: memory.title,
    content: memory.content,
    payload: JSON.stringify(memory.payload),
    scope: memory.scope,
    scopeOwner: memory.scopeOwner,
    visibility: memory.visibility,
    state: memory.state,
    standing: memory.standing,
    confidence: memory.confidence,
    source: memory.source,
    agent: memory.agent,
    branch: memory.branch,
    commitSha: memory.commit,
    isStaged: memory.isStaged ? 1 : 0,
    files: memory.files.join("\n"),
    symbols: memory.symbols.join("\n"),
    tags: memory.tags.join("\n"),
    identifiers: identifierColumn(code.join("\n")),
    triggers: JSON.stringify(memory.triggers),
    errorFingerprint: memory.errorFingerprint,
    invalidWhen: JSON.stringify(memory.invalidWhen),
    sessions: JSON.stringify(memory.sessions),
    evidence: JSON.stringify(memory.evidence),
    isPinned: memory.isPinned ? 1 : 0,
    needsReview: memory.needsReview ? 1 : 0,
    isTainted: memory.isTainted ? 1 : 0,
    isDisputed: memory.isDisputed ? 1 : 0,
    supersededBy: memory.supersededBy,
    validFromMs: memory.validFromMs,
    validToMs: memory.validToMs,
    observationCount: memory.observationCount,
    usefulCount: memory.usefulCount,
    createdAtMs: memory.createdAtMs,
    updatedAtMs: memory.updatedAtMs,
    confirmedAtMs: memory.confirmedAtMs,
    archivedAtMs: memory.state === "archived" ? memory.updatedAtMs : null,
    version: memory.version,
    dedupeKey,
  };
}

/** Splits a newline-joined column. */
export function lines(joined: string): string[] {
  return joined === "" ? [] : joined.split("\n");
}
