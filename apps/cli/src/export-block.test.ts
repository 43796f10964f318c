/** `tacit export --format claude-md --out FILE` preserves the text that people write in the file. */
import {
  chmodSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
let file: string;
beforeEach(() => {
  machine = testMachine();
  file = join(machine.folder, "CLAUDE.md");
});
afterEach(() => machine.remove());

const PNPM = "Always use pnpm here, never npm.";
const TABS = "Always indent with tabs here.";
const learned = (text: string) => machine.json(["remember", text, "--type", "preference"]);
const exported = () => machine.json(["export", "--format", "claude-md", "--out", file]);
const read = () => readFileSync(file, "utf8");

test("preserves the text around the block and replaces the block without duplicating it", async () => {
  await learned(PNPM);
  writeFileSync(file, "# Ours\n\nAsk before you push.\n");
  expect(await exported()).toMatchObject({ memories: 1 });
  writeFileSync(file, `${read()}\nAnd after it.\n`);
  const before = read();
  await exported();
  expect(read()).toBe(before);
  await learned(TABS);
  expect(await exported()).toMatchObject({ memories: 2 });
  expect(read()).toMatch(/^# Ours\n\nAsk before you push\.\n\n<!-- tacit:begin -->/);
  expect(read()).toMatch(/<!-- tacit:end -->\n\nAnd after it\.\n$/);
  expect(read().split("tacit:begin")).toHaveLength(2);
  for (const text of [PNPM, TABS]) expect(read()).toContain(text);
});

test("writes no empty block, and removes the block when its last memory is gone", async () => {
  const ours = "# Ours\n\nAsk before you push.\n";
  writeFileSync(file, ours);
  expect(await exported()).toMatchObject({ memories: 0 });
  expect(read()).toBe(ours);
  const { id } = (await learned(PNPM)) as { id: string };
  await exported();
  expect(read()).toContain(PNPM);
  await machine.json(["forget", id]);
  await exported();
  expect(read()).toBe(ours);
});

test("preserves the text after an incomplete block", async () => {
  await learned(PNPM);
  writeFileSync(file, "<!-- tacit:begin -->\nOurs, by now.\n");
  for (const _twice of [1, 2]) await exported();
  expect(read()).toContain("Ours, by now.");
});

test("leaves a file in another encoding unchanged", async () => {
  await learned(PNPM);
  const written = Buffer.from("\uFEFF# Ours\n", "utf16le");
  writeFileSync(file, written);
  const { status, stderr } = await machine.run(["export", "--format", "claude-md", "--out", file]);
  expect([status, stderr]).toEqual([64, expect.stringContaining("not UTF-8")]);
  expect(readFileSync(file)).toEqual(written);
});

test("preserves the file's location and permissions", async () => {
  await learned(PNPM);
  const real = join(machine.folder, "AGENTS.md");
  writeFileSync(real, "Ours.\n");
  chmodSync(real, 0o644);
  symlinkSync("AGENTS.md", file);
  await exported();
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toMatch(/^Ours\.\n\n<!-- tacit:begin/);
  if (process.platform !== "win32") expect(statSync(real).mode & 0o777).toBe(0o644);
  unlinkSync(file);
});

test("does not count memories that are left out as written", async () => {
  await machine.json(["remember", "The staging port is 7781."]);
  expect(await exported()).toMatchObject({ memories: 0 });
});

test.each(["", "# Ours", "# Ours\n", "# Ours\n\n\n", "\n", "  \n# Ours\r\n", "a\n\nb\n \n\t"])(
  "restores a file with the content %j when the block is removed",
  async (before) => {
    await learned(PNPM);
    writeFileSync(file, before);
    await exported();
    expect(read().startsWith(before)).toBe(true);
    await learned(TABS);
    await exported();
    const { deleted } = (await machine.json([
      ...["export", "--format", "claude-md", "--out", file, "--remove"],
    ])) as { deleted: boolean };
    expect(deleted).toBe(before === "");
    if (before !== "") expect(read()).toBe(before);
  },
);

test("leaves memories of a task, agent or session out of the block", async () => {
  await learned(PNPM);
  const lines = [
    { content: "Task rule: squash every commit of this task.", type: "convention", scope: "task" },
    { content: "Agent rule: answer in short sentences.", type: "convention", scope: "agent" },
    { content: "Session rule: leave the fixtures alone.", type: "convention", scope: "session" },
  ].map((line) => JSON.stringify(line));
  await machine.json(["import", "jsonl", "-", "--trusted"], lines.join("\n"));
  await exported();
  expect(read()).toContain(PNPM);
  expect(read()).not.toMatch(/(?:Task|Agent|Session) rule/);
});

test("rejects --remove for a file without a block", async () => {
  writeFileSync(file, "# Ours\n");
  const removed = await machine.run(["export", "--format", "claude-md", "--out", file, "--remove"]);
  expect([removed.status, read()]).toEqual([64, "# Ours\n"]);
});
