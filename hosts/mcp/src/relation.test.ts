/** Tests relations that an agent registers with `remember` and reads with `impact`. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { connectClient, type TestingClient } from "./testing-client.ts";
import { unknownUses } from "./tools/impact.ts";

let at: TestingClient;
afterEach(() => at.close());

const NOTE = "Both list the columns by hand, so a new column must be added to both.";
const ENDS = { from: "src/report.ts:report", to: "schema/report.sql" };

async function client(): Promise<void> {
  at = await connectClient();
  for (const folder of ["src", "schema"]) mkdirSync(join(at.cwd, folder));
  writeFileSync(join(at.cwd, "src/report.ts"), "export function report() {}\n");
  writeFileSync(join(at.cwd, "schema/report.sql"), "create table report (id int);\n");
}

test("shows a registered relation, with what it is to the target", async () => {
  await client();
  const relation = { ...ENDS, kind: "generated_from" };
  expect((await at.call("remember", { content: NOTE, relation })).text).toContain("Stored as");
  const { text } = await at.call("impact", { target: ENDS.from, direction: "dependencies" });
  expect(text).toContain(
    "schema/report.sql (it is generated from this, registered by testing-client",
  );
});

test("keeps the agent's type, files and symbols beside those of the relation", async () => {
  await client();
  const named = { type: "gotcha", files: ["src/report.ts", "src/other.ts"], symbols: ["columns"] };
  const relation = { ...ENDS, kind: "documents" };
  const stored = await at.call("remember", { content: NOTE, relation, ...named });
  const id = /\[mem:([0-9a-f]{8})\]/.exec(stored.text)?.[1] ?? "";
  const { text } = await at.call("get", { ids: [id] });
  expect(text).toContain(NOTE);
  for (const word of ["gotcha", "src/other.ts", "schema/report.sql", "columns", "report"])
    expect(text).toContain(word);
});

test("refuses a note that says nothing", async () => {
  await client();
  const relation = { ...ENDS, kind: "documents" };
  const { text } = await at.call("remember", { content: "All tests pass.", relation });
  expect(text).toContain("Not stored: low_value");
});

test.each([
  ["an unknown place", { from: "src/new.ts", to: ENDS.to }, "src/new.ts"],
  ["two places in one file", { from: ENDS.from, to: "src/report.ts" }, "two files"],
])("stores the insight and reports a relation with %s", async (_name, ends, reason) => {
  await client();
  const relation = { ...ends, kind: "documents" };
  const { text, isError } = await at.call("remember", { content: NOTE, relation });
  expect(isError).not.toBe(true);
  expect(text).toMatch(/^Stored as .*\nThe relation was not registered: /);
  expect(text).toContain(reason);
  expect((await at.call("recall", { query: NOTE })).text).toContain("list the columns by hand");
});

test.each(["nonsense", "handoff", "context_cost"])("refuses the type %s", async (type) => {
  await client();
  const { text, isError } = await at.call("remember", { content: NOTE, type });
  expect(isError).toBe(true);
  expect(text).toContain("gotcha, decision, convention");
  expect(text).not.toMatch(/episode|digest/);
});

test("names the kinds in the schema and in the answer to another kind", async () => {
  await client();
  const relation = { ...ENDS, kind: "uses" };
  const { text, isError } = await at.call("remember", { content: NOTE, relation });
  expect([isError, text]).toEqual([true, expect.stringMatching(/depends_on.*configures/)]);
  const { tools } = (await at.request("tools/list")) as {
    tools: { name: string; inputSchema: { properties: Record<string, unknown> } }[];
  };
  const remember = tools.find(({ name }) => name === "remember");
  const announced = JSON.stringify(remember?.inputSchema.properties["relation"]);
  expect(announced).toMatch(/depends_on.*configures/);
});

const KNOWN = { names: [], calls: [], callCount: 0, unread: [], unreadBy: {}, isProperty: false };

test.each([
  ["a property", { isProperty: true }, "dependents", /^a property: uses are known only/],
  [
    "files with the name",
    { unread: ["a.vue", "b.vue"], unreadBy: { ".vue": 2 } },
    "dependents",
    /^2 files contain the name and are not read in full: a\.vue, b\.vue$/,
  ],
  [
    "the file itself",
    { unread: ["a.vue"], unreadBy: { ".vue": 1 } },
    "dependencies",
    /^1 file is not read in full: a\.vue$/,
  ],
] as const)("states why an answer is incomplete: %s", (_name, unknown, direction, line) => {
  expect(unknownUses({ ...KNOWN, ...unknown }, direction)).toEqual([expect.stringMatching(line)]);
});
