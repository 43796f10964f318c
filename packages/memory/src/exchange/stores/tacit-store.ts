/** Reads Tacit's own database for an audit: of any version, with every project in it. */
import type { ForeignDatabase } from "@tacit-memory/sqlite";
import { isMemoryType } from "../../domain/memory.ts";
import { asText, asTexts, asTimeMs } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";

const COLUMNS = "id project_id type content files state superseded_by created_at_ms scope".split(
  " ",
);

export function* readTacitStore(db: ForeignDatabase): Iterable<StoreItem> {
  for (const row of db.rows("memory", COLUMNS)) {
    const id = String(row["id"]);
    const type = String(row["type"]);
    yield foreignMemory({
      id,
      place: id,
      content: asText(row["content"]) ?? "",
      type: isMemoryType(type) ? type : undefined,
      files: asTexts(row["files"]),
      createdAtMs: asTimeMs(row["created_at_ms"]),
      project: asText(row["project_id"]) ?? null,
      isGlobal: row["scope"] === "global",
      isGone: row["state"] !== "active" || asText(row["superseded_by"]) !== undefined,
    });
  }
}
