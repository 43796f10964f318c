/**
 * Schema 9: new places of files to which memories are linked, as git reported when a session began or ended. A hook that
 * handles a file has no time for git and reads them here. `to_path` '': git knows none. `look`: the commit that was checked
 * out, and git's time limit if it did not answer in time. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const RENAMED_PLACES: Migration = {
  version: 9,
  // Older code neither reads nor writes it, and calls git where it may.
  minSafeVersion: 1,
  sql: /* sql */ `
CREATE TABLE renamed_place (
  project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE,
  from_path TEXT NOT NULL,
  to_path TEXT NOT NULL,
  look TEXT NOT NULL,
  PRIMARY KEY (project_id, from_path, to_path)
) STRICT, WITHOUT ROWID;
CREATE INDEX renamed_place_to ON renamed_place (project_id, to_path);
`,
};
