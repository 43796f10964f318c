/**
 * Schema 14: indexes for lists and counts, which read every memory of a project before. `memory_newest` has the order of lists.
 * `memory_project` contains every column that `status` counts by. `memory_review` contains the few doubtful memories. Frozen
 * once released.
 */
import type { Migration } from "./migration.ts";

export const LIST_INDEXES: Migration = {
  version: 14,
  // SQLite maintains the indexes for older code too.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE INDEX memory_newest ON memory (project_id, created_at_ms, id, type, state);
DROP INDEX memory_project;
CREATE INDEX memory_project ON memory (project_id, state, type, standing, superseded_by, valid_to_ms, needs_review);
CREATE INDEX memory_review ON memory (project_id) WHERE needs_review = 1;
`,
};
