/**
 * Schema 2: lets an index outside the store follow the embeddings. Every row has a `seq` that no later write repeats, a clock
 * for each encoder stores the last seq and the sum of the seqs, and triggers maintain both for every kind of write: cascades,
 * merges of projects, manual SQL. Frozen once released.
 *
 * A seq increases by a random step. Otherwise two stores that diverged after a restored backup would assign the same number
 * to different rows, and an index of one would appear valid for the other; with random steps the sums differ.
 */
import type { Migration } from "./migration.ts";

export const EMBEDDING_ORDER: Migration = {
  version: 2,
  // Schema 1 has the table, but no code that writes it.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE embedding_clock (
  encoder_id TEXT PRIMARY KEY,
  last_seq INTEGER NOT NULL DEFAULT 0,
  seq_sum INTEGER NOT NULL DEFAULT 0,
  live INTEGER NOT NULL DEFAULT 0,
  deletions INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

ALTER TABLE embedding RENAME TO embedding_1;
CREATE TABLE embedding (
  rid INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL DEFAULT 0,
  memory_id TEXT NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  encoder_id TEXT NOT NULL,
  dims INTEGER NOT NULL,
  scale REAL NOT NULL,
  vector BLOB NOT NULL CHECK (length(vector) = dims),
  UNIQUE (memory_id, encoder_id)
) STRICT;
CREATE INDEX embedding_seq ON embedding (encoder_id, seq);

CREATE TRIGGER embedding_insert AFTER INSERT ON embedding BEGIN
  INSERT INTO embedding_clock (encoder_id) SELECT new.encoder_id
    WHERE NOT EXISTS (SELECT 1 FROM embedding_clock WHERE encoder_id = new.encoder_id);
  UPDATE embedding_clock SET last_seq = last_seq + 1 + (random() & 1023), live = live + 1
    WHERE encoder_id = new.encoder_id;
  UPDATE embedding SET seq = (SELECT last_seq FROM embedding_clock WHERE encoder_id = new.encoder_id)
    WHERE rid = new.rid;
  UPDATE embedding_clock SET seq_sum = seq_sum + last_seq WHERE encoder_id = new.encoder_id;
END;
CREATE TRIGGER embedding_update AFTER UPDATE OF dims, scale, vector ON embedding BEGIN
  UPDATE embedding_clock SET last_seq = last_seq + 1 + (random() & 1023) WHERE encoder_id = new.encoder_id;
  UPDATE embedding_clock SET seq_sum = seq_sum + last_seq - old.seq WHERE encoder_id = new.encoder_id;
  UPDATE embedding SET seq = (SELECT last_seq FROM embedding_clock WHERE encoder_id = new.encoder_id)
    WHERE rid = new.rid;
END;
CREATE TRIGGER embedding_delete AFTER DELETE ON embedding BEGIN
  UPDATE embedding_clock SET live = live - 1, deletions = deletions + 1, seq_sum = seq_sum - old.seq
    WHERE encoder_id = old.encoder_id;
END;
CREATE TRIGGER embedding_memory_place
  AFTER UPDATE OF project_id, type, scope, state, superseded_by, branch ON memory
  WHEN old.project_id IS NOT new.project_id OR old.type IS NOT new.type OR old.scope IS NOT new.scope
    OR old.state IS NOT new.state OR old.superseded_by IS NOT new.superseded_by OR old.branch IS NOT new.branch
BEGIN
  UPDATE embedding_clock SET last_seq = last_seq + 1 + (random() & 1023)
    WHERE encoder_id IN (SELECT encoder_id FROM embedding WHERE memory_id = new.id);
  UPDATE embedding_clock SET seq_sum = seq_sum + last_seq - (SELECT e.seq FROM embedding e
      WHERE e.memory_id = new.id AND e.encoder_id = embedding_clock.encoder_id)
    WHERE encoder_id IN (SELECT encoder_id FROM embedding WHERE memory_id = new.id);
  UPDATE embedding SET seq = (SELECT last_seq FROM embedding_clock c WHERE c.encoder_id = embedding.encoder_id)
    WHERE memory_id = new.id;
END;
CREATE TRIGGER embedding_memory_text AFTER UPDATE OF title, content ON memory
  WHEN old.title IS NOT new.title OR old.content IS NOT new.content
BEGIN
  DELETE FROM embedding WHERE memory_id = new.id;
END;

INSERT INTO embedding (memory_id, encoder_id, dims, scale, vector)
  SELECT memory_id, encoder_id, dims, scale, vector FROM embedding_1 WHERE length(vector) = dims;
DROP TABLE embedding_1;
`,
};
