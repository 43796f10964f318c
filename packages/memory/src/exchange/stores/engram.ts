/** Reads engram's SQLite: observations with a title, including soft-deleted rows. Its prompts are not memories. */
import type { ForeignDatabase } from "@tacit-memory/sqlite";
import { asText, asTimeMs, shortHash, statement } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { mappedType } from "./type-mapping.ts";

const COLUMNS =
  "id session_id type title content project scope topic_key created_at updated_at deleted_at".split(
    " ",
  );

export function* readEngram(db: ForeignDatabase): Iterable<StoreItem> {
  for (const row of db.rows("observations", COLUMNS)) {
    const content = asText(row["content"]) ?? "";
    const topic = asText(row["topic_key"]);
    yield foreignMemory({
      id: `${row["id"]}:${shortHash(row["session_id"], row["created_at"])}`,
      place: `observations ${row["id"]}`,
      content: statement(asText(row["title"]), structured(content)),
      type: mappedType("engram", row["type"]),
      files: places(content),
      tags: topic === undefined ? [] : [topic],
      createdAtMs: asTimeMs(row["updated_at"]) ?? asTimeMs(row["created_at"]),
      session: asText(row["session_id"]),
      project: asText(row["project"]) ?? null,
      isGlobal: row["scope"] === "personal",
      isGone: asText(row["deleted_at"]) !== undefined,
    });
  }
}

/**
 * Converts the form `**What**: … **Why**: … **Where**: … **Learned**: …` that its agents write; the first label is removed.
 */
function structured(content: string): string {
  return content.replace(/\*\*What\*\*:\s*/i, "").replace(/\*\*(\w+)\*\*:/g, "$1:");
}

function places(content: string): string[] {
  const where = /\*\*Where\*\*:\s*([^\n]+)/i.exec(content)?.[1] ?? "";
  return (where.match(/[\w@.-]+(?:\/[\w@.-]+)*\.\w{1,8}\b/g) ?? []).slice(0, 12);
}
