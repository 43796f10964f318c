/** Schema 3: stores the vectors that slow encoders computed for queries, for some days. Frozen once released. */
import type { Migration } from "./migration.ts";

export const QUERY_VECTORS: Migration = {
  version: 3,
  // A separate table that older code does not read.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE query_vector (
  encoder_id TEXT NOT NULL,
  text_hash TEXT NOT NULL,
  vector BLOB NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (encoder_id, text_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX query_vector_age ON query_vector (at_ms);
`,
};
