/**
 * Schema 5: lets an index outside the store follow the memories. `memory_change` stores for every row of `memory`, including
 * deleted ones, when its words or a value for filters changed last; the clock stores the last seq and the sum of the seqs of
 * live rows. Triggers maintain both for every kind of write: cascades, merges of projects, manual SQL. Frozen once released.
 *
 * A seq increases by a random step, and the seqs of existing rows begin at a random one. Otherwise two stores that diverged
 * after a restored backup would assign the same number to different rows; with random steps the sums differ. A rid that is
 * reused after a deletion replaces the old entry.
 *
 * `complete_seq`: every memory that may have a vector of the encoder, and changed up to this seq, has one. The memories left
 * to embed are then found without scanning all memories.
 */
import type { Migration } from "./migration.ts";

export const MEMORY_ORDER: Migration = {
  version: 5,
  // Triggers also run for older code, which reads neither table.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE memory_clock (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  last_seq INTEGER NOT NULL,
  seq_sum INTEGER NOT NULL
) STRICT;
CREATE TABLE memory_change (
  rid INTEGER PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT;

INSERT INTO memory_clock (only_row, last_seq, seq_sum) VALUES (1, 1 + (random() & 1048575), 0);
INSERT INTO memory_change (rid, seq)
  SELECT m.rid, c.last_seq + row_number() OVER (ORDER BY m.rid) FROM memory m CROSS JOIN memory_clock c;
UPDATE memory_clock SET last_seq = max(last_seq, ifnull((SELECT max(seq) FROM memory_change), 0)),
  seq_sum = ifnull((SELECT sum(seq) FROM memory_change), 0);
CREATE INDEX memory_change_seq ON memory_change (seq);

CREATE TRIGGER memory_change_insert AFTER INSERT ON memory BEGIN
  UPDATE memory_clock SET last_seq = last_seq + 1 + (random() & 1023);
  UPDATE memory_clock SET seq_sum = seq_sum + last_seq;
  INSERT INTO memory_change (rid, seq) SELECT new.rid, last_seq FROM memory_clock WHERE true
    ON CONFLICT (rid) DO UPDATE SET seq = excluded.seq;
END;
CREATE TRIGGER memory_change_update
  AFTER UPDATE OF title, content, tags, files, symbols, identifiers, project_id, type, scope, state, superseded_by ON memory
  WHEN old.title IS NOT new.title OR old.content IS NOT new.content OR old.tags IS NOT new.tags
    OR old.files IS NOT new.files OR old.symbols IS NOT new.symbols OR old.identifiers IS NOT new.identifiers
    OR old.project_id IS NOT new.project_id OR old.type IS NOT new.type OR old.scope IS NOT new.scope
    OR old.state IS NOT new.state OR old.superseded_by IS NOT new.superseded_by
BEGIN
  UPDATE memory_clock SET last_seq = last_seq + 1 + (random() & 1023);
  UPDATE memory_clock SET seq_sum = seq_sum + last_seq - (SELECT seq FROM memory_change WHERE rid = old.rid);
  UPDATE memory_change SET seq = (SELECT last_seq FROM memory_clock) WHERE rid = old.rid;
END;
CREATE TRIGGER memory_change_delete AFTER DELETE ON memory BEGIN
  UPDATE memory_clock SET last_seq = last_seq + 1 + (random() & 1023),
    seq_sum = seq_sum - (SELECT seq FROM memory_change WHERE rid = old.rid);
  UPDATE memory_change SET seq = (SELECT last_seq FROM memory_clock) WHERE rid = old.rid;
END;

ALTER TABLE embedding_clock ADD COLUMN complete_seq INTEGER NOT NULL DEFAULT 0;
CREATE TRIGGER embedding_delete_incomplete AFTER DELETE ON embedding BEGIN
  UPDATE embedding_clock SET complete_seq = min(complete_seq, (SELECT c.seq - 1 FROM memory m
      JOIN memory_change c ON c.rid = m.rid WHERE m.id = old.memory_id))
    WHERE encoder_id = old.encoder_id AND EXISTS (SELECT 1 FROM memory WHERE id = old.memory_id);
END;
`,
};
