/** `connect`, `init`, `disconnect`, and how `doctor` and `status` tell of it: which hosts, and what is left to do. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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
const skillIn = (folder: string) => inHome(folder, "skills", "recall-first", "SKILL.md");
const CLAUDE = () => [
  inHome(".claude", "settings.json"),
  inHome(".claude.json"),
  skillIn(".claude"),
];
const CODEX = () => [
  inHome(".codex", "hooks.json"),
  inHome(".codex", "config.toml"),
  skillIn(".codex"),
];

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

test("what is still to do for VS Code is told only where Copilot CLI's hooks are not there", async () => {
  const leftOf = async (...hosts: string[]) => {
    const told = (await machine.json(["connect", "--yes", ...hosts])) as {
      hosts: { name: string; stillToDo: string | null }[];
    };
    return told.hosts.find(({ name }) => name === "vscode")?.stillToDo;
  };
  expect(await leftOf("vscode")).toContain("tacit connect copilot");
  expect(await leftOf("vscode", "copilot")).toBeNull();
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

const HOUR_MS = 3_600_000;

test("a host that goes on writing transcripts while its hooks are silent is warned of, by text and by JSON", async () => {
  has(".codex");
  await machine.run(["connect", "codex"]);
  const folder = inHome(".codex", "sessions", "2026", "11", "20");
  mkdirSync(folder, { recursive: true });
  const rollout = join(folder, "rollout-1.jsonl");
  writeFileSync(rollout, "");
  const wrote = (atMs: number) => utimesSync(rollout, new Date(atMs), new Date(atMs));
  const warning = async () => {
    const { hosts, checks } = (await machine.json(["status"])) as {
      hosts: { warning: string | null }[];
      checks: { name: string; ok: boolean }[];
    };
    const told = hosts[0]?.warning ?? null;
    expect(checks.some(({ name, ok }) => name === "hooks of codex" && !ok)).toBe(told !== null);
    return told;
  };
  const nowMs = Date.now();
  wrote(nowMs - HOUR_MS);
  expect(await warning()).toBeNull();
  wrote(nowMs + HOUR_MS / 2);
  expect(await warning()).toMatch(/^its hooks have not fired \(never\), though .*restart codex/);
  expect((await machine.run(["status"])).stdout).toMatch(/hosts +codex \(its hooks have not fired/);

  const prompt = { session_id: "s1", cwd: machine.folder, prompt: "Rename the port." };
  const world = { env: {}, home: machine.home, startedAtMs: Date.now() };
  await runHook("codex", "UserPromptSubmit", JSON.stringify(prompt), world);
  expect(await warning()).toBeNull();
  wrote(nowMs + 30 * HOUR_MS);
  expect(await warning()).toMatch(/^its hooks have not fired \(last /);
});

test("connect mcp: printed where nothing is named, else the named file or the project's own, and taken back", async () => {
  const printed = await machine.run(["connect", "mcp"]);
  expect(printed.status).toBe(0);
  const { mcpServers } = JSON.parse(printed.stdout);
  expect(mcpServers.tacit.env).toEqual({ TACIT_HOME: machine.home });
  expect(await machine.json(["connect", "mcp"])).toMatchObject({ connected: false, mcpServers });

  const [own, named] = [join(machine.folder, ".mcp.json"), inHome("client.json")];
  writeFileSync(own, "{}");
  expect(await machine.json(["connect", "mcp", "--dry-run"])).toMatchObject({ wouldChange: [own] });
  expect(await machine.json(["connect", "mcp", "--yes"])).toMatchObject({ changed: [own] });
  await machine.run(["connect", "mcp", "--file", named, "--yes"]);
  expect(JSON.parse(readFileSync(named, "utf8"))).toEqual({ mcpServers });
  const { hosts } = (await machine.json(["status"])) as { hosts: { name: string }[] };
  expect(hosts.map(({ name }) => name)).toEqual(["mcp"]);
  expect((await machine.run(["status"])).stdout).toMatch(/hosts +mcp \(connected/);
  expect(await machine.json(["disconnect"])).toMatchObject({ changed: [own, named].sort() });
  expect([readFileSync(own, "utf8"), existsSync(named)]).toEqual(["{}", false]);
});

test.each([
  [["connect", "codex", "--file", "x.json"], /--file|is for/],
  [["disconnect", "--file", "x.json"], /is for/],
  [["connect", "mcp", "codex"], /needs --file/],
])("%j is told to be wrong", async (argv, reason) => {
  const { status, stderr } = await machine.run(argv);
  expect(status).toBe(64);
  expect(stderr).toMatch(reason);
});
