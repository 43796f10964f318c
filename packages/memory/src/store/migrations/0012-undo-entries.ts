/**
 * Schema 12: changes by a person or an agent, as steps that can be undone. Steps name versions of memories, which
 * `memory_version` contains. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const UNDO_ENTRIES: Migration = {
  version: 12,
  // Older code does not write entries; its changes cannot be undone as one step.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE undo_entry (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  group_id TEXT,
  what TEXT NOT NULL,
  steps TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  undone_at_ms INTEGER
) STRICT;
CREATE INDEX undo_entry_project ON undo_entry (project_id, seq);
CREATE INDEX undo_entry_group ON undo_entry (group_id) WHERE group_id IS NOT NULL;
`,
};
