/** --project may be a name: a server then serves that project, and never a missing folder of that name. */
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { CommandContext } from "./command-context.ts";
import { projectFolder } from "./open.ts";
import { createRenderer } from "./output/renderer.ts";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

function folderOf(named: string | null): Promise<string> {
  const output = { write: () => true };
  const own: CommandContext["machine"] = {
    env: {},
    platform: process.platform,
    userHome: dirname(machine.folder),
    cwd: () => machine.folder,
    stdin: process.stdin,
    stdout: output,
    stderr: output,
    nowMs: () => Date.now(),
  };
  const place = { home: machine.home, named };
  return projectFolder({
    machine: own,
    place,
    out: createRenderer(own, false),
    endWith: () => undefined,
  });
}

test("resolves a folder, a name, or the working directory", async () => {
  const folder = join(dirname(machine.folder), "api");
  mkdirSync(folder);
  await machine.json(["remember", "Ports above 9000 are taken here.", "--project", folder]);
  expect(await folderOf(null)).toBe(machine.folder);
  expect(await folderOf(folder)).toBe(folder);
  expect(await folderOf("api")).toBe(folder);
  rmSync(folder, { recursive: true });
  await expect(folderOf("api")).rejects.toMatchObject({ code: "input_missing" });
  await expect(folderOf("nothing")).rejects.toMatchObject({ code: "project_not_found" });
});

test("rejects a folder that does not exist", async () => {
  const { status, stdout } = await machine.run(["audit", "--project", "nothing"]);
  expect([status, stdout]).toEqual([66, ""]);
});
