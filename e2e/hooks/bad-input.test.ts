/** For any input and any state of the store, a hook exits 0, prints nothing and logs the reason. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit, resolveProjectSync } from "@tacit-memory/memory";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../packages/memory/src/store/open-database.ts";
import { PROGRAM } from "../project-program.ts";
import { makeFolders } from "../store/processes.ts";
import { HOOK, hookHost, REAL_CLOCK } from "./hook-process.ts";

const SILENT = { status: 0, stdout: "", stderr: "" };
const EVENTS = ["SessionStart", "UserPromptSubmit", "PostToolUse", "SessionEnd"];

describe("a payload", () => {
  const good = JSON.stringify({ session_id: "s", cwd: "/tmp", prompt: "Do something useful." });
  test.each<readonly [string, string | Buffer]>([
    ["of garbage", "this is no payload"],
    ["cut off", good.slice(0, -20)],
    ["of bytes", randomBytes(50_000)],
    ["of another shape", '["a", 1]'],
    ["in UTF-16", Buffer.from(good, "utf16le")],
    ["nested without end", "[".repeat(1_000_000)],
    ["that names no folder", '{"session_id":"s"}'],
    ["of 40 MB", Buffer.alloc(40 * 1024 * 1024, "x")],
  ])("%s: prints nothing and writes a line to hooks.log", async (_name, input) => {
    const { home, project } = makeFolders();
    const host = hookHost(home, project, REAL_CLOCK);
    for (const event of ["SessionStart", "PostToolUse"]) {
      expect(await host.raw(event, input)).toEqual(SILENT);
    }
    // CLAUDE_PROJECT_DIR replaces a folder missing in the payload; tests do not set it.
    expect(host.log()).toHaveLength(2);
  });

  test("in a pipe that its host never closes is answered", async () => {
    const { home, project } = makeFolders();
    const child = spawn(process.execPath, [HOOK, "claude-code", "UserPromptSubmit"], {
      env: { ...process.env, TACIT_HOME: home },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const payload = JSON.stringify({ session_id: "s", cwd: project, prompt: "a } in {" });
    child.stdin.write(payload.slice(0, payload.indexOf("}") + 1));
    child.stdin.write(`${payload.slice(payload.indexOf("}") + 1)}\n`);
    expect(await once(child, "close")).toEqual([0, null]);
    const tacit = await openTacit({ home, cwd: project });
    expect((await tacit.sessions.drain()).events).toBe(1);
    await tacit.close();
  });

  test("that is empty or of an unknown event does nothing", async () => {
    const { home, project } = makeFolders();
    const host = hookHost(home, project, REAL_CLOCK);
    expect(await host.raw("SessionStart", "")).toEqual(SILENT);
    expect(await host.raw("SessionStart", " \n")).toEqual(SILENT);
    expect(await host.tell("UnheardOf", "s")).toEqual(SILENT);
  });

  test("in Latin-1 is read as far as possible, and one with a byte order mark completely", async () => {
    const { home, project } = makeFolders();
    const host = hookHost(home, project, REAL_CLOCK);
    const payload = (prompt: string) => JSON.stringify({ session_id: "s", cwd: project, prompt });
    expect(
      await host.raw("UserPromptSubmit", Buffer.from(payload("Où est le café?"), "latin1")),
    ).toEqual(SILENT);
    expect(await host.raw("UserPromptSubmit", `\ufeff${payload("Where is the tea?")}`)).toEqual(
      SILENT,
    );
    expect(host.log()).toEqual([]);
    const tacit = await openTacit({ home, cwd: project });
    await tacit.sessions.drain();
    const text = JSON.stringify(await tacit.sessions.events("s"));
    await tacit.close();
    expect(text).toMatch(/O. est le caf/);
    expect(text).toContain("Where is the tea?");
  });

  test.each([
    [
      "fields of odd types",
      { tool_name: 7, tool_input: null, tool_response: [[]], prompt: {}, source: [] },
    ],
    [
      "an output of 10 MB",
      {
        tool_name: "Bash",
        tool_input: { command: "x" },
        tool_response: { stdout: "y ".repeat(5_000_000) },
      },
    ],
  ])("with %s is captured as far as possible", async (_name, more) => {
    const { home, project } = makeFolders();
    const host = hookHost(home, project);
    for (const event of EVENTS) expect(await host.tell(event, "s", more)).toEqual(SILENT);
    expect(host.log()).toEqual([]);
    const spool = join(home, "spool");
    const bytes = readdirSync(spool).map((file) => statSync(join(spool, file)).size);
    expect(bytes.reduce((a, b) => a + b, 0)).toBeLessThan(100_000);
  });
});

describe("a store", () => {
  /** `says`: what a session's start says of the store; it is silent if left out. */
  async function everyEvent(home: string, project: string, says?: RegExp) {
    const host = hookHost(home, project, REAL_CLOCK);
    for (const event of EVENTS) {
      const more = {
        source: "startup",
        prompt: "What do we know of the parser here?",
        reason: "other",
      };
      const bash = {
        tool_name: "Bash",
        tool_input: { command: "ls" },
        tool_response: { stdout: "a" },
      };
      const answer = await host.tell(event, "s", { ...more, ...bash });
      if (says === undefined || event !== "SessionStart") expect(answer).toEqual(SILENT);
      else expect(JSON.stringify(answer)).toMatch(says);
    }
    return host.log();
  }

  test("of a newer version is left alone, and events wait in the spool", async () => {
    const { home, project } = makeFolders();
    const tacit = await openTacit({ home, cwd: project });
    await tacit.close();
    const db = await openDatabase({ path: join(home, "memory.db") });
    await db.run("INSERT INTO schema_version VALUES (99, 99, 0)");
    await db.close();
    const log = await everyEvent(home, project, /newer version/);
    expect(log.length).toBeGreaterThan(0);
    for (const line of log) expect(line).toContain("newer version");
    expect(readdirSync(join(home, "spool"))).toHaveLength(1);
  });

  test("that is damaged is reported in the log", async () => {
    const { home, project } = makeFolders();
    mkdirSync(home);
    writeFileSync(join(home, "memory.db"), "garbage ".repeat(2000));
    const log = await everyEvent(home, project, /damaged/);
    for (const line of log) expect(line).toContain("damaged");
    expect(log.length).toBeGreaterThan(0);
  });

  test("that is locked delays nothing for long and loses nothing", async () => {
    const { home, project } = makeFolders();
    const tacit = await openTacit({ home, cwd: project });
    await tacit.close();
    const db = await openDatabase({ path: join(home, "memory.db") });
    await db.transaction(async () => {
      const startedMs = performance.now();
      await everyEvent(home, project);
      expect(performance.now() - startedMs).toBeLessThan(EVENTS.length * 3000);
    });
    await db.close();
    const after = await openTacit({ home, cwd: project });
    expect((await after.sessions.drain()).events).toBeGreaterThanOrEqual(4);
    await after.close();
  });

  test("whose home is a file: exits 0 and writes the reason to stderr", async () => {
    const { home, project } = makeFolders();
    writeFileSync(home, "");
    for (const event of EVENTS) {
      const run = await hookHost(home, project, REAL_CLOCK).tell(event, "s", {
        prompt: "Is anybody there?",
      });
      expect([run.status, run.stdout]).toEqual([0, ""]);
      expect(run.stderr).toMatch(/^tacit: /);
    }
  });
});

