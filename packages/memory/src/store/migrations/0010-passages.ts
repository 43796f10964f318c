/**
 * Schema 10: passages, which are what people and agents said in past sessions, and a full-text index over them. A passage is
 * deleted with its session. `vector`: int8 codes of the built-in encoder, times `scale`; null until a process has time for
 * it. Events of a session below its `indexed_seq` are in the index; of those below its `trimmed_seq` the output of tools was
 * deleted, some time after the session was learned from (`learned_at_ms`). Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const PASSAGES: Migration = {
  version: 10,
  // Older code neither reads nor writes passages; the next newer process adds to the index.
  minSafeVersion: 1,
  sql: /* sql */ `
ALTER TABLE session ADD COLUMN indexed_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN trimmed_seq INTEGER NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN learned_at_ms INTEGER;
CREATE INDEX session_unindexed ON session (rid) WHERE indexed_seq < next_seq;

CREATE TABLE passage (
  rid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session_rid INTEGER NOT NULL REFERENCES session(rid) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  speaker TEXT NOT NULL,
  context TEXT NOT NULL,
  content TEXT NOT NULL,
  identifiers TEXT NOT NULL,
  branch TEXT,
  at_ms INTEGER NOT NULL,
  retracted_seq INTEGER,
  is_tainted INTEGER NOT NULL DEFAULT 0,
  scale REAL,
  vector BLOB
) STRICT;
CREATE INDEX passage_unembedded ON passage (rid) WHERE vector IS NULL;
CREATE INDEX passage_session ON passage (session_rid, seq);
CREATE INDEX passage_time ON passage (at_ms);

CREATE VIRTUAL TABLE passage_fts USING fts5(
  context, content, identifiers,
  content='passage', content_rowid='rid', tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO passage_fts(passage_fts, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER passage_fts_insert AFTER INSERT ON passage BEGIN
  INSERT INTO passage_fts(rowid, context, content, identifiers)
  VALUES (new.rid, new.context, new.content, new.identifiers);
END;
CREATE TRIGGER passage_fts_delete AFTER DELETE ON passage BEGIN
  INSERT INTO passage_fts(passage_fts, rowid, context, content, identifiers)
  VALUES ('delete', old.rid, old.context, old.content, old.identifiers);
END;
CREATE TRIGGER passage_fts_update AFTER UPDATE OF context, content, identifiers ON passage BEGIN
  INSERT INTO passage_fts(passage_fts, rowid, context, content, identifiers)
  VALUES ('delete', old.rid, old.context, old.content, old.identifiers);
  INSERT INTO passage_fts(rowid, context, content, identifiers)
  VALUES (new.rid, new.context, new.content, new.identifiers);
END;
`,
};
