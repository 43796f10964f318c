/**
 * Schema 15: sessions with subagents are indexed again, because what subagents said has passages now. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const PASSAGES_OF_SUBAGENTS: Migration = {
  version: 15,
  // Older code indexes only what the main agent said.
  minSafeVersion: 1,
  sql: /* sql */ `
UPDATE session SET indexed_seq = 0 WHERE rid IN (
  SELECT session_rid FROM event WHERE CASE WHEN json_valid(body) THEN
    (kind = 'message' AND json_extract(body, '$.agentId') IS NOT NULL)
    OR (kind = 'tool_result' AND json_extract(body, '$.tool') = 'task') END);
`,
};
