/** Stores in JSON and Markdown are read in the formats their programs write. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, readStore, written } from "./testing-stores.ts";

test("reads mem0: the response of its API and the export of its plugin", async () => {
  const results = [
    {
      id: "a",
      memory: "Deploys need approval.",
      categories: ["convention"],
      metadata: { files: ["deploy.sh"], branch: "main" },
      created_at: "2026-03-01",
      app_id: "shop",
    },
    { id: "b" },
  ];
  expect(await readStore(written("memories.json", JSON.stringify({ results })))).toEqual({
    kind: "mem0",
    lines: [
      "Deploys need approval. | convention | deploy.sh | of shop 2026-03-01",
      "results 2: no text",
    ],
  });
  const markdown =
    "---\nid: a\ncreated_at: 2026-03-01\ntype: decision\nconfidence: 0.9\nbranch:\nfiles: a.ts, b.ts\ncategories:\n---\nUse SQLite, because it is one file.\n\n---\nid: b\ncreated_at:\n---\nSecond.\n";
  expect((await readStore(written("mem0-export-shop-2026-03-01.md", markdown))).lines).toEqual([
    "Use SQLite, because it is one file. | decision | a.ts,b.ts | 2026-03-01",
    "Second. | ? |  | ",
  ]);
});

test("reads agentmemory: its export and its shim's file, without superseded memories", async () => {
  const memory = {
    id: "mem_1",
    type: "bug",
    title: "Totals are rounded once",
    content: "Totals are rounded once, in order.ts",
    concepts: ["rounding"],
    files: ["src/order.ts"],
    createdAt: "2026-11-22T00:08:40.928Z",
    strength: 7,
    isLatest: true,
  };
  const lines = [
    "Totals are rounded once, in order.ts | error_pattern | src/order.ts | 2026-11-22",
  ];
  expect(
    await readStore(
      written("standalone.json", JSON.stringify({ "mem:memories": { mem_1: memory } })),
    ),
  ).toEqual({ kind: "agentmemory", lines });
  const document = {
    version: "0.9.29",
    memories: [memory, { ...memory, id: "mem_0", isLatest: false }, 7],
    lessons: [
      {
        id: "l",
        content: "Seed after migrating.",
        context: "Otherwise columns are missing.",
        confidence: 0.5,
      },
    ],
    proceduralMemories: [
      { id: "p", name: "Release", steps: ["tag", "push"], triggerCondition: "when main is green" },
    ],
  };
  expect((await readStore(written("export.json", JSON.stringify(document)))).lines).toEqual([
    ...lines,
    `${lines[0]} gone`,
    "memories 3: no text",
    "Seed after migrating. Otherwise columns are missing. | ? |  | ",
    "Release: when main is green 1. tag 2. push | workflow_recipe |  | ",
  ]);
  const newer = written("export.json", JSON.stringify({ version: "1.0.0", memories: [memory] }));
  await expect(readStore(newer)).rejects.toMatchObject({ code: "source_newer" });
});

test("reads the reference server: one memory per observation, and reports torn lines", async () => {
  const lines = [
    '{"type":"entity","name":"checkout","entityType":"module","observations":["Rounds once","Discounts, then tax"]}',
    '{"type":"relation","from":"checkout","to":"Ana","relationType":"owned_by"}',
    '{"type":"entity","name":"che',
    '{"type":"entity","observations":["nobody"]}',
  ];
  expect(await readStore(written("memory.jsonl", lines.join("\n")))).toEqual({
    kind: "memory-json",
    lines: [
      "checkout: Rounds once | ? |  | ",
      "checkout: Discounts, then tax | ? |  | ",
      "line 3: not JSON",
      "line 4: an entity without a name",
    ],
  });
  const graph = {
    entities: [{ name: "a", entityType: "t", observations: ["b"] }, 3],
    relations: [],
  };
  expect((await readStore(written("memory.json", JSON.stringify(graph)))).lines).toEqual([
    "a: b | ? |  | ",
    "entities 2: not an object",
  ]);
});

test("reads jcode: a folder with a graph for all projects and one each, and the older list", async () => {
  const entry = {
    id: "mem_1",
    category: "preference",
    content: "Prefers tabs.",
    tags: ["style"],
    created_at: "2026-08-01T00:00:00Z",
    updated_at: "2026-08-02T00:00:00Z",
    confidence: 0.9,
    active: true,
  };
  const graph = (memories: object) => JSON.stringify({ graph_version: 2, memories, tags: {} });
  const place = folder();
  mkdirSync(join(place, "projects"));
  writeFileSync(join(place, "global.json"), graph({ mem_1: entry }));
  writeFileSync(
    join(place, "projects", "0f.json"),
    graph({
      mem_2: { ...entry, id: "mem_2", category: { custom: "note" }, superseded_by: "mem_3" },
    }),
  );
  writeFileSync(join(place, "projects", "other.json"), "[]");
  expect(await readStore(place)).toEqual({
    kind: "jcode",
    lines: [
      "Prefers tabs. | preference |  | 2026-08-02 global",
      "Prefers tabs. | ? |  | 2026-08-02 gone",
    ],
  });
  const old = written("x.json", JSON.stringify({ entries: [entry], metadata: {} }));
  expect((await readStore(old)).lines).toEqual(["Prefers tabs. | preference |  | 2026-08-02"]);
  const newer = written("y.json", JSON.stringify({ graph_version: 3, memories: {} }));
  await expect(readStore(newer)).rejects.toMatchObject({ code: "source_newer" });
});

test("reads basic-memory: observations of notes, and notes in prose", async () => {
  const place = folder();
  mkdirSync(join(place, "design"));
  mkdirSync(join(place, ".obsidian"));
  writeFileSync(join(place, ".obsidian", "x.md"), "- [tech] hidden\n");
  writeFileSync(
    join(place, "design", "search.md"),
    "---\ntitle: Search\npermalink: design/search\ntags: [fts]\ncreated: 2026-05-01\n---\n# Search\n- [decision] Use FTS5 #sqlite (fast enough)\n- [x] done\n- [00:01:02] said\n- [link](a.md)\n- relates_to [[Index]]\n",
  );
  writeFileSync(
    join(place, "plain.md"),
    "---\ntitle: Plain\npermalink: plain\ncreated: 2026-05-01\n---\nThe cache must be warmed before noon.\n",
  );
  expect(await readStore(place)).toEqual({
    kind: "basic-memory",
    lines: [
      "Plain: The cache must be warmed before noon. | ? |  | 2026-05-01",
      "Search: Use FTS5 (fast enough) | decision |  | 2026-05-01",
    ],
  });
});

test("reads Claude Code's own memory: one per topic, and index lines that are more than links", async () => {
  const place = join(folder(), "-home-me-shop", "memory");
  mkdirSync(place, { recursive: true });
  writeFileSync(
    join(place, "MEMORY.md"),
    "# Memory Index\n- [Tests](feedback_tests.md) — how to test\n\n## Build\n- Run codegen before the build.\n",
  );
  writeFileSync(
    join(place, "feedback_tests.md"),
    "---\nname: Tests need a database\ndescription: no mocks\ntype: feedback\n---\nNever mock the database.\n\n**Why:** a mock hid a broken migration.\n",
  );
  const long = `${"A sentence of some length that goes on. ".repeat(20)}\n`;
  writeFileSync(
    join(place, "project_long.md"),
    `---\nname: Long\ntype: user\n---\n## One\n${long}## Two\n${long}`,
  );
  const { kind, lines } = await readStore(place);
  expect(kind).toBe("claude-memory");
  const undated = lines.map((line) => line.replace(/ \d{4}-\d\d-\d\d/, ""));
  expect(undated).toEqual([
    "Build: Run codegen before the build. | ? |  | of -home-me-shop",
    "Tests need a database: Never mock the database.\n\n**Why:** a mock hid a broken migration. | convention |  | of -home-me-shop",
    `Long, One: ${long.trim()} | preference |  | of -home-me-shop global`,
    `Long, Two: ${long.trim()} | preference |  | of -home-me-shop global`,
  ]);
});
