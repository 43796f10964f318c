/**
 * Schema 9: where files that memories are tied to went, as git said when a session began or ended. A hook that is asked of a
 * file has no time for git, and looks here. `to_path` '': git knows of none. `look`: the commit that was checked out, and
 * how long git had where it did not answer in time. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const RENAMED_PLACES: Migration = {
  version: 9,
  // Older code neither reads nor writes it, and asks git where it may.
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
