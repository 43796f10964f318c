/**
 * Schema 15: sessions with messages of subagents are indexed again, because these messages are passages now. A session whose tool
 * output was already deleted keeps the passages that it has. Frozen once released.
 */
import type { Migration } from "./migration.ts";

export const PASSAGES_OF_SUBAGENTS: Migration = {
  version: 15,
  // Older code indexes only what the main agent said.
  minSafeVersion: 1,
  sql: /* sql */ `
UPDATE session SET indexed_seq = 0 WHERE rid IN (
  SELECT session_rid FROM event WHERE kind = 'message'
    AND CASE WHEN json_valid(body) THEN json_extract(body, '$.agentId') IS NOT NULL END);
`,
};
