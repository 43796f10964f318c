/** A Markdown export is edited by a person and imported again. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
let file: string;
beforeEach(async () => {
  machine = testMachine();
  file = join(machine.folder, "memories.md");
  await machine.run(["remember", PNPM, "--type", "convention"]);
  await machine.run(["remember", HOOK, "--type", "gotcha", "--file", "src/hook.ts"]);
  await exported();
});
afterEach(() => machine.remove());

const PNPM = "Always use pnpm here, never npm.";
const HOOK = "A hook reads standard input once, because a second read waits forever.";
const KEY = `ghp_${"a1B2c3".repeat(6)}`;
const exported = () => machine.run(["export", "--format", "markdown", "--out", file]);
const read = () => readFileSync(file, "utf8");
const changed = (from: string | RegExp, to: string) =>
  writeFileSync(file, read().replace(from, to));
const imported = (...more: string[]) => machine.run(["import", "export", file, ...more]);
const contents = async () =>
  ((await machine.json(["list"])) as { content: string }[]).map(({ content }) => content).sort();

test("into an empty store, and exported from it, gives the same text", async () => {
  const before = read();
  const elsewhere = testMachine();
  try {
    const { stdout } = await elsewhere.run(["import", "export", file]);
    expect(stdout).toContain("2 memories imported");
    await elsewhere.run(["export", "--format", "markdown", "--out", file]);
    const name = /^# Memories of .*$|"project":"[^"]*"|"projectId":"[^"]*"/gm;
    expect(read().replaceAll(name, "")).toBe(before.replaceAll(name, ""));
  } finally {
    elsewhere.remove();
  }
});

test("changes texts and adds sections with --edits only, and undo takes them back", async () => {
  changed(PNPM, "Always use bun here, never npm.");
  changed(
    "\n<!--",
    "\n### When releasing: Mondays only\n\nRelease on Mondays only, because the mirrors sync on Sundays.\n\n<!--",
  );
  expect((await imported()).stdout).toContain("2 edits in the file: run the command again with");
  expect(await contents()).toEqual([HOOK, PNPM]);
  const { stdout } = await imported("--edits");
  expect(stdout).toContain("1 text changed, 1 memory added");
  const after = [
    HOOK,
    "Always use bun here, never npm.",
    "Release on Mondays only, because the mirrors sync on Sundays.",
  ];
  expect(await contents()).toEqual(after);
  // The same file again changes nothing more, and adds nothing twice.
  await imported("--edits");
  expect(await contents()).toEqual(after);
  expect((await machine.run(["undo"])).status).toBe(0);
  expect(await contents()).toEqual([HOOK, PNPM]);
});

test("a text that changed in the store too stays as it is there", async () => {
  const [{ id }] = (await machine.json(["list", "--type", "convention"])) as [{ id: string }];
  await machine.run(["edit", id, "--content", "Always use yarn here, never npm."]);
  changed(PNPM, "Always use bun here, never npm.");
  expect((await imported("--edits")).stdout).toContain("changed here too since the export");
  expect(await contents()).toContain("Always use yarn here, never npm.");
});

test("a section with a secret is not stored with it", async () => {
  changed(
    "\n<!--",
    `\n### When deploying\n\nThe deploy script reads the key ${KEY} from its environment.\n\n<!--`,
  );
  await imported("--edits");
  expect(JSON.stringify(await contents())).not.toContain(KEY);
});

test("an incomplete file is refused with its fault and changes nothing", async () => {
  writeFileSync(file, read().slice(0, -20));
  const { status, stderr } = await imported("--edits");
  expect([status, stderr]).toEqual([65, expect.stringContaining("a Markdown export")]);
  expect(await contents()).toEqual([HOOK, PNPM]);
});

test("a forgotten memory leaves .tacit/MEMORY.md, except while the file has edits of other memories", async () => {
  const [{ id }] = (await machine.json(["list", "--type", "gotcha"])) as [{ id: string }];
  const path = join(machine.folder, ".tacit", "MEMORY.md");
  mkdirSync(join(machine.folder, ".tacit"));
  const edited = read().replace(PNPM, "Always use bun here, never npm.");
  writeFileSync(path, edited);
  const { stderr } = await machine.run(["forget", id, "--yes"]);
  expect(stderr).toContain(".tacit/MEMORY.md has edits that were not imported");
  expect(readFileSync(path, "utf8")).toBe(edited);
  writeFileSync(path, read());
  const [{ id: rule }] = (await machine.json(["list"])) as [{ id: string }];
  expect((await machine.run(["forget", rule, "--yes"])).stderr).toBe("");
  for (const text of [HOOK, PNPM]) expect(readFileSync(path, "utf8")).not.toContain(text);
});
