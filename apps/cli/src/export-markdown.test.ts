/** A Markdown export is edited by a person and imported again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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

test("a document imported into an empty store is exported again with the same text", async () => {
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
  expect((await imported("--edits")).stdout).toContain("0 texts changed, 0 memories added");
  expect(await contents()).toEqual(after);
  expect((await machine.run(["undo"])).status).toBe(0);
  expect(await contents()).toEqual([HOOK, PNPM]);
});

test.each([
  ["another person's word", [], { source: "imported", standing: "believed" }],
  [
    "the user's word with --trusted",
    ["--trusted"],
    { source: "user_taught", standing: "verified" },
  ],
] as const)("a new section is %s", async (_whose, options, expected) => {
  const section =
    "### When releasing\n\nRelease on Mondays only, because the mirrors sync on Sundays.";
  changed("\n<!--", `\n${section}\n\n<!--`);
  await imported("--edits", ...options);
  const found = (await machine.json(["list"])) as { content: string }[];
  expect(found.find(({ content }) => content.startsWith("Release"))).toMatchObject(expected);
});

test("a text that changed in the store too stays as it is there", async () => {
  const [{ id }] = (await machine.json(["list", "--type", "convention"])) as [{ id: string }];
  await machine.run(["edit", id, "--content", "Always use yarn here, never npm."]);
  changed(PNPM, "Always use bun here, never npm.");
  expect((await imported("--edits")).stdout).toContain("changed here too since the export");
  expect(await contents()).toContain("Always use yarn here, never npm.");
});

test("an added section with paragraphs, and one that a memory already states, are imported once", async () => {
  const text = "The mirrors sync on Sundays.\n\nSo release on Mondays:\n\n    npm run release";
  changed("\n<!--", `\n### When releasing\n\n${text}\n\n### ${PNPM}\n\n<!--`);
  const document = () => machine.json(["import", "export", file, "--edits"]);
  expect(await document()).toMatchObject({ edits: 1, added: [expect.any(String)], refused: [] });
  expect(await contents()).toContain(text);
  expect(await document()).toMatchObject({ edits: 0, added: [] });
});

test("text without a heading is reported", async () => {
  changed("\n### ", "\nA remark.\n\n### ");
  expect((await imported("--edits")).stdout).toContain('not applied: "A remark."');
});

test("a section with a secret is stored without it, and imported once", async () => {
  changed(
    "\n<!--",
    `\n### When deploying\n\nThe deploy script reads the key ${KEY} from its environment.\n\n<!--`,
  );
  expect((await imported("--edits")).stdout).toContain("1 memory added");
  const stored = await contents();
  expect(stored).toContainEqual(
    expect.stringContaining("The deploy script reads the key [redacted"),
  );
  expect(JSON.stringify(stored)).not.toContain(KEY);
  expect((await imported("--edits")).stdout).toContain("0 memories added");
});

test("refuses an incomplete file, states what is missing and changes nothing", async () => {
  writeFileSync(file, read().slice(0, -20));
  const { status, stderr } = await imported("--edits");
  expect([status, stderr]).toEqual([65, expect.stringContaining("a Markdown export")]);
  expect(await contents()).toEqual([HOOK, PNPM]);
});

const TOPIC = join(".tacit", "memory", "conventions.md");
const filesWritten = () => machine.json(["export", "--format", "memory-files"]);

test("writes the files in .tacit on request, imports an edit of their folder, and removes them", async () => {
  const states = (state: string, ...names: string[]) => ({
    files: names.map((name) => ({ path: `.tacit/${name}`, state })),
  });
  const names = ["MEMORY.md", "memory/conventions.md", "memory/gotchas.md"];
  expect(await filesWritten()).toEqual(states("written", ...names));
  expect(await filesWritten()).toEqual(states("unchanged", ...names));
  const overview = readFileSync(join(machine.folder, ".tacit", "MEMORY.md"), "utf8");
  expect(overview).toContain(`- ${PNPM}`);
  const path = join(machine.folder, TOPIC);
  writeFileSync(path, readFileSync(path, "utf8").replace("pnpm", "bun"));
  expect((await machine.run(["export", "--format", "memory-files"])).stdout).toContain(
    ".tacit/memory/conventions.md: not replaced",
  );
  const folder = join(machine.folder, ".tacit", "memory");
  expect((await machine.run(["import", "export", folder, "--edits"])).stdout).toContain(
    "1 text changed",
  );
  expect(await contents()).toEqual([HOOK, "Always use bun here, never npm."]);
  await machine.run(["export", "--format", "memory-files", "--remove"]);
  expect(existsSync(join(machine.folder, ".tacit"))).toBe(false);
});

test("a forgotten memory leaves the files in .tacit, except one with edits of other memories", async () => {
  const OTHER = "Never push to main without a review, because main deploys itself.";
  await machine.run(["remember", OTHER, "--type", "convention"]);
  await filesWritten();
  const [path, overview] = [
    join(machine.folder, TOPIC),
    join(machine.folder, ".tacit", "MEMORY.md"),
  ];
  const before = readFileSync(path, "utf8");
  writeFileSync(path, before.replace("without a review", "unread"));
  const rules = (await machine.json(["list", "--type", "convention"])) as {
    readonly id: string;
    readonly content: string;
  }[];
  const id = rules.find(({ content }) => content === PNPM)?.id ?? "";
  const { stderr } = await machine.run(["forget", id, "--yes"]);
  expect(stderr).toContain(".tacit/memory/conventions.md contains changes or memories");
  expect(readFileSync(path, "utf8")).toContain(PNPM);
  expect(readFileSync(overview, "utf8")).not.toContain(PNPM);
  writeFileSync(path, before);
  const [{ id: gotcha }] = (await machine.json(["list", "--type", "gotcha"])) as [{ id: string }];
  expect((await machine.run(["forget", gotcha, "--yes"])).stderr).toBe("");
  for (const text of [HOOK, PNPM])
    for (const file of [path, overview]) expect(readFileSync(file, "utf8")).not.toContain(text);
  expect(existsSync(join(machine.folder, ".tacit", "memory", "gotchas.md"))).toBe(false);
});

test("a .tacit/MEMORY.md that is no file is not blamed on edits", async () => {
  const [{ id }] = (await machine.json(["list", "--type", "gotcha"])) as [{ id: string }];
  mkdirSync(join(machine.folder, ".tacit", "MEMORY.md"), { recursive: true });
  const { stderr } = await machine.run(["forget", id, "--yes"]);
  expect(stderr).toContain(".tacit/MEMORY.md cannot be changed");
});

test.each(["archive", "json"])("--edits is refused for an export as %s", async (format) => {
  await machine.run(["export", "--format", format, "--out", file]);
  const { status, stderr } = await imported("--edits");
  expect([status, stderr]).toEqual([
    64,
    expect.stringContaining("--edits needs a Markdown export"),
  ]);
});
