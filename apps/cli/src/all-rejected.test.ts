/** An import ends with "bad data" if everything was rejected, and with 0 if something was imported. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

const GOOD = "The preview server reads its port from PREVIEW_PORT.";
const entity = (text: string) =>
  `${JSON.stringify({ type: "entity", name: text, entityType: "note", observations: [text] })}\n`;
const skill = (name: string) =>
  `---\nname: ${name}\ndescription: Do it\n---\n\n1. Run it.\n2. Look.\n`;

test.each<[string, readonly string[], string, string, string]>([
  ["jsonl", ["in.jsonl"], "in.jsonl", '{"content": 1}\n', JSON.stringify({ content: GOOD })],
  ["store", ["in.jsonl", "--from", "memory-json"], "in.jsonl", entity("ok"), entity(GOOD)],
  ["skills", ["skills"], "skills/a/SKILL.md", "no frontmatter", ""],
])("import %s", async (what, args, file, bad, good) => {
  const path = join(machine.folder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bad);
  const [source = "", ...more] = args;
  const run = () => machine.run(["import", what, join(machine.folder, source), ...more]);
  expect(await run()).toMatchObject({ status: 65, stderr: "" });
  if (what === "skills") {
    mkdirSync(join(machine.folder, "skills/b"));
    writeFileSync(join(machine.folder, "skills/b/SKILL.md"), skill("b"));
  } else writeFileSync(path, `${bad}${good}`);
  const { status, stdout } = await run();
  expect([status, stdout]).toEqual([0, expect.stringMatching(/line 1|too short|SKILL\.md/)]);
});

test("import rules", async () => {
  writeFileSync(join(machine.folder, "CLAUDE.md"), Buffer.from([0, 1, 2, 0]));
  expect(await machine.run(["import", "rules"])).toMatchObject({ status: 65 });
  writeFileSync(join(machine.folder, "AGENTS.md"), `- ${GOOD}\n`);
  const some = await machine.run(["import", "rules"]);
  expect(some).toMatchObject({ status: 0, stdout: expect.stringContaining("CLAUDE.md") });
});
