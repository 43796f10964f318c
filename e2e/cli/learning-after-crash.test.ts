/**
 * A learning process is killed at some moment; the next one gets the same events and learns the same as an undisturbed one.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const LAUNCHER = fileURLToPath(new URL("../../apps/cli/bin/tacit.mjs", import.meta.url));
const START_MS = Date.UTC(2026, 8, 1, 9);

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "tacit-e2e-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

/** Runs tacit in a home and project of this name; `killAfterMs` kills it without warning. */
function tacit(place: string, argv: readonly string[], input = "", killAfterMs?: number) {
  const cwd = join(base, place, "project");
  mkdirSync(cwd, { recursive: true });
  return spawnSync(process.execPath, [LAUNCHER, ...argv], {
    cwd,
    env: { ...process.env, TACIT_HOME: join(base, place, "home"), HOME: base, NO_COLOR: "1" },
    input,
    encoding: "utf8",
    ...(killAfterMs === undefined ? {} : { timeout: killAfterMs, killSignal: "SIGKILL" }),
  });
}

const MISSING = "Error: the environment variable REGION is not set";

/** Returns three sessions, each long enough to need several transactions. */
function lines(): string {
  const rows: string[] = [];
  for (const n of [1, 2, 3]) {
    let seq = 0;
    const line = (more: object) => {
      const ts = new Date(START_MS + n * 3_600_000 + seq * 1000).toISOString();
      rows.push(JSON.stringify({ v: 1, session: `s${n}`, seq, key: `${n}:${seq}`, ts, ...more }));
      seq++;
    };
    const run = (command: string, output: string, isError = false) => {
      const callId = `c${seq}`;
      line({ kind: "tool_call", callId, tool: "shell", input: { command }, files: [] });
      line({ kind: "tool_result", callId, tool: "shell", output, isError });
    };
    line({ kind: "prompt", text: "fix the crash in the parser" });
    for (let i = 0; i < 300; i++) run(`ls folder${i}`, "a file");
    run("npm test", MISSING, true);
    run("REGION=eu npm test", "12 passing");
    run("bun run lint", "clean");
    run("git commit -m x", "[main abc1234] x");
    line({ kind: "session_end", outcome: "success" });
  }
  return rows.join("\n");
}

function readState(place: string) {
  const read = (argv: readonly string[]) =>
    JSON.parse(tacit(place, [...argv, "--json"]).stdout) as Record<string, unknown>[];
  const plain = (rows: Record<string, unknown>[], names: readonly string[]) =>
    rows.map((row) => JSON.stringify(names.map((name) => row[name]))).sort();
  return {
    memories: plain(read(["list"]), [
      "type",
      "content",
      "standing",
      "sessions",
      "observationCount",
    ]),
    candidates: plain(read(["candidates"]), ["content", "state", "reason", "sessions", "score"]),
    promoted: plain(read(["candidates", "--state", "promoted"]), ["content", "sessions"]),
  };
}

test("loses nothing and counts nothing twice when killed at any of these moments", () => {
  const events = lines();
  const observe = ["observe", "-", "--finalize", "--json"];
  expect(tacit("calm", observe, events).status).toBe(0);
  const expected = readState("calm");
  expect(expected.memories.length).toBeGreaterThan(0);
  // Ranges from before the store exists to after all is done, at any machine speed.
  const ends = [100, 250, 400, 600, 900, 1400].map(
    (killAfterMs) => tacit("killed", observe, events, killAfterMs).signal,
  );
  expect(ends).toContain("SIGKILL");
  expect(tacit("killed", observe, events).status).toBe(0);
  expect(readState("killed")).toEqual(expected);
});
