/**
 * Schema 13: proposals of consolidation to a person. A proposal refers to memories and contains none of their text. A decided
 * proposal stays, so that it is not made again. `undo_entry_single`: counts single changes separately from runs of many
 * changes. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const PROPOSALS: Migration = {
  version: 13,
  // Older code ignores proposals.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE proposal (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  memories TEXT NOT NULL,
  score REAL NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  created_at_ms INTEGER NOT NULL,
  decided_at_ms INTEGER,
  UNIQUE (project_id, kind, memories)
) STRICT;
CREATE INDEX proposal_open ON proposal (project_id, score) WHERE state = 'open';
CREATE INDEX undo_entry_single ON undo_entry (project_id, seq) WHERE group_id IS NULL;
`,
};
