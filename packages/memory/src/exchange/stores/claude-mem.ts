/**
 * Reads claude-mem's SQLite: observations, each with a title, a narrative and facts, and what its session summaries list as
 * learned. Written for schema 52 (13.25.3); columns missing in older schemas count as empty.
 */
import type { ForeignDatabase, ForeignRow } from "@tacit-memory/sqlite";
import { asText, asTexts, asTimeMs, shortHash, statement } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { mappedType } from "./type-mapping.ts";

const OBSERVATION =
  `id memory_session_id project text type title subtitle facts narrative concepts files_read files_modified
  created_at_epoch created_at merged_into_project`.split(/\s+/);
const SUMMARY =
  "id memory_session_id project learned files_edited created_at_epoch created_at".split(" ");

/** A warning concept determines the type better than the record's own type. */
const WARNING = /^(?:gotcha|pitfall|trap)$/i;

export function* readClaudeMem(db: ForeignDatabase): Iterable<StoreItem> {
  for (const row of db.rows("observations", OBSERVATION)) yield observation(row);
  for (const row of db.rows("session_summaries", SUMMARY)) {
    const learned = asText(row["learned"]);
    if (learned === undefined) continue;
    yield foreignMemory({
      ...common(row, "session_summaries"),
      content: statement(undefined, learned),
      type: undefined,
      files: asTexts(row["files_edited"]),
    });
  }
}

function observation(row: ForeignRow): StoreItem {
  const concepts = asTexts(row["concepts"]);
  const narrative = asText(row["narrative"]) ?? asText(row["text"]) ?? asText(row["subtitle"]);
  const facts = asTexts(row["facts"]).join(" ");
  const read = asTexts(row["files_read"]);
  const changed = asTexts(row["files_modified"]);
  return foreignMemory({
    ...common(row, "observations"),
    content: statement(asText(row["title"]), narrative ?? facts),
    type: concepts.some((concept) => WARNING.test(concept))
      ? "gotcha"
      : mappedType("claude-mem", row["type"]),
    // The changed files, or the read ones if nothing was changed.
    files: changed.length > 0 ? changed : read,
    tags: concepts,
  });
}

function common(row: ForeignRow, table: string) {
  const createdAt = row["created_at_epoch"] ?? row["created_at"];
  return {
    id: `${table}:${row["id"]}:${shortHash(String(createdAt), row["memory_session_id"])}`,
    place: `${table} ${row["id"]}`,
    session: asText(row["memory_session_id"]),
    project: asText(row["merged_into_project"]) ?? asText(row["project"]) ?? null,
    createdAtMs: asTimeMs(createdAt),
  };
}
