/** A project that is switched off is no longer observed; an incognito one is not shown memories either. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, hookHost } from "./hook-process.ts";

const RULE = "Always deploy with the blue pipeline of the staging cluster.";
const ASK = "Which pipeline do we deploy with to the staging cluster?";

function spooled(home: string): string {
  const folder = join(home, "spool");
  if (!existsSync(folder)) return "";
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .join("");
}

test.each([
  ["off", /blue pipeline/],
  ["incognito", /^$/],
] as const)("%s: records nothing, and shows what the mode allows", async (mode, expected) => {
  const { home, project } = makeFolders();
  const tacit = await openTacit({ home, cwd: project });
  await tacit.memories.remember({ content: RULE, source: "user_taught" });
  await tacit.admin.setMode(mode);
  await tacit.close();
  const host = hookHost(home, project);
  const run = await host.tell("UserPromptSubmit", "s", { prompt: ASK });
  expect(run.status).toBe(0);
  expect(contextOf(run)).toMatch(expected);
  expect(spooled(home)).toBe("");
});

test("observes again after being switched on", async () => {
  const { home, project } = makeFolders();
  const tacit = await openTacit({ home, cwd: project });
  await tacit.admin.setMode("off");
  await tacit.admin.setMode("automatic");
  await tacit.close();
  await hookHost(home, project).tell("UserPromptSubmit", "s", { prompt: ASK });
  expect(spooled(home)).toContain("Which pipeline");
});

test("TACIT_OFF: records nothing, shows nothing, and creates no home", async () => {
  const { home, project } = makeFolders();
  const off = hookHost(home, project, { TACIT_OFF: "1" });
  const events = ["SessionStart", "UserPromptSubmit", "Stop", "SessionEnd"];
  for (const event of events) {
    const run = await off.tell(event, "s", { prompt: ASK });
    expect({ ...run }).toEqual({ status: 0, stdout: "", stderr: "" });
  }
  expect(existsSync(home)).toBe(false);
  const tacit = await openTacit({ home, cwd: project });
  await tacit.memories.remember({ content: RULE, source: "user_taught", isPinned: true });
  await tacit.close();
  const before = readdirSync(home).sort();
  for (const event of events) expect((await off.tell(event, "t", { prompt: ASK })).stdout).toBe("");
  expect(spooled(home)).toBe("");
  expect(readdirSync(home).sort()).toEqual(before);
});
