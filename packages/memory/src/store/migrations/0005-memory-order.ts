/**
 * Schema 5: an index outside the store can follow the memories. `memory_change` tells for every row of `memory`,
 * those that are gone among them, when its words or what a filter looks at changed last; the clock tells how far
 * that has come and what the seqs of the living add up to. Triggers keep both, so that no path that writes is
 * missed: cascades, merges of projects, hand-made SQL. Frozen once released.
 *
 * A seq goes up by a random step, and those of rows that were here before begin at a random one. Two stores that
 * were one until a backup was restored would else give the same number to different rows; as it is, the sums
 * differ. A rid that was given again after a deletion takes its place over.
 *
 * `complete_seq`: every memory that may have a vector of the encoder, and changed up to there, has one. What is
 * left to embed is then found without a walk over all memories.
 */
import type { Migration } from "./migration.ts";

export const MEMORY_ORDER: Migration = {
  version: 5,
  // Triggers work for older code too, which reads neither table.
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
