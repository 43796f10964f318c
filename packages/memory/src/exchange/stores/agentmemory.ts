/**
 * agentmemory: the document of its export (`GET /agentmemory/export`, `memory_export`), and the file its MCP shim keeps
 * where no server runs. Memories, lessons, and what its tiers consolidated; not the raw observations.
 */
import { asRecord, type JsonRecord } from "@tacit-memory/files";
import { MemoryError } from "../../domain/errors.ts";
import { asConfidence, asText, asTexts, asTimeMs, shortHash, statement } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { mappedType } from "./type-mapping.ts";

/** Throws "source_newer" for an export of a major version that is not known. */
export function* readAgentmemory(document: JsonRecord, path: string): Iterable<StoreItem> {
  const version = asText(document["version"]);
  if (version !== undefined && !/^0\./.test(version)) {
    throw new MemoryError("source_newer", { path, from: "agentmemory", version, have: "0.x" });
  }
  const kept = document["mem:memories"];
  const memories = kept === undefined ? document["memories"] : Object.values(asRecord(kept) ?? {});
  yield* listed("memories", memories, (one) => ({
    content: statement(repeated(one) ? undefined : asText(one["title"]), asText(one["content"])),
    type: mappedType("agentmemory", one["type"]),
    isGone: one["isLatest"] === false,
  }));
  yield* listed("lessons", document["lessons"], (one) => ({
    content: statement(undefined, asText(one["content"]), asText(one["context"])),
    type: undefined,
    isGone: one["deleted"] === true,
  }));
  yield* listed("semanticMemories", document["semanticMemories"], (one) => ({
    content: statement(undefined, asText(one["fact"])),
    type: "fact",
  }));
  yield* listed("proceduralMemories", document["proceduralMemories"], (one) => ({
    content: statement(
      asText(one["name"]),
      asText(one["triggerCondition"]),
      asTexts(one["steps"])
        .map((step, i) => `${i + 1}. ${step}`)
        .join(" "),
    ),
    type: "workflow_recipe",
  }));
}

function* listed(
  name: string,
  list: unknown,
  told: (one: JsonRecord) => Omit<Parameters<typeof foreignMemory>[0], "id" | "place">,
): Iterable<StoreItem> {
  for (const [index, value] of (Array.isArray(list) ? list : []).entries()) {
    const one = asRecord(value);
    const place = `${name} ${index + 1}`;
    const what = one === undefined ? undefined : told(one);
    if (one === undefined || what === undefined || what.content === "")
      yield { place, problem: "no text" };
    else {
      const sessions = asTexts(one["sessionIds"] ?? one["sourceSessionIds"]);
      yield foreignMemory({
        id: asText(one["id"]) ?? shortHash(what.content),
        place,
        files: asTexts(one["files"]),
        tags: [...asTexts(one["concepts"]), ...asTexts(one["tags"])],
        createdAtMs: asTimeMs(one["updatedAt"]) ?? asTimeMs(one["createdAt"]),
        confidence: asConfidence(one["confidence"]) ?? asConfidence(one["strength"], 10),
        session: sessions[0],
        project: asText(one["project"]) ?? null,
        ...what,
      });
    }
  }
}

/** Its titles are the first characters of the text. */
function repeated(one: JsonRecord): boolean {
  const [title, content] = [asText(one["title"]) ?? "", asText(one["content"]) ?? ""];
  return content.startsWith(title.replace(/…$|\.{3}$/, ""));
}
