/** An archive moves a project to another home: written by one process, imported by another. */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolders } from "./processes.ts";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
const QUEUE = "The queue drops a job that is larger than 256 kB without an error.";

function program(home: string, project: string) {
  return (...args: string[]) => {
    const env = { ...process.env, TACIT_HOME: home, HOME: home };
    return spawnSync(process.execPath, [CLI, ...args], { cwd: project, env, encoding: "utf8" });
  };
}

test("restores memories and sessions in an empty home, and refuses a damaged file", () => {
  const { home, project } = makeFolders();
  const here = program(home, project);
  here("remember", QUEUE, "--type", "gotcha");
  const events = join(home, "events.jsonl");
  const ts = "2026-10-01T10:00:00.000Z";
  const prompt = {
    v: 1,
    session: "s1",
    ts,
    kind: "prompt",
    text: "Why does the export stop at three?",
  };
  const end = { v: 1, session: "s1", ts, kind: "session_end", outcome: "success" };
  writeFileSync(events, [prompt, end].map((event) => `${JSON.stringify(event)}\n`).join(""));
  here("observe", events);
  const file = join(project, "acme.tacit");
  expect(here("export", "--format", "archive", "--out", file).stdout).toContain("1 session");
  if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  const there = program(makeFolders().home, project);
  expect(there("import", "export", file).stdout).toContain("1 session with 2 events");
  expect(there("export").stdout).toBe(here("export").stdout);
  expect(there("events", "export", "--session", "s1").stdout).toContain("stop at three");
  expect(there("recall", "which jobs does the queue lose").stdout).toContain("256 kB");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.subarray(0, bytes.length - 20));
  const { status, stderr } = there("import", "export", file);
  expect([status, stderr]).toEqual([65, expect.stringContaining("damaged or incomplete")]);
});
