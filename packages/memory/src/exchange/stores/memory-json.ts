/**
 * Reads the knowledge graph of the reference memory server: one JSON object per line (`memory.json`, later `memory.jsonl`),
 * or one document `{entities, relations}`. Each observation becomes a memory under its entity's name; relations alone are not
 * imported.
 */
import { asRecord, type JsonRecord, parseJson } from "@tacit-memory/files";
import { asText, asTexts, shortHash, statement } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";

export async function* readMemoryLines(lines: AsyncIterable<string>): AsyncIterable<StoreItem> {
  let number = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === "") continue;
    const item = asRecord(parseJson(line));
    const place = `line ${number}`;
    if (item === undefined) yield { place, problem: "not JSON" };
    else if (item["type"] === "entity") yield* entity(item, place);
    else if (item["type"] !== "relation")
      yield { place, problem: "neither an entity nor a relation" };
  }
}

export function* readMemoryGraph(document: JsonRecord): Iterable<StoreItem> {
  const entities = document["entities"];
  for (const [index, value] of (Array.isArray(entities) ? entities : []).entries()) {
    const item = asRecord(value);
    if (item === undefined) yield { place: `entities ${index + 1}`, problem: "not an object" };
    else yield* entity(item, `entities ${index + 1}`);
  }
}

function* entity(item: JsonRecord, place: string): Iterable<StoreItem> {
  const name = asText(item["name"]);
  if (name === undefined) {
    yield { place, problem: "an entity without a name" };
    return;
  }
  const kind = asText(item["entityType"]);
  for (const text of asTexts(asArray(item["observations"]))) {
    yield foreignMemory({
      id: shortHash(name, text),
      place: `${place}, ${name}`,
      content: statement(name, text),
      tags: kind === undefined ? [] : [kind],
      isGlobal: /^(?:user|person)$/i.test(kind ?? "") && /^(?:default_)?user$/i.test(name),
    });
  }
}

/** Returns an array, or an empty one for any other value; a text would otherwise be split at its commas. */
function asArray(value: unknown): unknown {
  return Array.isArray(value) ? value : [];
}
