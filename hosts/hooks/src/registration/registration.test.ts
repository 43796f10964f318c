/** Tests registering with Claude Code and removing it, byte for byte, in files that other people edit too. */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFolder, MemoryError } from "@tacit-memory/memory";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "./apply-plan.ts";
import { describePlan } from "./describe-plan.ts";
import { CLAUDE_CODE_FILES } from "./hosts/claude-code-files.ts";
import { configBackups, planConnect, planDisconnect } from "./plan.ts";
import type { ConnectRequest } from "./registered-host.ts";
import { anyObject } from "./testing-registration.ts";

const HOSTS = [CLAUDE_CODE_FILES];

const ground = mkdtempSync(join(tmpdir(), "tacit-registration-"));
afterAll(() => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }));
let worlds = 0;

interface HookSetup extends ConnectRequest {
  readonly settings: string;
  readonly state: string;
  readonly backups: string;
}

function context(settings: string | Buffer | null, state: string | null = null): HookSetup {
  const userHome = join(ground, String(++worlds));
  const claude = join(userHome, ".claude");
  mkdirSync(claude, { recursive: true });
  const home = homeFolder({}, process.platform, userHome);
  const made = {
    userHome,
    env: {},
    home,
    nodePath: "/opt/node/bin/node",
    hookPath: "/opt/tacit/dist/hook.mjs",
    mcpCommand: "/opt/node/bin/node",
    mcpArgs: ["/opt/tacit/dist/tacit.mjs", "mcp"],
    settings: join(claude, "settings.json"),
    state: join(userHome, ".claude.json"),
    backups: configBackups(home),
  };
  if (settings !== null) writeFileSync(made.settings, settings);
  if (state !== null) writeFileSync(made.state, state);
  return made;
}

const connect = (at: HookSetup) => applyPlan(planConnect(at, HOSTS), at.backups);
const disconnect = (at: HookSetup) => applyPlan(planDisconnect(at, HOSTS), at.backups);
const bytes = (path: string) => (existsSync(path) ? readFileSync(path).toString("latin1") : null);
const both = (at: HookSetup) => [bytes(at.settings), bytes(at.state)];
const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));

const OTHERS_HOOK = { matcher: "Bash", hooks: [{ type: "command", command: "echo hi" }] };

test("writes the entries that Claude Code reads", () => {
  const at = context(null);
  connect(at);
  const { hooks } = readJson(at.settings);
  expect(Object.keys(hooks)).toHaveLength(12);
  expect(hooks.SessionEnd).toEqual([
    {
      hooks: [
        {
          type: "command",
          command: at.nodePath,
          args: [
            "-e",
            "try{module.constructor.createRequire(process.argv[1])(process.argv[1])}catch{}",
            at.hookPath,
            "claude-code",
            "SessionEnd",
          ],
          timeout: 2,
        },
      ],
    },
  ]);
  expect(hooks.PreToolUse[0].matcher).toBe("Bash|Edit|Write|MultiEdit|NotebookEdit");
  expect(hooks.PostToolUse[0].matcher).toBe("*");
  expect(readJson(at.state).mcpServers.tacit).toEqual({
    type: "stdio",
    command: at.mcpCommand,
    args: at.mcpArgs,
    env: { TACIT_HOME: at.home },
  });
});

test("passes the hook a home folder that programs would not find by themselves", () => {
  const made = context(null);
  const home = join(made.userHome, "elsewhere");
  const at = { ...made, home, env: { TACIT_HOME: home } };
  connect(at);
  expect(readJson(at.settings).hooks.Stop[0].hooks[0].args.slice(2)).toEqual([
    at.hookPath,
    "claude-code",
    "Stop",
    at.home,
  ]);
});

test("CLAUDE_CONFIG_DIR moves all files", () => {
  const at = context(null);
  const folder = join(at.userHome, "elsewhere");
  connect({ ...at, env: { CLAUDE_CONFIG_DIR: folder } });
  expect(readdirSync(folder).sort()).toEqual([".claude.json", "settings.json", "skills"]);
  expect(both(at)).toEqual([null, null]);
});

