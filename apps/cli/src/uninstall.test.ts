/** Tests that `tacit uninstall` removes what it listed and nothing else. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let at: TestMachine;
let settings: string;
beforeEach(async () => {
  at = testMachine();
  settings = join(dirname(at.home), "user", ".claude", "settings.json");
  mkdirSync(dirname(settings), { recursive: true });
  writeFileSync(settings, SETTINGS);
  await at.json(["remember", "Ports below 1024 need the helper."]);
});
afterEach(() => at.remove());

const SETTINGS = '{\n  "model": "opus"\n}\n';

test("only shows what it would remove when there is no terminal", async () => {
  const { stdout, status } = await at.run(["uninstall"]);
  expect([status, stdout]).toEqual([0, expect.stringContaining("Nothing was changed")]);
  expect(stdout).toContain(at.home);
  expect(existsSync(join(at.home, "memory.db"))).toBe(true);
  expect(await at.json(["uninstall", "--dry-run", "--delete-memories"])).toMatchObject({
    deleted: false,
  });
  expect(existsSync(join(at.home, "memory.db"))).toBe(true);
});

test("restores the configuration of agents and keeps memories", async () => {
  await at.run(["connect", "claude-code", "--yes"]);
  expect(readFileSync(settings, "utf8")).not.toBe(SETTINGS);
  expect((await at.run(["uninstall"])).stdout).toContain(settings);
  await at.json(["uninstall", "--yes"]);
  expect(readFileSync(settings, "utf8")).toBe(SETTINGS);
  expect(await at.json(["list"])).toHaveLength(1);
});

test("deletes the home folder with --delete-memories, and the backup can be restored", async () => {
  const backup = join(at.folder, "last.db");
  await at.json(["uninstall", "--yes", "--delete-memories", "--backup", backup]);
  expect(existsSync(at.home)).toBe(false);
  await at.run(["status"]);
  cpSync(backup, join(at.home, "last.db"));
  await at.json(["doctor", "--restore", "--from", join(at.home, "last.db")]);
  expect(await at.json(["list"])).toHaveLength(1);
});

test("removes nothing if the backup cannot be written", async () => {
  const backup = join(at.folder, "there.db");
  writeFileSync(backup, "mine");
  const { status, stderr } = await at.run([
    ...["uninstall", "--yes", "--delete-memories", "--backup", backup],
  ]);
  expect([status, stderr]).toEqual([73, expect.stringContaining("nothing was removed")]);
  expect(readFileSync(backup, "utf8")).toBe("mine");
  expect(await at.json(["list"])).toHaveLength(1);
});

test("keeps other files in the home folder, and a folder that is not Tacit's", async () => {
  writeFileSync(join(at.home, "diary.txt"), "mine");
  expect((await at.run(["uninstall"])).stdout).toContain("stays: diary.txt");
  await at.json(["uninstall", "--yes", "--delete-memories"]);
  expect(readdirSync(at.home)).toEqual(["diary.txt"]);
  mkdirSync(join(at.folder, "backups"));
  await at.json(["uninstall", "--yes", "--delete-memories", "--home", at.folder]);
  expect(existsSync(join(at.folder, "backups"))).toBe(true);
});
