/**
 * Reads mem0 in its known forms: the SQLite of its TypeScript vector store, the SQLite history of either language (the last
 * state of each memory), the JSON of its API, and the Markdown of its plugin.
 */
import { asRecord, type JsonRecord, parseJson } from "@tacit-memory/files";
import type { ForeignDatabase } from "@tacit-memory/sqlite";
import { asConfidence, asText, asTexts, asTimeMs, shortened, shortHash } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { mappedType } from "./type-mapping.ts";

/** Reads `vectors`; each payload contains the text. */
export function* readMem0Vectors(db: ForeignDatabase): Iterable<StoreItem> {
  for (const row of db.rows("vectors", ["id", "payload"])) {
    const place = `vectors ${row["id"]}`;
    const payload = asRecord(parseJson(String(row["payload"])));
    const content = asText(payload?.["data"]);
    if (payload === undefined || content === undefined)
      yield { place, problem: "no text in its payload" };
    else yield memory(place, String(row["id"]), content, payload, payload);
  }
}

const HISTORY = ["memory_id", "new_memory", "event", "created_at", "updated_at"];
const HISTORY_TS = ["memory_id", "new_value", "action", "created_at", "updated_at"];

/** Reads the history, which has one entry per change: the last text of each memory, and whether it was deleted. */
export function* readMem0History(db: ForeignDatabase): Iterable<StoreItem> {
  const last = new Map<
    string,
    { text: string | undefined; at: number | undefined; isGone: boolean }
  >();
  const take = (id: unknown, text: unknown, event: unknown, at: unknown) => {
    const before = last.get(String(id));
    last.set(String(id), {
      text: asText(text) ?? before?.text,
      at: before?.at ?? asTimeMs(at),
      isGone: event === "DELETE",
    });
  };
  for (const row of db.rows("history", HISTORY))
    take(row["memory_id"], row["new_memory"], row["event"], row["updated_at"] ?? row["created_at"]);
  for (const row of db.rows("memory_history", HISTORY_TS))
    take(row["memory_id"], row["new_value"], row["action"], row["updated_at"] ?? row["created_at"]);
  for (const [id, { text, at, isGone }] of last) {
    const place = `history of ${id}`;
    if (text === undefined) yield { place, problem: "no text in its history" };
    else yield foreignMemory({ id, place, content: shortened(text), createdAtMs: at, isGone });
  }
}

/** Reads the response of `get_all`, or the list in it. */
export function* readMem0Document(document: unknown): Iterable<StoreItem> {
  const results = Array.isArray(document) ? document : asRecord(document)?.["results"];
  for (const [index, value] of (Array.isArray(results) ? results : []).entries()) {
    const item = asRecord(value);
    const place = `results ${index + 1}`;
    const content = asText(item?.["memory"]) ?? asText(item?.["data"]);
    if (item === undefined || content === undefined) yield { place, problem: "no text" };
    else
      yield memory(
        place,
        asText(item["id"]) ?? shortHash(content),
        content,
        item,
        asRecord(item["metadata"]) ?? {},
      );
  }
}

/** Reads alternating blocks of frontmatter and text. */
export function* readMem0Markdown(text: string): Iterable<StoreItem> {
  const blocks = text.split(/^---[ \t]*\r?\n/m).slice(1);
  for (let at = 0; at + 1 < blocks.length; at += 2) {
    const fields: Record<string, string> = {};
    for (const line of (blocks[at] ?? "").split(/\r?\n/)) {
      const [, name = "", value = ""] = /^(\w+):\s*(.*)$/.exec(line) ?? [];
      if (name !== "") fields[name] = value;
    }
    const place = `block ${at / 2 + 1}`;
    const content = asText(blocks[at + 1]);
    if (content === undefined) yield { place, problem: "no text" };
    else yield memory(place, asText(fields["id"]) ?? shortHash(content), content, fields, fields);
  }
}

/** `one` contains mem0's own fields, `metadata` the user's; they may be the same object. */
function memory(
  place: string,
  id: string,
  content: string,
  item: JsonRecord,
  metadata: JsonRecord,
): StoreItem {
  const categories = [...asTexts(item["categories"]), ...asTexts(metadata["category"])];
  const typeName =
    metadata["type"] ?? categories.find((name) => mappedType("mem0", name) !== undefined);
  return foreignMemory({
    id,
    place,
    content: shortened(content),
    type: mappedType("mem0", typeName),
    files: asTexts(metadata["files"]),
    tags: categories,
    createdAtMs:
      asTimeMs(item["updated_at"]) ??
      asTimeMs(item["updatedAt"]) ??
      asTimeMs(item["created_at"]) ??
      asTimeMs(item["createdAt"]),
    confidence: asConfidence(Number(metadata["confidence"] ?? Number.NaN)),
    branch: asText(metadata["branch"]),
    project: asText(item["app_id"]) ?? asText(metadata["app_id"]) ?? null,
  });
}
