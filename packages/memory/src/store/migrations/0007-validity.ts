/**
 * Schema 7: the period in which a memory is true, separate from when it was learned (`valid_from_ms`, `valid_to_ms`; null:
 * unknown); unanswered questions (`gap`); today's calls of remote models and their consecutive failures (`model_use`),
 * because the calling processes are short-lived; what a judge last accepted in a session (`judged_turn`). The validity of
 * superseded memories ended with their last change. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const VALIDITY: Migration = {
  version: 7,
  // Older code recalls expired memories as if they were valid, and does not know the new tables.
  minSafeVersion: 1,
  sql: /* sql */ `
ALTER TABLE memory ADD COLUMN valid_from_ms INTEGER;
ALTER TABLE memory ADD COLUMN valid_to_ms INTEGER;
UPDATE memory SET valid_to_ms = updated_at_ms WHERE superseded_by IS NOT NULL;

CREATE TABLE gap (
  gid INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  query_key TEXT NOT NULL,
  query TEXT NOT NULL,
  times INTEGER NOT NULL,
  first_at_ms INTEGER NOT NULL,
  last_at_ms INTEGER NOT NULL,
  looked_at_ms INTEGER NOT NULL,
  closed_by TEXT REFERENCES memory(id) ON DELETE SET NULL,
  closed_at_ms INTEGER,
  UNIQUE (project_id, query_key)
) STRICT;
CREATE INDEX gap_age ON gap (project_id, last_at_ms);

CREATE TABLE model_use (
  model TEXT PRIMARY KEY,
  day INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  failures INTEGER NOT NULL,
  silent_until_ms INTEGER NOT NULL,
  problem TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE judged_turn (
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  turns INTEGER NOT NULL,
  agreed TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX judged_turn_age ON judged_turn (at_ms);
`,
};