test.each([
  ["no files", null, null],
  ["empty files", "", ""],
  ["empty objects", "{}", "{}\n"],
  ["one line", '{"model":"opus","hooks":{}}', '{"numStartups":3}'],
  ["two blanks", '{\n  "model": "opus"\n}\n', '{\n  "mcpServers": {}\n}'],
  ["tabs", '{\n\t"env": {\n\t\t"A": "1"\n\t}\n}\n', null],
  ["four blanks and CRLF", '{\r\n    "a": [1,2],\r\n    "hooks": {}\r\n}\r\n', "{\r\n}\r\n"],
  ["a byte order mark", '\uFEFF{\n  "a": 1\n}\n', "\uFEFF{}"],
  ["comments and a last comma", '{\n  // mine\n  "a": 1, /* x */\n}\n', null],
  ["another's hooks", JSON.stringify({ hooks: { PostToolUse: [OTHERS_HOOK] } }, null, 2), null],
  ["odd spacing", '{ "a" :1 ,\n\n  "hooks":{ "Stop":[ ] }   }', '{"mcpServers":{"x":{"a":1}}}'],
])(
  "%s: connecting twice equals connecting once, and disconnecting restores the bytes",
  (_n, a, b) => {
    const at = context(a, b);
    const old = both(at);
    connect(at);
    const connected = both(at);
    expect(connected).not.toEqual(old);
    expect(planConnect(at, HOSTS).files).toEqual([]);
    expect(Object.keys(parsedLoosely(at.settings)["hooks"] ?? {})).toContain("SessionStart");
    disconnect(at);
    expect(both(at)).toEqual(old);
    expect(planDisconnect(at, HOSTS).files).toEqual([]);
  },
);

function parsedLoosely(path: string): Record<string, object> {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  return JSON.parse(text.replace(/\/\*.*?\*\/|\/\/.*$/gm, "").replace(/,(\s*[}\]])/g, "$1"));
}

