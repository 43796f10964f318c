/** Reads the SQLite databases of two desktop programs: ADE's `unified_memories`, Auto Claude's (Aperant's) `memories`. */
import type { ForeignDatabase } from "@tacit-memory/sqlite";
import { isMemoryType } from "../../domain/memory.ts";
import { asConfidence, asNumber, asText, asTexts, asTimeMs, shortened } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { mappedType } from "./type-mapping.ts";

const ADE =
  `id project_id scope category content confidence status source_session_id file_scope_pattern created_at
  updated_at`.split(/\s+/);

/** Reads ADE. Its projects are rows of another table, so ids are mapped to folders. */
export function* readAde(db: ForeignDatabase): Iterable<StoreItem> {
  const folders = new Map<string, string>();
  for (const row of db.rows("projects", ["id", "root_path"])) {
    const folder = asText(row["root_path"]);
    if (folder !== undefined) folders.set(String(row["id"]), folder);
  }
  for (const row of db.rows("unified_memories", ADE)) {
    const project = asText(row["project_id"]);
    const pattern = asText(row["file_scope_pattern"]);
    yield foreignMemory({
      id: String(row["id"]),
      place: `unified_memories ${row["id"]}`,
      content: shortened(asText(row["content"]) ?? ""),
      type: mappedType("ade", row["category"]),
      files: pattern === undefined || /[*?[\]{}]/.test(pattern) ? [] : [pattern],
      createdAtMs: asTimeMs(row["updated_at"]) ?? asTimeMs(row["created_at"]),
      confidence: asConfidence(row["confidence"]),
      session: asText(row["source_session_id"]),
      project: project === undefined ? null : (folders.get(project) ?? project),
      isGlobal: row["scope"] === "user",
      isGone: row["status"] === "archived" || row["status"] === "rejected",
    });
  }
}

const AUTO_CLAUDE =
  "id type content confidence tags related_files created_at session_id commit_sha deprecated project_id".split(
    " ",
  );

/** Reads Auto Claude, whose types equal Tacit's because they have the same origin. */
export function* readAutoClaude(db: ForeignDatabase): Iterable<StoreItem> {
  for (const row of db.rows("memories", AUTO_CLAUDE)) {
    const type = asText(row["type"]) ?? "";
    yield foreignMemory({
      id: String(row["id"]),
      place: `memories ${row["id"]}`,
      content: shortened(asText(row["content"]) ?? ""),
      type: isMemoryType(type) ? type : undefined,
      files: asTexts(row["related_files"]),
      tags: asTexts(row["tags"]),
      createdAtMs: asTimeMs(row["created_at"]),
      confidence: asConfidence(row["confidence"]),
      session: asText(row["session_id"]),
      commit: asText(row["commit_sha"]),
      project: asText(row["project_id"]) ?? null,
      isGone: asNumber(row["deprecated"]) === 1,
    });
  }
}
