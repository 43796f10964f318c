/** Reads jcode's JSON: a memory graph (`graph_version` 2), or the older list of entries. */
import { asRecord, type JsonRecord } from "@tacit-memory/files";
import { MemoryError } from "../../domain/errors.ts";
import { asConfidence, asText, asTexts, asTimeMs, shortened, shortHash } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { mappedType } from "./type-mapping.ts";

const KNOWN_VERSION = 2;

/** `isGlobal`: from the file for all projects. Throws "source_newer". */
export function* readJcode(
  document: JsonRecord,
  path: string,
  isGlobal: boolean,
): Iterable<StoreItem> {
  const version = document["graph_version"];
  if (typeof version === "number" && version > KNOWN_VERSION) {
    throw new MemoryError("source_newer", { path, from: "jcode", version, have: KNOWN_VERSION });
  }
  const graph = asRecord(document["memories"]);
  const entries = graph === undefined ? document["entries"] : Object.values(graph);
  for (const [index, value] of (Array.isArray(entries) ? entries : []).entries()) {
    const item = asRecord(value);
    const place = `memories ${asText(item?.["id"]) ?? index + 1}`;
    const content = asText(item?.["content"]);
    if (item === undefined || content === undefined) yield { place, problem: "no text" };
    else yield entry(item, content, place, isGlobal);
  }
}

function entry(item: JsonRecord, content: string, place: string, isGlobal: boolean): StoreItem {
  // A category defined by the user is an object.
  const custom = asText(asRecord(item["category"])?.["custom"]);
  return foreignMemory({
    id: asText(item["id"]) ?? shortHash(content),
    place,
    content: shortened(content),
    type: mappedType("jcode", item["category"]),
    tags: [...asTexts(item["tags"]), ...(custom === undefined ? [] : [custom])],
    createdAtMs: asTimeMs(item["updated_at"]) ?? asTimeMs(item["created_at"]),
    confidence: asConfidence(item["confidence"]),
    isGlobal,
    isGone: item["active"] === false || asText(item["superseded_by"]) !== undefined,
  });
}
