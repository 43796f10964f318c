/**
 * Schema 11: the ledger of what was shown distinguishes a memory in full (`pointed_as` null) from a pointer to it
 * (`pointed_as`: the standing that the memory had then). A session records the first of its events that brought in outside
 * text. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const POINTERS: Migration = {
  version: 11,
  // Older code reads a pointer as a memory that was shown, and so repeats less.
  minSafeVersion: 1,
  sql: /* sql */ `
ALTER TABLE injection ADD COLUMN pointed_as TEXT;
ALTER TABLE session ADD COLUMN tainted_seq INTEGER;
DROP INDEX passage_time;
`,
};
