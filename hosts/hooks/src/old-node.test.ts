/** Tests that a hook under an old Node reports once, at a session's start, why nothing is shown. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runHook } from "./run-hook.ts";

test.each([
  ["20.19.0", "SessionStart", "startup", /Node 20\.19\.0.*22\.13/],
  ["22.12.0", "SessionStart", "startup", /Node 22\.12\.0/],
  ["20.19.0", "SessionStart", "compact", /^$/],
  ["20.19.0", "UserPromptSubmit", undefined, /^$/],
  ["22.13.0", "SessionStart", "startup", /^(?!.*Node 22)/s],
  ["26.0.0", "SessionStart", "startup", /^(?!.*Node 26)/s],
])("Node %s, %s %s", async (nodeVersion, event, source, expected) => {
  const base = mkdtempSync(join(tmpdir(), "tacit-old-node-"));
  onTestFinished(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  mkdirSync(cwd);
  const payload = { session_id: "s1", cwd, source, prompt: "Rename the port." };
  const context = { env: {}, home, startedAtMs: Date.now(), nodeVersion };
  for (const host of ["claude-code", "plugin"])
    expect(await runHook(host, event, JSON.stringify(payload), context)).toMatch(expected);
});
