/**
 * Schema 8: statistics of sessions. `session_digest` has one row per session with a step: its effort and the order of its
 * actions; `module_visit` what it used of each module. Both are deleted with their session, and rebuilt whenever it is
 * learned from. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const SESSION_DIGESTS: Migration = {
  version: 8,
  // Older code neither reads nor writes them; sessions it learns from are not counted.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE session_digest (
  session_rid INTEGER PRIMARY KEY REFERENCES session(rid) ON DELETE CASCADE,
  task_kind TEXT NOT NULL,
  steps INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  actions TEXT NOT NULL
) STRICT;

CREATE TABLE module_visit (
  session_rid INTEGER NOT NULL REFERENCES session(rid) ON DELETE CASCADE,
  module TEXT NOT NULL,
  reads INTEGER NOT NULL,
  edits INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (session_rid, module)
) STRICT, WITHOUT ROWID;
CREATE INDEX module_visit_module ON module_visit (module, session_rid);
`,
};
