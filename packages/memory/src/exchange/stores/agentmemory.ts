/**
 * Reads agentmemory: the document of its export (`GET /agentmemory/export`, `memory_export`), and the file its MCP shim
 * writes without a server. Imports memories, lessons and consolidated entries; not the raw observations.
 */
import { asRecord, type JsonRecord } from "@tacit-memory/files";
import { MemoryError } from "../../domain/errors.ts";
import { asConfidence, asText, asTexts, asTimeMs, shortHash, statement } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { mappedType } from "./type-mapping.ts";

/** Throws "source_newer" for an export of an unknown major version. */
export function* readAgentmemory(document: JsonRecord, path: string): Iterable<StoreItem> {
  const version = asText(document["version"]);
  if (version !== undefined && !/^0\./.test(version)) {
    throw new MemoryError("source_newer", { path, from: "agentmemory", version, have: "0.x" });
  }
  const stored = document["mem:memories"];
  const memories =
    stored === undefined ? document["memories"] : Object.values(asRecord(stored) ?? {});
  yield* listed("memories", memories, (item) => ({
    content: statement(repeated(item) ? undefined : asText(item["title"]), asText(item["content"])),
    type: mappedType("agentmemory", item["type"]),
    isGone: item["isLatest"] === false,
  }));
  yield* listed("lessons", document["lessons"], (item) => ({
    content: statement(undefined, asText(item["content"]), asText(item["context"])),
    type: undefined,
    isGone: item["deleted"] === true,
  }));
  yield* listed("semanticMemories", document["semanticMemories"], (item) => ({
    content: statement(undefined, asText(item["fact"])),
    type: "fact",
  }));
  yield* listed("proceduralMemories", document["proceduralMemories"], (item) => ({
    content: statement(
      asText(item["name"]),
      asText(item["triggerCondition"]),
      asTexts(item["steps"])
        .map((step, i) => `${i + 1}. ${step}`)
        .join(" "),
    ),
    type: "workflow_recipe",
  }));
}

function* listed(
  name: string,
  list: unknown,
  toFields: (item: JsonRecord) => Omit<Parameters<typeof foreignMemory>[0], "id" | "place">,
): Iterable<StoreItem> {
  for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
    const item = asRecord(value);
    const place = `${name} ${index + 1}`;
    const what = item === undefined ? undefined : toFields(item);
    if (item === undefined || what === undefined || what.content === "")
      yield { place, problem: "no text" };
    else {
      const sessions = asTexts(item["sessionIds"] ?? item["sourceSessionIds"]);
      yield foreignMemory({
        id: asText(item["id"]) ?? shortHash(what.content),
        place,
        files: asTexts(item["files"]),
        tags: [...asTexts(item["concepts"]), ...asTexts(item["tags"])],
        createdAtMs: asTimeMs(item["updatedAt"]) ?? asTimeMs(item["createdAt"]),
        confidence: asConfidence(item["confidence"]) ?? asConfidence(item["strength"], 10),
        session: sessions[0],
        project: asText(item["project"]) ?? null,
        ...what,
      });
    }
  }
}

/** Returns whether the title only repeats the first characters of the text. */
function repeated(item: JsonRecord): boolean {
  const [title, content] = [asText(item["title"]) ?? "", asText(item["content"]) ?? ""];
  return content.startsWith(title.replace(/…$|\.{3}$/, ""));
}