test("keeps existing entries in their order", () => {
  const at = context(
    JSON.stringify({ z: 1, hooks: { PostToolUse: [OTHERS_HOOK] }, a: [1] }, null, 4),
  );
  connect(at);
  const now = readJson(at.settings);
  expect(Object.keys(now)).toEqual(["z", "hooks", "a"]);
  expect(now.hooks.PostToolUse[0]).toEqual(OTHERS_HOOK);
  expect(readFileSync(at.settings, "utf8")).toMatch(/^\{\n {4}"z": 1,\n {4}"hooks": \{\n {8}"Post/);
});

test("keeps later changes of a file and removes only our entries", () => {
  const at = context('{"hooks":{"Stop":[]},"a":1}', "{}");
  connect(at);
  const settings = readJson(at.settings);
  settings.hooks.PostToolUse[0].hooks.push({ type: "command", command: "true" });
  settings.hooks.Stop.push(OTHERS_HOOK);
  writeFileSync(at.settings, JSON.stringify({ ...settings, b: 2 }, null, 2));
  writeFileSync(at.state, JSON.stringify({ ...readJson(at.state), numStartups: 1 }));
  disconnect(at);
  expect(readJson(at.settings)).toEqual({
    hooks: {
      Stop: [OTHERS_HOOK],
      PostToolUse: [{ matcher: "*", hooks: [{ type: "command", command: "true" }] }],
    },
    a: 1,
    b: 2,
  });
  expect(readJson(at.state)).toEqual({ numStartups: 1 });
});

test.each([0, 2])("removes a last entry completely if it is indented by %s", (indent) => {
  const at = context(null);
  connect(at);
  const settings = readJson(at.settings);
  for (const groups of Object.values<object[]>(settings.hooks)) groups.unshift(OTHERS_HOOK);
  writeFileSync(at.settings, JSON.stringify(settings, null, indent));
  disconnect(at);
  const left = Object.values<object[]>(readJson(at.settings).hooks);
  expect(left).toEqual(left.map(() => [OTHERS_HOOK]));
  expect(left).toHaveLength(12);
});

test("replaces the entries when connecting again from another path", () => {
  const at = context('{\n  "a": 1\n}\n', "{}");
  const old = both(at);
  connect(at);
  writeFileSync(at.state, JSON.stringify({ ...readJson(at.state), numStartups: 1 }));
  connect({ ...at, hookPath: "/new/hook.mjs", mcpArgs: ["/new/tacit.mjs", "mcp"] });
  const hooks: { args: string[] }[] = readJson(at.settings).hooks.Stop.flatMap(
    (group: { hooks: unknown[] }) => group.hooks,
  );
  expect(hooks.map(({ args }) => args[2])).toEqual(["/new/hook.mjs"]);
  expect(readJson(at.state).mcpServers.tacit.args[0]).toBe("/new/tacit.mjs");
  disconnect(at);
  expect(bytes(at.settings)).toBe(old[0]);
  expect(readJson(at.state)).toEqual({ numStartups: 1 });
});

test.each([
  ["cut off", '{"hooks":{'],
  ["not JSON", "model = opus"],
  ["a list", "[1]"],
  ["hooks a text", '{"hooks":"x"}'],
  ["an event an object", '{"hooks":{"Stop":{}}}'],
  ["not UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
  ["UTF-16", Buffer.from('{"a":1}', "utf16le")],
])("settings that are %s cause an error with the path, and nothing is written", (_name, text) => {
  const at = context(text, "{}");
  const old = both(at);
  const failure = caught(() => connect(at));
  expect(MemoryError.is(failure, "config_malformed")).toBe(true);
  expect(failure.message).toContain(at.settings);
  expect(both(at)).toEqual(old);
  expect(existsSync(at.backups)).toBe(false);
});

test("leaves another program's server of our name alone", () => {
  const at = context(null, '{"mcpServers":{"tacit":{"command":"other"}}}');
  const plan = planConnect(at, HOSTS);
  expect(plan.notes.join("\n")).toContain("not changed, because");
  applyPlan(plan, at.backups);
  disconnect(at);
  expect(readJson(at.state)).toEqual({ mcpServers: { tacit: { command: "other" } } });
});

test("keeps links and modes, and leaves nothing else in the folder", () => {
  const at = context(null, "{}");
  const real = join(at.userHome, "dotfiles.json");
  writeFileSync(real, '{\n  "a": 1\n}\n');
  chmodSync(real, 0o640);
  symlinkSync(real, at.settings);
  connect(at);
  expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
  expect(statSync(real).mode & 0o777).toBe(0o640);
  expect(readdirSync(join(at.userHome, ".claude")).sort()).toEqual(["settings.json", "skills"]);
  disconnect(at);
  expect(lstatSync(at.settings).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toBe('{\n  "a": 1\n}\n');
});

test("copies no key of a settings file into our home, and leaves nothing there after disconnecting", () => {
  const key = "sk-ant-0123456789abcdef";
  const text = `{\n  "hooks": { "PreCompact": [ ], "Other": [{ "command": "x ${key}" }],\n    "Stop": [\n ] }, "env": { "KEY": "${key}" }\n}\n`;
  const at = context(text, `{"mcpServers":{"other":{"env":{"TOKEN":"${key}"}}}}`);
  connect(at);
  const stored = readdirSync(at.backups).map((name) => join(at.backups, name));
  expect(stored.length).toBeGreaterThan(0);
  for (const path of stored) {
    expect(readFileSync(path, "utf8")).not.toContain(key);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  }
  writeFileSync(join(at.backups, "settings.json-0123456789ab"), text);
  disconnect(at);
  expect(bytes(at.settings)).toBe(text);
  expect(readdirSync(at.backups)).toEqual([]);
});

test.each([
  ["a list in one line", '{\n  "hooks": { "Stop": [ { "hooks": [] } ] },\n  "x": [1,   2]\n}\n'],
  ["a list by hand", '{\n "hooks": { "Stop": [\n     { "hooks": [\n   ] } ] }\n}\n'],
  ["one line", '{"hooks":{"Stop":[{"hooks":[ ]}]},"x":1}'],
  ["a comment behind the last", '{\n  "a": 1 // one, and all\n}\n'],
  ["a comma behind the last", '{\n  "a": [1, 2,], // two\n}\n'],
  [
    "two empty lists around a key",
    '{\n  "hooks": { "Stop": [ ], "x": [],\n   "SessionEnd": [\n ] , }\n}\n',
  ],
  ["tabs and CRLF", '{\r\n\t"a": [ 1,2 ]\r\n}\r\n'],
])("preserves the user's formatting: %s", (_name, text) => {
  const at = context(text, "{}");
  connect(at);
  const now = readFileSync(at.settings, "utf8");
  // Checks that there are only insertions: the old text must be a subsequence of the new text.
  let found = 0;
  for (const character of now) if (character === text[found]) found++;
  expect(found).toBe(text.length);
  for (const line of text.split("\n").filter((item) => item.includes(": [1")))
    expect(now).toContain(line.trim().replace(/[\s\]}]*,?$/, ""));
  disconnect(at);
  expect(bytes(at.settings)).toBe(text);
});

test("does not overwrite a file that changed between planning and applying", () => {
  const at = context("{}");
  const plan = planConnect(at, HOSTS);
  writeFileSync(at.settings, '{"new":1}');
  expect(
    MemoryError.is(
      caught(() => applyPlan(plan, at.backups)),
      "not_allowed",
    ),
  ).toBe(true);
  expect([bytes(at.settings), bytes(at.state)]).toEqual(['{"new":1}', null]);
});

test("writes no file if one cannot be written", () => {
  const at = context("{}");
  const plan = planConnect(at, HOSTS);
  // The link leads to a path below a file, where nothing can be written.
  symlinkSync(join(at.settings, "below"), at.state);
  expect(
    MemoryError.is(
      caught(() => applyPlan(plan, at.backups)),
      "store_unwritable",
    ),
  ).toBe(true);
  expect(both(at)).toEqual(["{}", null]);
});

test("the description shows added and removed lines", () => {
  const at = context('{\n  "a": 1\n}\n');
  const description = describePlan(planConnect(at, HOSTS));
  expect(description).toContain(`+++ ${at.settings}`);
  expect(description).toContain("--- (no file)");
  expect(description.split("\n")).toContain('+   "hooks": {');
  connect(at);
  expect(describePlan(planConnect(at, HOSTS))).toBe("");
});

const anyHooks = fc.dictionary(
  fc.constantFrom("Stop", "PostToolUse", "Notification"),
  fc.array(fc.constant(OTHERS_HOOK), { maxLength: 2 }),
);
const anySettings = fc
  .tuple(anyObject, fc.option(anyHooks, { nil: undefined }), fc.constantFrom(0, 2, 4, "\t"))
  .map(([rest, hooks, indent]) => {
    const value = hooks === undefined ? without(rest, "hooks") : { ...rest, hooks };
    // Converted through JSON, which has no -0.
    return { value: JSON.parse(JSON.stringify(without(value, "mcpServers"))), indent };
  });

function without(value: Record<string, unknown>, key: string): Record<string, unknown> {
  const { [key]: _gone, ...rest } = value;
  return rest;
}

test("property: connect, disconnect: restores the same bytes", () => {
  void fc.assert(
    fc.property(anySettings, anySettings, fc.constantFrom("\n", "\r\n"), (a, b, eol) => {
      const texts = [a, b].map(({ value, indent }) =>
        JSON.stringify(value, null, indent).replaceAll("\n", eol),
      );
      const at = context(texts[0] ?? "", texts[1] ?? "");
      const old = both(at);
      connect(at);
      expect(readJson(at.settings)).toMatchObject(without(a.value, "hooks"));
      disconnect(at);
      expect(both(at)).toEqual(old);
    }),
    { numRuns: 60 },
  );
});

test("property: connect, another program rewrites the file, disconnect: removes only our entries", () => {
  void fc.assert(
    fc.property(anySettings, ({ value, indent }) => {
      const at = context(JSON.stringify(value, null, indent), "{}");
      connect(at);
      writeFileSync(at.settings, JSON.stringify({ ...readJson(at.settings), added: 1 }, null, 3));
      disconnect(at);
      expect(readJson(at.settings)).toEqual({ ...value, added: 1 });
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
