/** `connect`, `init`, `disconnect`, and how `doctor` and `status` tell of it: which hosts, and what is left to do. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { runHook } from "@tacit-memory/hooks";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
let userHome: string;

beforeEach(() => {
  machine = testMachine();
  userHome = join(dirname(machine.home), "user");
  mkdirSync(userHome);
});
afterEach(() => machine.remove());

const inHome = (...names: string[]) => join(userHome, ...names);
const has = (folder: string) => mkdirSync(inHome(folder));
const CLAUDE = () => [inHome(".claude", "settings.json"), inHome(".claude.json")];
const CODEX = () => [inHome(".codex", "hooks.json"), inHome(".codex", "config.toml")];

test("connect takes every host found, says what is left to do, and disconnect leaves no trace", async () => {
  has(".claude");
  has(".codex");
  const { status, stdout } = await machine.run(["connect", "--yes"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Claude Code\n(?: {2}.*\n)+Codex\n(?: {2}.*\n)* {2}still to do: .*trust/);
  expect([...CLAUDE(), ...CODEX()].every((path) => existsSync(path))).toBe(true);
  expect(await machine.json(["connect"])).toMatchObject({ connected: true, changed: [] });
  await machine.run(["disconnect"]);
  expect(readdirSync(userHome).sort()).toEqual([".claude", ".codex"]);
  expect([".claude", ".codex"].flatMap((folder) => readdirSync(inHome(folder)))).toEqual([]);
});

test("connect takes the named one only, whether it is found or not", async () => {
  has(".claude");
  expect(await machine.json(["connect", "codex"])).toMatchObject({
    changed: CODEX(),
    hosts: [{ name: "codex", changed: CODEX(), stillToDo: expect.stringContaining("trust") }],
  });
  expect(readdirSync(inHome(".claude"))).toEqual([]);
});

test("a name that is no host, and no host at all, are told", async () => {
  const unknown = await machine.run(["connect", "emacs"]);
  expect([unknown.status, unknown.stderr]).toEqual([
    64,
    expect.stringContaining("claude-code, codex"),
  ]);
  const none = await machine.run(["connect"]);
  expect([none.status, none.stderr]).toEqual([
    64,
    expect.stringContaining("no agent host was found"),
  ]);
  expect((await machine.run(["disconnect", "emacs"])).status).toBe(64);
});

test("init takes what is found, and Claude Code where nothing is", async () => {
  has(".codex");
  expect(await machine.json(["init"])).toMatchObject({ changed: CODEX() });
  await machine.run(["disconnect"]);
  expect(await machine.json(["init", "--dry-run"])).toMatchObject({
    connected: false,
    changed: [],
    wouldChange: CODEX(),
  });
});

test("init without any host connects Claude Code", async () => {
  expect(await machine.json(["init"])).toMatchObject({ changed: CLAUDE() });
});

test("a dry run shows the lines of every file and writes nothing", async () => {
  has(".codex");
  const { stdout } = await machine.run(["connect", "--dry-run"]);
  expect(stdout).toContain("+ [mcp_servers.tacit]");
  expect(stdout).toContain(`+++ ${inHome(".codex", "hooks.json")}`);
  expect(readdirSync(inHome(".codex"))).toEqual([]);
});

test("one file that cannot be understood, and no host's is written", async () => {
  has(".claude");
  has(".codex");
  writeFileSync(inHome(".codex", "config.toml"), "model = [");
  const { status, stderr } = await machine.run(["connect", "--yes"]);
  expect(status).not.toBe(0);
  expect(stderr).toContain("config.toml");
  expect(readdirSync(inHome(".claude"))).toEqual([]);
  expect(readdirSync(inHome(".codex"))).toEqual(["config.toml"]);
});

test("disconnect takes the named one only", async () => {
  has(".claude");
  has(".codex");
  await machine.run(["connect"]);
  expect(await machine.json(["disconnect", "codex"])).toMatchObject({ changed: CODEX() });
  expect(readFileSync(inHome(".claude", "settings.json"), "utf8")).toContain("hook.cjs");
});

test("doctor and status tell of each host that is here", async () => {
  has(".claude");
  has(".codex");
  await machine.run(["connect", "codex"]);
  const { checks } = (await machine.json(["doctor"])) as {
    checks: { name: string; detail: string }[];
  };
  const detail = (host: string) => checks.find(({ name }) => name === host)?.detail;
  expect(detail("codex")).toMatch(/registered; .*until you trust them/);
  expect(detail("claude-code")).toMatch(/not registered.*tacit connect claude-code/);
  expect(await machine.json(["status"])).toMatchObject({
    hosts: [
      { name: "claude-code", isConnected: false, stillToDo: "tacit connect claude-code" },
      { name: "codex", isConnected: true, lastEventAt: null },
    ],
  });
  expect((await machine.run(["status"])).stdout).toMatch(
    /hosts +claude-code \(not connected\)\n +codex \(nothing heard yet/,
  );
  const prompt = { session_id: "s1", cwd: machine.folder, prompt: "Rename the port." };
  const world = { env: {}, home: machine.home, startedAtMs: Date.now() };
  await runHook("codex", "UserPromptSubmit", JSON.stringify(prompt), world);
  expect((await machine.run(["status"])).stdout).toMatch(/codex \(heard (?:just now|today)/);
  expect(await machine.json(["status"])).toMatchObject({
    hosts: [{ lastEventAt: null }, { name: "codex", lastEventAt: expect.any(String) }],
  });
});
