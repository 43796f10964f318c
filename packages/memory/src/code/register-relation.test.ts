/** Tests registered relations: they are shown as registered, apply per symbol, and disappear with their memory. */
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

test("refuses a relation between two places in one file", async () => {
  const tacit = await place().open();
  await expect(
    tacit.code.relation({ from: "src/table.ts:rows", to: "src/table.ts", kind: "depends_on" }),
  ).rejects.toMatchObject({ code: "usage" });
});
