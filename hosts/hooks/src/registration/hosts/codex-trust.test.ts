/** Tests how Codex's report about our hooks is read, with a fake program that prints it. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { trustLeft } from "./codex-trust.ts";

const ground = mkdtempSync(join(tmpdir(), "tacit-trust-"));
afterAll(() => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }));
let machines = 0;

/** Makes a machine whose `codex` runs this script. */
function machine(script: string | null) {
  const folder = join(ground, String(++machines));
  mkdirSync(folder);
  if (script !== null) {
    const path = join(folder, "codex");
    writeFileSync(path, `#!${process.execPath}\n${script}\n`);
    chmodSync(path, 0o755);
  }
  const PATH = [folder, dirname(process.execPath)].join(":");
  return { userHome: folder, env: { PATH }, home: join(folder, "tacit") };
}

/** Returns a script that answers the third line, which must ask for the hooks. */
function answering(hooks: readonly object[]): string {
  const answer = { id: 1, result: { data: [{ cwd: "/p", hooks }] } };
  return `
    let text = "";
    process.stdin.on("data", (chunk) => {
      text += chunk;
      const asked = text.split("\\n").filter(Boolean).map((line) => JSON.parse(line).method);
      if (asked.length < 3) return;
      process.stdout.write('{"id":0,"result":{}}\\nnot json\\n');
      if (asked.join() === "initialize,initialized,hooks/list")
        process.stdout.write(${JSON.stringify(`${JSON.stringify(answer)}\n`)});
    });`;
}

const ours = (event: string, more: object) => ({
  command: `/opt/node /opt/tacit/dist/hook.cjs codex ${event}`,
  enabled: true,
  ...more,
});
const OTHERS = { command: "echo hi", enabled: true, trustStatus: "untrusted" };

test.each([
  ["all of ours trusted", [ours("Stop", { trustStatus: "trusted" }), OTHERS], null],
  [
    "one of ours not",
    [ours("Stop", { trustStatus: "trusted" }), ours("PreToolUse", { trustStatus: "modified" })],
    /^1 of 2 hooks are skipped until you trust/,
  ],
  ["ours switched off", [ours("Stop", { trustStatus: "trusted", enabled: false })], /^1 of 1/],
])("%s", async (_name, hooks, expected) => {
  const left = await trustLeft(machine(answering(hooks)), ground);
  if (expected === null) expect(left).toBeNull();
  else expect(left).toMatch(expected);
});

test.each([
  ["there is no Codex", null, 5000],
  ["it has none of ours", answering([OTHERS]), 5000],
  ["it ends at once", "process.exit(1)", 5000],
  [
    "it does not know the question",
    `process.stdin.resume(); process.stdout.write('{"id":1,"error":{}}\\n'); process.stdin.on("data", () => process.exit(0))`,
    5000,
  ],
  ["it hangs", "setInterval(() => undefined, 1000)", 300],
])("reports nothing if %s", async (_name, script, limitMs) => {
  expect(await trustLeft(machine(script), ground, limitMs)).toBeUndefined();
});
