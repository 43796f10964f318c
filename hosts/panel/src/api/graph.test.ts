/** Tests the parts of the graph that the page draws, and hostile requests. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startPanel, type TestingPanel } from "../testing-panel.ts";

const SCRIPT = "<script>alert(1)</script> in a template breaks the parser of the mail.";

async function withGraph(): Promise<TestingPanel & { readonly id: string }> {
  const at = await startPanel();
  const write = (name: string, text: string) =>
    writeFileSync(join(at.folder, "project", name), text);
  write("log.ts", "export function log() {}\n");
  write("app.ts", 'import { log } from "./log";\nlog();\n');
  await at.other.code.index();
  const { id } = await at.other.memories.remember({
    content: SCRIPT,
    files: ["log.ts"],
    source: "user_taught",
  });
  return { ...at, id: id ?? "" };
}

test("a file and a memory lead to each other", async () => {
  const at = await withGraph();
  const file = await at.call("GET /api/graph", { focus: "file:log.ts" });
  expect(file).toMatchObject({ focus: "file:log.ts", total: 2, files: 2 });
  expect(file.nodes.map(({ key }) => key)).toEqual([
    "file:log.ts",
    `memory:${at.id}`,
    "file:app.ts",
  ]);
  expect(file.edges).toContainEqual({ from: "file:app.ts", to: "file:log.ts", type: "depends" });
  const memory = await at.call("GET /api/graph", { focus: `memory:${at.id.slice(-8)}` });
  expect(memory.focus).toBe(`memory:${at.id}`);
  expect(memory.edges).toEqual([{ from: `memory:${at.id}`, to: "file:log.ts", type: "about" }]);
});

test("the map has all files and memories, by number", async () => {
  const at = await withGraph();
  const { nodes, links, total } = await at.call("GET /api/graph/map", {});
  expect(nodes.map(({ key }) => key)).toEqual(["file:log.ts", "file:app.ts", `memory:${at.id}`]);
  expect(nodes[2]).toMatchObject({ type: expect.any(String), module: nodes[0]?.module });
  expect(links).toEqual([
    [2, 0, "about"],
    [1, 0, "depends"],
  ]);
  expect(total).toBe(3);
});

test.each([
  ["file:../secret.txt", 400],
  ["file:/etc/passwd", 400],
  ["file:a\0b", 400],
  ["file:", 400],
  [`file:${"x".repeat(5000)}`, 400],
  ["memory:../x", 400],
  ["memory:01890000-0000-7000-8000-000000000000", 404],
  ["session:1", 400],
  ["", 400],
  ["FILE:log.ts", 400],
  ["Memory:0189", 400],
  ["file:none.ts", 200],
])("answers the focus %j with status %i", async (focus, status) => {
  const at = await withGraph();
  const answer = await at.fetch(`/api/graph?focus=${encodeURIComponent(focus)}`);
  expect(answer.status, await answer.clone().text()).toBe(status);
  expect(await answer.text()).not.toContain("not for the panel");
});

test("refuses the graph without the cookie", async () => {
  const { origin } = await startPanel();
  expect((await fetch(`${origin}/api/graph`)).status).toBe(401);
  expect((await fetch(`${origin}/api/graph/map`)).status).toBe(401);
});
