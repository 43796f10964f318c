/** `connect`, `init`, `disconnect`, and their reports in `doctor` and `status`: which hosts, and what is left to do. */
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
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
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

test("connect registers every host found and reports what is left to do, and disconnect leaves no trace", async () => {
  has(".claude");
  has(".codex");
  const { status, stdout } = await machine.run(["connect", "--yes"]);
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Claude Code\n(?: {2}.*\n)+Codex\n(?: {2}.*\n)* {2}next: .*trust/);
  expect([...CLAUDE(), ...CODEX()].every((path) => existsSync(path))).toBe(true);
  expect(await machine.json(["connect"])).toMatchObject({ connected: true, changed: [] });
  await machine.run(["disconnect"]);
  expect(readdirSync(userHome).sort()).toEqual([".claude", ".codex"]);
  expect([".claude", ".codex"].flatMap((folder) => readdirSync(inHome(folder)))).toEqual([]);
});

test("connect registers only the named host, found or not", async () => {
  has(".claude");
  expect(await machine.json(["connect", "codex", "--yes"])).toMatchObject({
    changed: CODEX(),
    hosts: [{ name: "codex", changed: CODEX(), stillToDo: expect.stringContaining("trust") }],
  });
  expect(readdirSync(inHome(".claude"))).toEqual([]);
});

test("reports what is left for VS Code only if Copilot CLI's hooks are missing", async () => {
  const leftOf = async (...hosts: string[]) => {
    const result = (await machine.json(["connect", "--yes", ...hosts])) as {
      hosts: { name: string; stillToDo: string | null }[];
    };
    return result.hosts.find(({ name }) => name === "vscode")?.stillToDo;
  };
  expect(await leftOf("vscode")).toContain("tacit connect copilot");
  expect(await leftOf("vscode", "copilot")).toBeNull();
});

test("rejects an unknown host name, and a call without any host", async () => {
  const unknown = await machine.run(["connect", "emacs"]);
  expect([unknown.status, unknown.stderr]).toEqual([
    64,
    expect.stringContaining("claude-code, codex"),
  ]);
  const none = await machine.run(["connect"]);
  expect([none.status, none.stderr]).toEqual([64, expect.stringContaining("no agent found")]);
  expect((await machine.run(["disconnect", "emacs"])).status).toBe(64);
});

test("init registers the hosts found, or Claude Code if none is found", async () => {
  has(".codex");
  expect(await machine.json(["init", "--yes"])).toMatchObject({ changed: CODEX() });
  await machine.run(["disconnect"]);
  expect(await machine.json(["init", "--dry-run"])).toMatchObject({
    connected: false,
    changed: [],
    wouldChange: CODEX(),
  });
});

test("init connects Claude Code without any host", async () => {
  expect(await machine.json(["init", "--yes"])).toMatchObject({ changed: CLAUDE() });
});

test("a dry run prints one line per host, --diff prints the changed lines, and neither writes", async () => {
  for (const folder of [".claude", ".gemini", ".qwen", ".copilot", ".cline", ".cursor"])
    has(folder);
  has(".codex");
  const short = (await machine.run(["connect", "--dry-run"])).stdout;
  expect(short.split("\n").length).toBeLessThan(12);
  expect(short).toMatch(/Codex +3 files +hooks\.json, config\.toml, SKILL\.md/);
  const { stdout } = await machine.run(["connect", "--diff"]);
  expect(stdout).toContain("+ [mcp_servers.tacit]");
  expect(stdout).toContain(`+++ ${inHome(".codex", "hooks.json")}`);
  expect(readdirSync(inHome(".codex"))).toEqual([]);
});

test("writes nothing without a terminal and --yes, and says so", async () => {
  has(".codex");
  for (const command of [["connect"], ["init"], ["connect", "codex"]]) {
    const { status, stdout, stderr } = await machine.run(command);
    expect([status, stderr]).toEqual([0, expect.stringContaining("No files were written")]);
    expect(stdout).toContain("config.toml");
    expect(await machine.json(command)).toMatchObject({ connected: false, changed: [] });
  }
  expect(readdirSync(inHome(".codex"))).toEqual([]);
  expect(existsSync(machine.home)).toBe(false);
});

test.each([
  ["claude", "claude-code"],
  ["Claude Code", "claude-code"],
  ["codex-cli", "codex"],
  ["gemini-cli", "gemini"],
  ["vs-code", "vscode"],
])("accepts %s as a name of %s", async (alias, name) => {
  const result = await machine.json(["connect", alias, "--dry-run"]);
  expect(result).toMatchObject({ hosts: [{ name }] });
});

