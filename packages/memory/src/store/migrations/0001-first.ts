/** Schema 1: the initial tables. Frozen once released; a change is a new migration. */
import type { Migration } from "./migration.ts";

export const FIRST: Migration = {
  version: 1,
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

CREATE TABLE project (
  id TEXT PRIMARY KEY,
  canonical TEXT NOT NULL,
  name TEXT NOT NULL,
  basis TEXT NOT NULL,
  root TEXT,
  mode TEXT NOT NULL DEFAULT 'automatic',
  created_at_ms INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE project_alias (
  alias TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE
) STRICT;

CREATE TABLE session (
  rid INTEGER PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  agent TEXT,
  kind TEXT,
  phase TEXT,
  task TEXT,
  branch TEXT,
  commit_sha TEXT,
  cwd TEXT,
  origin TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open',
  outcome TEXT,
  next_seq INTEGER NOT NULL DEFAULT 0,
  promoted_seq INTEGER NOT NULL DEFAULT -1,
  started_at_ms INTEGER NOT NULL,
  last_event_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  UNIQUE (project_id, id)
) STRICT;
CREATE INDEX session_state ON session (state, last_event_ms);

CREATE TABLE event (
  session_rid INTEGER NOT NULL REFERENCES session(rid) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  key TEXT NOT NULL,
  ts_ms INTEGER NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (session_rid, seq),
  UNIQUE (session_rid, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE spool_offset (
  file TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL
) STRICT;

CREATE TABLE spool_reject (
  file TEXT NOT NULL,
  byte_offset INTEGER NOT NULL,
  reason TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (file, byte_offset)
) STRICT;

CREATE TABLE candidate (
  id TEXT PRIMARY KEY,
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT,
  memory_id TEXT,
  score REAL NOT NULL,
  body TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  UNIQUE (project_id, subject)
) STRICT;
CREATE INDEX candidate_state ON candidate (project_id, state, updated_at_ms);
CREATE INDEX candidate_memory ON candidate (memory_id) WHERE memory_id IS NOT NULL;

CREATE TABLE memory (
  rid INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  project_id TEXT REFERENCES project(id) ON DELETE CASCADE,
  external_id TEXT,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  content TEXT NOT NULL,
  payload TEXT NOT NULL,
  scope TEXT NOT NULL,
  scope_owner TEXT,
  visibility TEXT NOT NULL,
  state TEXT NOT NULL,
  standing TEXT NOT NULL,
  confidence REAL NOT NULL,
  source TEXT NOT NULL,
  agent TEXT,
  branch TEXT,
  commit_sha TEXT,
  files TEXT NOT NULL,
  symbols TEXT NOT NULL,
  tags TEXT NOT NULL,
  identifiers TEXT NOT NULL,
  triggers TEXT NOT NULL,
  error_fingerprint TEXT,
  sessions TEXT NOT NULL,
  evidence TEXT NOT NULL,
  is_pinned INTEGER NOT NULL DEFAULT 0,
  needs_review INTEGER NOT NULL DEFAULT 0,
  is_tainted INTEGER NOT NULL DEFAULT 0,
  is_disputed INTEGER NOT NULL DEFAULT 0,
  superseded_by TEXT,
  observation_count INTEGER NOT NULL DEFAULT 1,
  useful_count INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  confirmed_at_ms INTEGER NOT NULL,
  archived_at_ms INTEGER,
  version INTEGER NOT NULL DEFAULT 1,
  dedupe_key TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX memory_external ON memory (ifnull(project_id, ''), external_id) WHERE external_id IS NOT NULL;
CREATE INDEX memory_dedupe ON memory (dedupe_key);
CREATE INDEX memory_project ON memory (project_id, state, type);
CREATE INDEX memory_pinned ON memory (project_id) WHERE is_pinned = 1;
CREATE INDEX memory_triggers ON memory (project_id) WHERE triggers <> '[]';
CREATE INDEX memory_error ON memory (error_fingerprint) WHERE error_fingerprint IS NOT NULL;

CREATE TABLE memory_file (
  memory_rid INTEGER NOT NULL REFERENCES memory(rid) ON DELETE CASCADE,
  path TEXT NOT NULL,
  PRIMARY KEY (path, memory_rid)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_file_memory ON memory_file (memory_rid);

CREATE TABLE memory_tag (
  memory_rid INTEGER NOT NULL REFERENCES memory(rid) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (tag, memory_rid)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_tag_memory ON memory_tag (memory_rid);

CREATE TABLE memory_version (
  memory_id TEXT NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  change TEXT NOT NULL,
  before TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (memory_id, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_edge (
  from_id TEXT NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  to_id TEXT NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  PRIMARY KEY (from_id, type, to_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_edge_to ON memory_edge (to_id);

CREATE TABLE anchor (
  memory_id TEXT NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  symbol TEXT NOT NULL DEFAULT '',
  start_line INTEGER,
  end_line INTEGER,
  content_hash TEXT,
  commit_sha TEXT,
  PRIMARY KEY (memory_id, path, symbol)
) STRICT, WITHOUT ROWID;

CREATE TABLE embedding (
  memory_id TEXT NOT NULL REFERENCES memory(id) ON DELETE CASCADE,
  encoder_id TEXT NOT NULL,
  dims INTEGER NOT NULL,
  scale REAL NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (memory_id, encoder_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE injection (
  project_id TEXT NOT NULL,
  session_id TEXT NOT NULL,
  memory_id TEXT NOT NULL,
  point TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX injection_session ON injection (project_id, session_id, at_ms);
CREATE INDEX injection_memory ON injection (memory_id);

CREATE TABLE co_access (
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  a TEXT NOT NULL,
  b TEXT NOT NULL,
  session_id TEXT NOT NULL,
  is_edit INTEGER NOT NULL,
  PRIMARY KEY (project_id, a, b, session_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE capture_ledger (
  project_id TEXT NOT NULL,
  source_type TEXT NOT NULL,
  source_key TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  outcome TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, source_type, source_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE job (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  trigger TEXT NOT NULL,
  state TEXT NOT NULL,
  lease_until_ms INTEGER,
  counters TEXT NOT NULL,
  error TEXT,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER
) STRICT;
CREATE INDEX job_kind ON job (kind, started_at_ms);

CREATE TABLE op (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  clock TEXT NOT NULL,
  device TEXT NOT NULL,
  entity TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  action TEXT NOT NULL,
  body TEXT
) STRICT;
CREATE INDEX op_entity ON op (entity, entity_id);

CREATE TABLE tombstone (
  memory_id TEXT NOT NULL,
  project_id TEXT,
  external_id TEXT,
  dedupe_key TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (memory_id, dedupe_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX tombstone_dedupe ON tombstone (dedupe_key);

CREATE VIRTUAL TABLE memory_fts USING fts5(
  title, content, tags, files, symbols, identifiers,
  content='memory', content_rowid='rid', tokenize='porter unicode61 remove_diacritics 2'
);
INSERT INTO memory_fts(memory_fts, rank) VALUES ('secure-delete', 1);

CREATE TRIGGER memory_fts_insert AFTER INSERT ON memory BEGIN
  INSERT INTO memory_fts(rowid, title, content, tags, files, symbols, identifiers)
  VALUES (new.rid, new.title, new.content, new.tags, new.files, new.symbols, new.identifiers);
END;
CREATE TRIGGER memory_fts_delete AFTER DELETE ON memory BEGIN
  INSERT INTO memory_fts(memory_fts, rowid, title, content, tags, files, symbols, identifiers)
  VALUES ('delete', old.rid, old.title, old.content, old.tags, old.files, old.symbols, old.identifiers);
END;
CREATE TRIGGER memory_fts_update AFTER UPDATE OF title, content, tags, files, symbols, identifiers ON memory BEGIN
  INSERT INTO memory_fts(memory_fts, rowid, title, content, tags, files, symbols, identifiers)
  VALUES ('delete', old.rid, old.title, old.content, old.tags, old.files, old.symbols, old.identifiers);
  INSERT INTO memory_fts(rowid, title, content, tags, files, symbols, identifiers)
  VALUES (new.rid, new.title, new.content, new.tags, new.files, new.symbols, new.identifiers);
END;
`,
};