test("does not wait for pipes in place of the home's files, and logs what it can", async () => {
  const { home, project } = makeFolders();
  mkdirSync(join(home, "spool"), { recursive: true });
  const hours = [0, 1].map((n) => new Date(Date.now() + n * 3_600_000).toISOString());
  const spools = hours.map((hour) => `spool/events-${hour.slice(0, 13).replace(/\D/g, "")}.jsonl`);
  const plant = (names: readonly string[]) =>
    execFileSync(
      "mkfifo",
      names.map((name) => join(home, name)),
    );
  plant([...spools, "catch-up.lock"]);
  const host = hookHost(home, project, REAL_CLOCK);
  // Registered last, so it runs first: waiting for the worker reads the lock.
  onTestFinished(() => rmSync(join(home, "catch-up.lock"), { force: true }));
  const sendEvents = async () => {
    for (const event of EVENTS) {
      const startedMs = performance.now();
      const run = await host.tell(event, "s", { prompt: "Is anybody there?", source: "startup" });
      expect([run.status, run.stdout]).toEqual([0, ""]);
      // The hook's own deadline.
      expect(performance.now() - startedMs).toBeLessThan(3000);
    }
  };
  await sendEvents();
  expect(host.log().join("\n")).toMatch(/ENXIO|regular file/);
  rmSync(join(home, "hooks.log"));
  plant(["hooks.log"]);
  await sendEvents();
  for (const words of [
    ["status"],
    ["recall", "who is there"],
    ["doctor"],
    ["learn", "--no-home"],
  ]) {
    const env = { ...process.env, TACIT_HOME: home };
    const { signal } = spawnSync(process.execPath, [PROGRAM, ...words], {
      cwd: project,
      env,
      timeout: 200_000,
    });
    expect([words, signal]).toEqual([words, null]);
  }
});

test("does not wait for pipes in place of a project's marker files", async () => {
  const { home, project } = makeFolders();
  const { id, root } = resolveProjectSync(project);
  const byFolder = createHash("sha256").update(root).digest("hex").slice(0, 16);
  for (const folder of ["modes", "triggers"]) mkdirSync(join(home, folder), { recursive: true });
  const markers = [`modes/${id}`, `modes/at-${byFolder}`, `triggers/${id}`];
  execFileSync(
    "mkfifo",
    markers.map((name) => join(home, name)),
  );
  const command = { tool_name: "Bash", tool_input: { command: "ls" } };
  expect(await hookHost(home, project, REAL_CLOCK).tell("PreToolUse", "s", command)).toEqual(
    SILENT,
  );
});
