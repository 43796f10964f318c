/** Detection of a store's program, rejected stores, and properties of all stores. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { locateStore } from "./locate-store.ts";
import { CLAUDE_MEM, database, folder, readStore, written } from "./testing-stores.ts";

test("ids stay when the text changes, and differ between stores that count from one", async () => {
  const ids = async (path: string) => {
    const found: string[] = [];
    for await (const item of (await locateStore(path, "auto")).read())
      if ("memory" in item) found.push(item.memory.id);
    return found;
  };
  const first = await ids(database(CLAUDE_MEM));
  expect(await ids(database(CLAUDE_MEM.replace("lost cents", "loses cents")))).toEqual(first);
  const other = await ids(database(CLAUDE_MEM.replaceAll("1788343200000", "1788343200001")));
  expect(other.filter((id) => first.includes(id))).toEqual([]);
});

test.each([
  ["a text", "notes.txt", "hello", "auto", "source_unknown"],
  ["a document of somebody else", "x.json", '{"a":1}', "auto", "source_unknown"],
  ["a broken document", "x.json", '{"results":[', "mem0", "source_unknown"],
  [
    "a store of another program than said",
    "memory.jsonl",
    '{"type":"entity","name":"a","observations":[]}',
    "engram",
    "source_unknown",
  ],
  ["a Markdown file that is no store", "readme.md", "# Hello\n", "auto", "source_unknown"],
] as const)("rejects %s", async (_name, file, text, request, code) => {
  await expect(readStore(written(file, text), request)).rejects.toMatchObject({ code });
});

test("rejects an unknown database, a table with other columns, and a missing path", async () => {
  await expect(readStore(database("CREATE TABLE t (a)"))).rejects.toMatchObject({
    code: "source_unknown",
  });
  const changed = database("CREATE TABLE sdk_sessions (id INTEGER)");
  await expect(readStore(changed)).rejects.toMatchObject({
    code: "source_newer",
    facts: { lacks: ["memory_session_id", "project"] },
  });
  await expect(readStore(join(folder(), "gone"))).rejects.toMatchObject({ code: "input_missing" });
});

test("a folder is read as the store it contains", async () => {
  const path = database(CLAUDE_MEM, "claude-mem.db");
  expect((await readStore(dirname(path))).kind).toBe("claude-mem");
  await expect(readStore(folder())).rejects.toMatchObject({ code: "source_unknown" });
});

test("cuts content longer than a memory at a sentence end", async () => {
  const text = "This sentence is one of very many. ".repeat(60);
  const path = written("m.json", JSON.stringify({ results: [{ id: "a", memory: text }] }));
  const [only = ""] = (await readStore(path)).lines;
  const content = only.split(" | ")[0] ?? "";
  expect(content.length).toBeLessThanOrEqual(1000);
  expect(content.endsWith("many.")).toBe(true);
});

test("property: a store truncated anywhere is read as far as possible or rejected with its code", async () => {
  const whole = [
    readFileSync(database(CLAUDE_MEM)),
    Buffer.from(JSON.stringify({ results: [{ id: "a", memory: "Deploys need approval." }] })),
    Buffer.from('{"type":"entity","name":"a","entityType":"t","observations":["b"]}\n'.repeat(3)),
  ];
  for (const bytes of whole) {
    for (let part = 0; part <= 20; part++) {
      const path = join(folder(), "cut");
      writeFileSync(path, bytes.subarray(0, Math.floor((bytes.length * part) / 20)));
      const outcome = await readStore(path).catch((error: unknown) => error);
      if (outcome instanceof Error)
        expect(outcome).toMatchObject({
          name: "MemoryError",
          code: expect.stringMatching(/^source_/),
        });
    }
  }
});
