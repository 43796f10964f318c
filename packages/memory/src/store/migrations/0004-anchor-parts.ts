/**
 * Schema 4: anchors of parts of files, conditions under which a memory becomes invalid, and the review entries of code
 * checks. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const ANCHOR_PARTS: Migration = {
  version: 4,
  // Older code reads an anchor of a part as one of a whole file: it reports "changed" too often, but loses nothing.
  minSafeVersion: 1,
  sql: /* sql */ `
ALTER TABLE anchor ADD COLUMN file_hash TEXT;
ALTER TABLE anchor ADD COLUMN extent INTEGER;
ALTER TABLE anchor ADD COLUMN head TEXT;
ALTER TABLE anchor ADD COLUMN copies INTEGER;
UPDATE anchor SET file_hash = content_hash;
CREATE INDEX anchor_path ON anchor (path);

CREATE TABLE anchor_pending (
  memory_id TEXT PRIMARY KEY REFERENCES memory(id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

ALTER TABLE memory ADD COLUMN invalid_when TEXT NOT NULL DEFAULT '[]';

CREATE TABLE review_entry (
  memory_id TEXT NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (memory_id, reason)
) STRICT, WITHOUT ROWID;
`,
};