test("skips only the host with a broken file when connecting and disconnecting", async () => {
  has(".claude");
  has(".codex");
  writeFileSync(inHome(".codex", "config.toml"), "model = [");
  const { status, stdout, stderr } = await machine.run(["connect", "--yes"]);
  expect(status).toBe(78);
  expect(stderr).toMatch(/Codex was not changed: .*config\.toml/s);
  expect(stdout).toMatch(/^Claude Code has a memory now/m);
  expect(stdout).toMatch(/^Optional: to learn from past sessions .*`tacit learn --with/m);
  expect(CLAUDE().every((path) => existsSync(path))).toBe(true);
  expect(readdirSync(inHome(".codex"))).toEqual(["config.toml"]);
  const gone = await machine.run(["disconnect"]);
  expect([gone.status, gone.stderr]).toEqual([78, expect.stringContaining("config.toml")]);
  expect(readdirSync(inHome(".claude"))).toEqual([]);
  const alone = await machine.run(["connect", "codex", "--yes"]);
  expect([alone.status, alone.stdout]).toEqual([78, ""]);
});

test("status and doctor report a missing program", async () => {
  has(".claude");
  await machine.run(["connect", "claude", "--yes"]);
  const receipts = join(machine.home, "backups", "config");
  for (const name of readdirSync(receipts)) {
    const text = readFileSync(join(receipts, name), "utf8");
    writeFileSync(join(receipts, name), text.replaceAll("hook.cjs", "gone.cjs"));
  }
  const status = await machine.run(["status"]);
  expect(status.stdout).toMatch(/claude-code \(its program is missing .*gone\.cjs/);
  const doctor = await machine.run(["doctor"]);
  expect(doctor.status).toBe(69);
  expect(doctor.stdout).toMatch(/FAIL +claude-code +its program is missing/);
});

test("doctor reports success only after an agent has sent an event", async () => {
  has(".codex");
  has(".claude");
  const runDoctor = async () => (await machine.run(["doctor"])).stdout;
  expect(await runDoctor()).toMatch(
    /^- +codex +Codex is not connected.*No agent is connected yet/ms,
  );
  await machine.run(["connect", "codex", "--yes"]);
  expect(await runDoctor()).toMatch(/No agent has sent an event yet/);
  const prompt = { session_id: "s1", cwd: machine.folder, prompt: "Rename the port." };
  const context = { env: {}, home: machine.home, startedAtMs: Date.now() };
  await runHook("codex", "UserPromptSubmit", JSON.stringify(prompt), context);
  expect((await machine.run(["status"])).stdout).toMatch(
    /codex \(last event today, last memory shown never\)/,
  );
  await machine.run(["remember", "Never rename the port: the proxy in front expects 3000."]);
  const start = { session_id: "s2", cwd: machine.folder, source: "startup" };
  await runHook("codex", "SessionStart", JSON.stringify(start), context);
  expect((await machine.run(["status"])).stdout).toMatch(
    /codex \(last event today, last memory shown today\)/,
  );
  expect(await machine.json(["status"])).toMatchObject({
    hosts: [
      { lastEventAt: null, lastShownAt: null },
      { name: "codex", lastEventAt: expect.any(String), lastShownAt: expect.any(String) },
    ],
  });
});

const HOUR_MS = 3_600_000;

test("warns about a host that writes transcripts while its hooks are silent, in text and JSON", async () => {
  has(".codex");
  await machine.run(["connect", "codex", "--yes"]);
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
    const warningText = hosts[0]?.warning ?? null;
    expect(checks.some(({ name, ok }) => name === "hooks of codex" && !ok)).toBe(
      warningText !== null,
    );
    return warningText;
  };
  const nowMs = Date.now();
  wrote(nowMs - HOUR_MS);
  expect(await warning()).toBeNull();
  wrote(nowMs + HOUR_MS / 2);
  expect(await warning()).toMatch(/^no events from its hooks \(never\), but .*restart codex/);
  expect((await machine.run(["status"])).stdout).toMatch(/hosts +codex \(no events from its hooks/);

  const prompt = { session_id: "s1", cwd: machine.folder, prompt: "Rename the port." };
  const context = { env: {}, home: machine.home, startedAtMs: Date.now() };
  await runHook("codex", "UserPromptSubmit", JSON.stringify(prompt), context);
  expect(await warning()).toBeNull();
  wrote(nowMs + 30 * HOUR_MS);
  expect(await warning()).toMatch(/^no events from its hooks \(last /);
});

test("connect mcp prints the configuration, or writes it to the named or the project's file, and disconnect removes it", async () => {
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
  [["connect", "codex", "--file", "x.json"], /--file/],
  [["disconnect", "--file", "x.json"], /--file requires the agent/],
  [["connect", "mcp", "codex"], /needs --file/],
])("rejects %j with a reason", async (argv, reason) => {
  const { status, stderr } = await machine.run(argv);
  expect(status).toBe(64);
  expect(stderr).toMatch(reason);
});

test("shows runnable commands to a user of npx", async () => {
  const by = testMachine({}, "npx tacit-memory");
  onTestFinished(() => by.remove());
  mkdirSync(join(dirname(by.home), "user", ".claude"), { recursive: true });
  const runs = [await by.run(["doctor"]), await by.run(["show", "zz"])];
  for (const { stdout, stderr } of runs) {
    expect(stdout + stderr).toMatch(/`npx tacit-memory (?:connect|list)/);
    expect(stdout + stderr).not.toContain("`tacit ");
  }
});
