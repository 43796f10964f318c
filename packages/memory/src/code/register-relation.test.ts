/** Tests relations that a person or an agent registers: shown as registered, per symbol, until they are removed. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

function place() {
  const made = makePlace();
  made.write("src/table.ts", "export function columns() {}\nexport function rows() {}\n");
  made.write("src/report.ts", "export function report() {}\n");
  made.write("schema/report.sql", "create table report (id int);\n");
  return made;
}

test("shows a registered relation with its kind, symbol and registrar, and not as an edge of the code", async () => {
  const tacit = await place().open();
  const relation = await tacit.code.relation({
    from: "src/report.ts:report",
    to: "src/table.ts:columns",
    kind: "coupled_with",
    note: "both list the columns by hand",
  });
  const { id } = await tacit.memories.remember({
    ...relation,
    source: "agent_explicit",
    agent: "codex",
  });
  const answer = await tacit.code.impact("src/table.ts:columns");
  expect(answer.nodes).toEqual([]);
  expect(answer.byMemory).toMatchObject([
    {
      path: "src/report.ts",
      symbol: "report",
      via: "coupled_with",
      memory: id,
      registeredBy: "codex",
    },
  ]);
  expect((await tacit.code.impact("src/table.ts:rows")).byMemory).toEqual([]);
  expect((await tacit.code.impact("src/table.ts")).byMemory).toHaveLength(1);
  const found = { from: "src/report.ts:report", to: "src/table.ts:columns" };
  expect(await tacit.code.relationMemories(found)).toEqual([id]);
  await tacit.memories.archive(id ?? "");
  expect((await tacit.code.impact("src/table.ts:columns")).byMemory).toEqual([]);
});

test("relates a file that no parser reads, and reverses the dependency of `configures`", async () => {
  const tacit = await place().open();
  const to = "src/report.ts:report";
  for (const kind of ["generated_from", "configures"] as const) {
    const [from, other] =
      kind === "configures" ? ["schema/report.sql", to] : [to, "schema/report.sql"];
    const relation = await tacit.code.relation({ from, to: other, kind });
    await tacit.memories.remember({ ...relation, source: "user_taught" });
  }
  const { byMemory } = await tacit.code.deps(to);
  expect(byMemory.map(({ path, registeredBy }) => [path, registeredBy])).toEqual([
    ["schema/report.sql", "the user"],
  ]);
});

test("registers a removed relation again, with its note", async () => {
  const tacit = await place().open();
  const ends = { from: "src/report.ts", to: "src/table.ts" };
  const register = async (note?: string) => {
    const relation = await tacit.code.relation({ ...ends, kind: "depends_on", note });
    return tacit.memories.remember({ ...relation, source: "user_taught", isVerbatim: true });
  };
  const remove = async () => {
    for (const id of await tacit.code.relationMemories(ends)) await tacit.memories.archive(id);
  };
  const shown = async () => (await tacit.code.impact("src/table.ts")).byMemory;
  await register();
  await remove();
  expect(await shown()).toEqual([]);
  await register();
  expect(await shown()).toHaveLength(1);
  await remove();
  const { id } = await register("both list the columns");
  expect(await shown()).toMatchObject([{ memory: id }]);
  expect((await tacit.memories.get(id ?? "")).content).toMatch(/: both list the columns$/);
});

test("registers the relation of a text that was stored without one", async () => {
  const tacit = await place().open();
  const relation = await tacit.code.relation({
    from: "src/report.ts:report",
    to: "src/table.ts:columns",
    kind: "depends_on",
  });
  const { content, files, symbols } = relation;
  const plainText = { content, files, symbols, source: "agent_explicit" } as const;
  const { id } = await tacit.memories.remember(plainText);
  await tacit.memories.remember({ ...relation, source: "user_taught" });
  expect((await tacit.code.impact("src/table.ts:columns")).byMemory).toMatchObject([
    { symbol: "report", memory: id, registeredBy: "an agent" },
  ]);
});

test("stores relations of one file separately, and none disputes another", async () => {
  const made = place();
  made.write("src/lists.ts", "export function columns() {}\n");
  const tacit = await made.open();
  for (const to of ["src/table.ts", "src/lists.ts"]) {
    const relation = await tacit.code.relation({ from: "src/report.ts", to, kind: "depends_on" });
    const { contradicts, mergedInto } = await tacit.memories.remember({
      ...relation,
      source: "user_taught",
    });
    expect([contradicts, mergedInto]).toEqual([null, null]);
  }
  const { byMemory } = await tacit.code.deps("src/report.ts");
  expect(byMemory.map(({ path }) => path).sort()).toEqual(["src/lists.ts", "src/table.ts"]);
});

test.each([
  ["too_short", "done"],
  ["too_long", `Both list the columns by hand. ${"Word ".repeat(300)}`],
  ["low_value", "All tests pass."],
])("the noise gate applies to the note of an agent: %s", async (reason, note) => {
  const tacit = await place().open();
  const relation = await tacit.code.relation({
    from: "src/report.ts",
    to: "src/table.ts",
    kind: "depends_on",
    note,
  });
  const agent = { ...relation, source: "agent_explicit" } as const;
  expect(await tacit.memories.remember(agent)).toMatchObject({ accepted: false, reason });
  const person = { ...relation, source: "user_taught", isVerbatim: true } as const;
  expect(await tacit.memories.remember(person)).toMatchObject({ accepted: true });
});

test("shows a relation of a memory with many files", async () => {
  const tacit = await place().open();
  const ends = { from: "src/report.ts", to: "src/table.ts" };
  const relation = await tacit.code.relation({ ...ends, kind: "depends_on" });
  const more = Array.from({ length: 10 }, (_value, at) => `src/other-${at}.ts`);
  const files = [...(relation.files ?? []), ...more];
  await tacit.memories.remember({ ...relation, files, source: "user_taught" });
  expect((await tacit.code.impact("src/table.ts")).byMemory).toMatchObject([
    { path: "src/report.ts", registeredBy: "the user" },
  ]);
});

test("finds a coupling in both orders, and a relation of a deleted file as it is written", async () => {
  const made = place();
  const tacit = await made.open();
  const [from, to] = ["src/report.ts:report", "src/table.ts:columns"];
  const coupling = await tacit.code.relation({ from, to, kind: "coupled_with" });
  const { id } = await tacit.memories.remember({ ...coupling, source: "user_taught" });
  const directed = await tacit.code.relation({ from, to, kind: "depends_on" });
  const other = await tacit.memories.remember({ ...directed, source: "user_taught" });
  expect(await tacit.code.relationMemories({ from: to, to: from })).toEqual([id]);
  rmSync(join(made.root, "src/table.ts"));
  expect(await tacit.code.relationMemories({ from, to, kind: "depends_on" })).toEqual([other.id]);
});

test("says that an import registered a relation", async () => {
  const tacit = await place().open();
  const ends = { from: "src/report.ts", to: "src/table.ts" };
  const relation = await tacit.code.relation({ ...ends, kind: "documents" });
  await tacit.memories.remember({ ...relation, source: "imported" });
  expect((await tacit.code.impact("src/table.ts")).byMemory).toMatchObject([
    { registeredBy: "an import" },
  ]);
});

test("refuses a folder", async () => {
  const tacit = await place().open();
  await expect(
    tacit.code.relation({ from: "src/report.ts", to: "schema", kind: "generated_from" }),
  ).rejects.toMatchObject({
    code: "symbol_not_found",
    facts: { reason: expect.stringContaining("folder") },
  });
});

test("refuses a relation between two places in one file", async () => {
  const tacit = await place().open();
  await expect(
    tacit.code.relation({ from: "src/table.ts:rows", to: "src/table.ts", kind: "depends_on" }),
  ).rejects.toMatchObject({ code: "usage" });
});
