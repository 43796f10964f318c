/**
 * The contract of forgetting: declares for every text column of every table what happens to it. The code that erases
 * memories, sessions and projects follows this table (memories/scrub.ts, erase-project.ts). text-columns.test.ts compares it
 * with the schema, so a migration with a new column fails until the column is declared here.
 */

export interface TableText {
  /** Names, ids, paths, hashes and fixed words. They are deleted with their row. */
  readonly names: readonly string[];
  /**
   * Text that belongs to the row and is deleted with it. Each column has a function in memories/scrub.ts for what it repeats
   * from others.
   */
  readonly own?: readonly string[];
  /** Text that may repeat a memory: every statement of a forgotten memory is removed. */
  readonly repeats?: readonly string[];
  /** Primary key; required with `repeats`. */
  readonly keys?: readonly string[];
  /** What happens to a row that repeats a statement. Without it, only the statement is removed. */
  readonly instead?: string;
  /** Rows stay when their project is forgotten: they prevent a new import and contain no text. */
  readonly staysOfProject?: true;
}

export const TABLE_TEXTS: Readonly<Record<string, TableText>> = {
  anchor: {
    names: ["memory_id", "path", "symbol", "content_hash", "commit_sha", "file_hash", "head"],
  },
  anchor_pending: { names: ["memory_id"] },
  branch_view: { names: ["project_id", "repository", "branch", "head", "stamp", "verdicts"] },
  candidate: {
    names: ["id", "project_id", "state", "memory_id"],
    repeats: ["body", "subject", "reason"],
    keys: ["id"],
    instead: "DELETE FROM candidate",
  },
  capture_ledger: {
    names: ["project_id", "source_type", "source_key", "content_hash", "outcome"],
    staysOfProject: true,
  },
  co_access: { names: ["project_id", "a", "b", "session_id"] },
  embedding: { names: ["memory_id", "encoder_id"] },
  embedding_clock: { names: ["encoder_id"] },
  event: { names: ["key", "kind"], repeats: ["body"], keys: ["session_rid", "seq"] },
  // A question with a part removed would be another question.
  gap: {
    names: ["project_id", "query_key", "closed_by"],
    repeats: ["query"],
    keys: ["gid"],
    instead: "DELETE FROM gap",
  },
  injection: { names: ["project_id", "session_id", "memory_id", "point", "pointed_as"] },
  job: { names: ["id", "kind", "trigger", "state", "counters"], repeats: ["error"], keys: ["id"] },
  judged_turn: { names: ["project_id", "session_id", "agreed"] },
  memory: {
    names: [
      ...["id", "project_id", "external_id", "type", "scope", "scope_owner", "visibility", "state"],
      ...["standing", "source", "agent", "branch", "commit_sha", "files", "symbols", "tags"],
      ...[
        "identifiers",
        "triggers",
        "error_fingerprint",
        "sessions",
        "superseded_by",
        "dedupe_key",
      ],
      "invalid_when",
    ],
    own: ["title", "content", "payload", "evidence"],
  },
  memory_change: { names: [] },
  memory_clock: { names: [] },
  memory_edge: { names: ["from_id", "to_id", "type"] },
  memory_file: { names: ["path"] },
  memory_tag: { names: ["tag"] },
  memory_version: {
    names: ["memory_id"],
    repeats: ["before", "change"],
    keys: ["memory_id", "version"],
    instead: "DELETE FROM memory_version",
  },
  model_use: { names: ["model"], repeats: ["problem"], keys: ["model"] },
  module_visit: { names: ["module"], repeats: ["body"], keys: ["session_rid", "module"] },
  op: {
    names: ["id", "clock", "device", "entity", "entity_id", "action"],
    repeats: ["body"],
    keys: ["seq"],
    instead: "UPDATE op SET body = NULL",
  },
  passage: {
    names: ["id", "speaker", "branch"],
    own: ["content", "context", "identifiers"],
  },
  project: { names: ["id", "canonical", "name", "basis", "root", "mode"] },
  project_alias: { names: ["alias", "project_id"] },
  proposal: { names: ["id", "project_id", "kind", "memories", "state"] },
  query_vector: { names: ["encoder_id", "text_hash"] },
  renamed_place: { names: ["project_id", "from_path", "to_path", "look"] },
  review_entry: {
    names: ["memory_id", "reason"],
    repeats: ["detail"],
    keys: ["memory_id", "reason"],
  },
  schema_version: { names: [] },
  session: {
    names: [
      ...["project_id", "id", "agent", "kind", "phase", "branch", "commit_sha", "cwd", "origin"],
      ...["state", "outcome"],
    ],
    repeats: ["task"],
    keys: ["rid"],
  },
  // A shortened step would be counted as another step.
  session_digest: {
    names: ["task_kind"],
    repeats: ["actions"],
    keys: ["session_rid"],
    instead: "UPDATE session_digest SET actions = '[]'",
  },
  setting: { names: ["name", "value"] },
  spool_offset: { names: ["file"] },
  spool_reject: { names: ["file"], repeats: ["reason"], keys: ["file", "byte_offset"] },
  stage_trace: { names: ["project_id", "stage", "repository", "carriers", "patches", "compared"] },
  undo_entry: { names: ["id", "project_id", "group_id", "what", "steps"] },
  tombstone: {
    names: ["memory_id", "project_id", "external_id", "dedupe_key"],
    staysOfProject: true,
  },
};
