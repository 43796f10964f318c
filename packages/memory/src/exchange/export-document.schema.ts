/** Schema of an export document, validated completely before any of it is written. */
import * as z from "zod/mini";
import {
  MEMORY_TYPES,
  type Memory,
  SCOPES,
  SOURCES,
  TRUST_LEVELS,
  VISIBILITIES,
} from "../domain/memory.ts";
import { EDGE_TYPES, type Edge } from "../store/memories/edges.ts";

export interface ExportDocument {
  readonly version: number;
  readonly memories: readonly Memory[];
  readonly edges: readonly Edge[];
}

/** Returns the document, or where it is invalid. */
export function readExportDocument(
  document: unknown,
): { readonly ok: true; readonly value: ExportDocument } | { readonly ok: false; at: string } {
  const parsed = exportSchema().safeParse(document);
  if (parsed.success) {
    // Ids are branded strings; the schema validates their format.
    return { ok: true, value: parsed.data as unknown as ExportDocument };
  }
  const [issue] = parsed.error.issues;
  return {
    ok: false,
    at: `${issue?.path.join(".") || "document"}: ${issue?.message ?? "invalid"}`,
  };
}

const MAX_TIME_MS = 8.64e15;

/** Created on demand: most processes that load the engine never import anything. */
function exportSchema() {
  const id = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
  const text = z.string();
  const maybe = z.nullable(text);
  const list = z.array(text);
  const count = z.number().check(z.int(), z.nonnegative());
  // Later times are not valid dates, and showing the memory would fail.
  const time = z.number().check(z.int(), z.gte(-MAX_TIME_MS), z.lte(MAX_TIME_MS));
  const evidence = z.object({
    kind: z.enum(["test", "exit_code", "commit", "user", "reobserved"]),
    detail: text,
    session: z.optional(text),
    atMs: z.nullable(z.number().check(z.gte(-MAX_TIME_MS), z.lte(MAX_TIME_MS))),
  });
  const memory = z.object({
    id,
    projectId: maybe,
    externalId: maybe,
    type: z.enum(MEMORY_TYPES),
    title: text,
    content: text.check(z.minLength(1)),
    payload: z.record(text, z.unknown()),
    scope: z.enum(SCOPES),
    scopeOwner: maybe,
    visibility: z.enum(VISIBILITIES),
    state: z.enum(["active", "archived"]),
    standing: z.enum(TRUST_LEVELS),
    confidence: z.number().check(z.minimum(0), z.maximum(1)),
    source: z.enum(SOURCES),
    agent: maybe,
    branch: maybe,
    commit: maybe,
    isStaged: z._default(z.boolean(), false),
    files: list,
    symbols: list,
    tags: list,
    triggers: list,
    errorFingerprint: maybe,
    invalidWhen: z._default(list, []),
    sessions: list,
    evidence: z.array(evidence),
    isPinned: z.boolean(),
    needsReview: z.boolean(),
    isTainted: z.boolean(),
    isDisputed: z.boolean(),
    supersededBy: z.nullable(id),
    validFromMs: z._default(z.nullable(time), null),
    validToMs: z._default(z.nullable(time), null),
    observationCount: count,
    usefulCount: count,
    createdAtMs: time,
    updatedAtMs: time,
    confirmedAtMs: time,
    version: count,
  });
  const edge = z.object({ fromId: id, toId: id, type: z.enum(EDGE_TYPES), createdAtMs: time });
  return z.object({
    version: count,
    memories: z.array(memory),
    edges: z._default(z.array(edge), []),
  });
}
