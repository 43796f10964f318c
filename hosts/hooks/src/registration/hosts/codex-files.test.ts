/** Tests registering with Codex and removing it, byte for byte, in two files that other people edit too. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFolder, MemoryError } from "@tacit-memory/memory";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "../apply-plan.ts";
import { configBackups, planConnect, planDisconnect } from "../plan.ts";
import type { ConnectRequest } from "../registered-host.ts";
import { CODEX_FILES } from "./codex-files.ts";
import { hostsFound } from "./hosts.ts";

const ground = mkdtempSync(join(tmpdir(), "tacit-codex-files-"));
afterAll(() => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }));
let worlds = 0;

interface HookSetup extends ConnectRequest {
  readonly config: string;
  readonly hooks: string;
}

function context(config: string | Buffer | null, hooks: string | null = null): HookSetup {
  const userHome = join(ground, `home of ${++worlds}`);
  const folder = join(userHome, ".codex");
  mkdirSync(folder, { recursive: true });
  const made = {
    userHome,
    env: {},
    home: homeFolder({}, process.platform, userHome),
    nodePath: "/opt/node/bin/node",
    hookPath: "/opt/my tacit/dist/hook.cjs",
    mcpCommand: "/opt/node/bin/node",
    mcpArgs: ["/opt/my tacit/bin/tacit.mjs", "mcp"],
    config: join(folder, "config.toml"),
    hooks: join(folder, "hooks.json"),
  };
  if (config !== null) writeFileSync(made.config, config);
  if (hooks !== null) writeFileSync(made.hooks, hooks);
  return made;
}

const connect = (at: HookSetup) =>
  applyPlan(planConnect(at, [CODEX_FILES]), configBackups(at.home));
const disconnect = (at: HookSetup) =>
  applyPlan(planDisconnect(at, [CODEX_FILES]), configBackups(at.home));
const bytes = (path: string) => (existsSync(path) ? readFileSync(path).toString("latin1") : null);
const both = (at: HookSetup) => [bytes(at.config), bytes(at.hooks)];

test("writes the entries that Codex reads", () => {
  const at = context(null);
  connect(at);
  expect(readFileSync(at.config, "utf8")).toBe(
    [
      "# Tacit, the memory of this codebase; `tacit disconnect codex` takes it out.",
      "[mcp_servers.tacit]",
      'command = "/opt/node/bin/node"',
      'args = ["/opt/my tacit/bin/tacit.mjs", "mcp"]',
      `env = { TACIT_HOME = ${JSON.stringify(at.home)} }`,
      "",
    ].join("\n"),
  );
  const { hooks } = JSON.parse(readFileSync(at.hooks, "utf8"));
  expect(Object.keys(hooks)).toHaveLength(10);
  expect(hooks.PreToolUse[0].matcher).toBe("Bash|apply_patch|Edit|Write");
  expect(hooks.Stop[0].hooks[0].command).toMatch(
    /^\/opt\/node\/bin\/node -e (['"])try.+?\1 (['"])\/opt\/my tacit\/dist\/hook\.cjs\2 codex Stop$/,
  );
  expect(hooks.Stop[0].hooks[0]).not.toHaveProperty("additionalContextLimit");
  expect(hooks.PostToolUse[0].hooks[0].additionalContextLimit).toBe(9000);
});

test("CODEX_HOME moves both files and the folder by which Codex is found", () => {
  const at = context(null);
  const folder = join(at.userHome, "elsewhere");
  const moved = { ...at, env: { CODEX_HOME: folder } };
  expect(hostsFound(moved).map(({ name }) => name)).not.toContain("codex");
  connect(moved);
  expect(both(at)).toEqual([null, null]);
  expect(existsSync(join(folder, "hooks.json"))).toBe(true);
  expect(hostsFound(moved).map(({ name }) => name)).toContain("codex");
});

const OTHERS = JSON.stringify(
  { hooks: { Stop: [{ hooks: [{ type: "command", command: "echo hook.cjs codex" }] }] } },
  null,
  4,
);

test.each([
  ["no files", null, null],
  ["empty files", "", ""],
  ["a comment and no line end", "# mine", "{}"],
  ["CRLF", 'model = "a"\r\n\r\n[projects."/x"]\r\ntrust_level = "trusted"\r\n', OTHERS],
  ["a byte order mark", '\uFEFFmodel = "a"\n', null],
  ["every kind of value", everyKind(), null],
  ["other servers", '[mcp_servers.other]\ncommand = "x"\n\n\n# the end\n', OTHERS],
  ["a table that only looks like ours", 'a = """\n[mcp_servers.tacit]\n"""\n', null],
])(
  "%s: connecting twice equals connecting once, and disconnecting restores the bytes",
  (_n, a, b) => {
    const at = context(a, b);
    const old = both(at);
    connect(at);
    expect(both(at)).not.toEqual(old);
    expect(bytes(at.config)).toMatch(/(?:^|\n)\[mcp_servers\.tacit\]\r?\ncommand = /);
    expect(planConnect(at, [CODEX_FILES]).files).toEqual([]);
    disconnect(at);
    expect(both(at)).toEqual(old);
    expect(planDisconnect(at, [CODEX_FILES]).files).toEqual([]);
  },
);

function everyKind(): string {
  return [
    'a = "x # [no] \\" y"',
    "b = 'C:\\no\\escape'",
    "c = '''\nit's\n[table]\n'''",
    "d = [1, 2.5, 0xff, +inf, nan, true, # why\n  [ 'n' ], { k = 1, 'l.m' = [] },\n]",
    "e = 1979-05-27 07:32:00Z",
    'f.g . "h i" = -1_000',
    '[[ list . "of.tables" ]] # text',
    "[ t ]",
    'u = { a = 1 } # "',
    "",
  ].join("\n");
}

test.each([
  ["cut off", 'model = "a'],
  ["an open list", "a = [1, 2\n"],
  ["no value", "a =\n"],
  ["two values in a line", "a = 1 b = 2\n"],
  ["an open table name", "[mcp_servers\n"],
  ["JSON", '{"a":1}\n'],
  ["words", "model is opus\n"],
  ["an open text of many lines", 'a = """\n"\n'],
  ["not UTF-8", Buffer.from([0x61, 0xff, 0xfe])],
])(
  "a configuration that is %s causes an error with the path, and nothing is written",
  (_name, text) => {
    const at = context(text, "{}");
    const old = both(at);
    const failure = caught(() => connect(at));
    expect(MemoryError.is(failure, "config_malformed")).toBe(true);
    expect(failure.message).toContain(at.config);
    expect(both(at)).toEqual(old);
  },
);

test.each([
  ["a table", '[mcp_servers.tacit]\ncommand = "other"\n'],
  ["a quoted table", '["mcp_servers" . \'tacit\']\ncommand = "other"\n'],
  ["a dotted key", 'mcp_servers.tacit.command = "other"\n'],
  ["a key of the table", '[mcp_servers]\ntacit = { command = "other" }\n'],
  ["servers in one line, which no table may be added to", "mcp_servers = {}\n"],
])("leaves %s of our name that is not ours alone", (_name, text) => {
  const at = context(text);
  const plan = planConnect(at, [CODEX_FILES]);
  expect(plan.notes.join("\n")).toContain("not changed, because");
  applyPlan(plan, configBackups(at.home));
  disconnect(at);
  expect(both(at)).toEqual([text, null]);
});

test("keeps what Codex has written since, including trust, and removes what it added to our server", () => {
  const at = context('model = "a"\n');
  connect(at);
  const trust = '[hooks.state."/x/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:0"\n';
  const text = readFileSync(at.config, "utf8").replace(
    "env = ",
    'startup_timeout_sec = 20\n[mcp_servers.tacit.tools.recall]\napproval_mode = "approve"\n\n# mine\n[features]\na = true\n\n[mcp_servers.tacit.env]\nx = ',
  );
  writeFileSync(at.config, `${text.replace(/x = .*\n/, 'TACIT_HOME = "/h"\n')}\n${trust}`);
  disconnect(at);
  expect(readFileSync(at.config, "utf8")).toBe(
    `model = "a"\n\n# mine\n[features]\na = true\n\n${trust}`,
  );
});

test("replaces the entries of a moved program, but does not take later changes of others for a missing entry", () => {
  const at = context('model = "a"\n');
  connect(at);
  const trust = '[hooks.state."/x/hooks.json:stop:0:0"]\ntrusted_hash = "sha256:0"\n';
  writeFileSync(
    at.config,
    `${readFileSync(at.config, "utf8")}startup_timeout_sec = 20\n\n${trust}`,
  );
  const hooks = JSON.parse(readFileSync(at.hooks, "utf8"));
  hooks.hooks.Stop.unshift({ hooks: [{ type: "command", command: "true" }] });
  writeFileSync(at.hooks, JSON.stringify(hooks));
  expect(planConnect(at, [CODEX_FILES]).files).toEqual([]);
  const moved = { ...at, hookPath: "/new/hook.cjs", mcpArgs: ["/new/tacit.mjs", "mcp"] };
  connect(moved);
  expect(planConnect(moved, [CODEX_FILES]).files).toEqual([]);
  expect(readFileSync(at.hooks, "utf8")).not.toContain("my tacit");
  expect(readFileSync(at.config, "utf8").match(/^\[mcp_servers\.tacit\]$/gm)).toHaveLength(1);
});

const anyKey = fc.stringMatching(/^[a-z]{1,6}$/).filter((key) => key !== "mcp_servers");
const anyValue = fc.oneof(
  fc.string().map((text) => JSON.stringify(text).replaceAll("\u007f", "")),
  fc.integer().map(String),
  fc.array(fc.integer()).map((list) => `[${list.join(",\n ")}]`),
  fc.constant("'''\n[mcp_servers.tacit] it's\n'''"),
);
const anyToml = fc
  .tuple(
    fc.array(fc.tuple(anyKey, anyValue), { maxLength: 5 }),
    fc.array(fc.tuple(anyKey, anyValue), { maxLength: 5 }),
    fc.constantFrom("\n", "\r\n"),
    fc.constantFrom("", "# the end", "\n"),
  )
  .map(([root, table, eol, end]) =>
    [...root.map(pair), "[servers]", ...table.map(pair), end].join("\n").replaceAll("\n", eol),
  );

function pair([key, value]: readonly [string, string]): string {
  return `${key} = ${value}`;
}

test("property: connect, disconnect: restores the same bytes", () => {
  void fc.assert(
    fc.property(anyToml, (text) => {
      const at = context(text);
      connect(at);
      disconnect(at);
      expect(both(at)).toEqual([Buffer.from(text).toString("latin1"), null]);
    }),
    { numRuns: 60 },
  );
});

test("property: connect, another program adds to it, disconnect: removes only our entries", () => {
  void fc.assert(
    fc.property(anyToml, (text) => {
      const at = context(text);
      connect(at);
      const added = '[features]\nadded = "yes"\n';
      writeFileSync(at.config, readFileSync(at.config, "utf8") + added);
      disconnect(at);
      const left = readFileSync(at.config, "utf8");
      expect(left).toContain(added);
      expect(left.replace(added, "").trimEnd()).toBe(text.trimEnd());
    }),
    { numRuns: 60 },
  );
});

function caught(body: () => void): Error {
  try {
    body();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("nothing was thrown");
}
