/**
 * Schema 6: memories that apply only where their branch was merged. `is_staged` marks such a memory, `stage` names the branch
 * and the commit at which it was learned; existing rows apply everywhere, as before. `stage_trace` stores the known commits
 * that contain a stage, because branches and commits are deleted; `branch_view` stores what git reported about the stages at
 * a HEAD, for processes that may not call git. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const STAGES: Migration = {
  version: 6,
  // Older code shows staged memories everywhere, as before, and writes none.
  minSafeVersion: 1,
  sql: /* sql */ `
ALTER TABLE memory ADD COLUMN is_staged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE memory ADD COLUMN stage TEXT GENERATED ALWAYS AS
  (CASE WHEN is_staged = 1 THEN ifnull(commit_sha, '') || ':' || ifnull(branch, '') END) VIRTUAL;
CREATE INDEX memory_stage ON memory (project_id, stage) WHERE is_staged = 1;

CREATE TABLE stage_trace (
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  repository TEXT,
  carriers TEXT NOT NULL,
  patches TEXT NOT NULL,
  compared TEXT,
  is_gone INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (project_id, stage)
) STRICT, WITHOUT ROWID;

CREATE TABLE branch_view (
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  repository TEXT NOT NULL,
  branch TEXT NOT NULL,
  head TEXT NOT NULL,
  stamp TEXT NOT NULL,
  verdicts TEXT NOT NULL,
  at_ms INTEGER NOT NULL,
  PRIMARY KEY (project_id, repository, branch, head)
) STRICT, WITHOUT ROWID;

DROP TRIGGER embedding_memory_place;
CREATE TRIGGER embedding_memory_place
  AFTER UPDATE OF project_id, type, scope, state, superseded_by, is_staged, branch, commit_sha ON memory
  WHEN old.project_id IS NOT new.project_id OR old.type IS NOT new.type OR old.scope IS NOT new.scope
    OR old.state IS NOT new.state OR old.superseded_by IS NOT new.superseded_by OR old.stage IS NOT new.stage
BEGIN
  UPDATE embedding_clock SET last_seq = last_seq + 1 + (random() & 1023)
    WHERE encoder_id IN (SELECT encoder_id FROM embedding WHERE memory_id = new.id);
  UPDATE embedding_clock SET seq_sum = seq_sum + last_seq - (SELECT e.seq FROM embedding e
      WHERE e.memory_id = new.id AND e.encoder_id = embedding_clock.encoder_id)
    WHERE encoder_id IN (SELECT encoder_id FROM embedding WHERE memory_id = new.id);
  UPDATE embedding SET seq = (SELECT last_seq FROM embedding_clock c WHERE c.encoder_id = embedding.encoder_id)
    WHERE memory_id = new.id;
END;

DROP TRIGGER memory_change_update;
CREATE TRIGGER memory_change_update
  AFTER UPDATE OF title, content, tags, files, symbols, identifiers, project_id, type, scope, state, superseded_by,
    is_staged, branch, commit_sha ON memory
  WHEN old.title IS NOT new.title OR old.content IS NOT new.content OR old.tags IS NOT new.tags
    OR old.files IS NOT new.files OR old.symbols IS NOT new.symbols OR old.identifiers IS NOT new.identifiers
    OR old.project_id IS NOT new.project_id OR old.type IS NOT new.type OR old.scope IS NOT new.scope
    OR old.state IS NOT new.state OR old.superseded_by IS NOT new.superseded_by OR old.stage IS NOT new.stage
BEGIN
  UPDATE memory_clock SET last_seq = last_seq + 1 + (random() & 1023);
  UPDATE memory_clock SET seq_sum = seq_sum + last_seq - (SELECT seq FROM memory_change WHERE rid = old.rid);
  UPDATE memory_change SET seq = (SELECT last_seq FROM memory_clock) WHERE rid = old.rid;
END;
`,
};
