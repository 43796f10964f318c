/** Tests registering with hosts of one settings file and removing it: Gemini CLI, Qwen Code. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { HOOK_HOSTS } from "../../run-hook.ts";
import { applyPlan } from "../apply-plan.ts";
import { GEMINI_FILES } from "../hosts/gemini-files.ts";
import { hostsFound, REGISTERED_HOSTS } from "../hosts/hosts.ts";
import { QWEN_FILES } from "../hosts/qwen-files.ts";
import { configBackups, planConnect } from "../plan.ts";
import type { RegisteredHost } from "../registered-host.ts";
import {
  connect,
  disconnect,
  expectRoundTrip,
  type HostRequest,
  testHomes,
} from "../testing-registration.ts";
import { hookEventIn, shellLine } from "./shell-words.ts";

const homes = testHomes();
afterAll(() => homes.remove());

interface HookSetup extends HostRequest {
  readonly settings: string;
}

function context(host: RegisteredHost, text: string | null): HookSetup {
  const request = homes.request();
  const settings = join(request.userHome, `.${host.name}`, "settings.json");
  mkdirSync(dirname(settings), { recursive: true });
  if (text !== null) writeFileSync(settings, text);
  return { ...request, host, settings };
}

const bytes = (at: HookSetup) =>
  existsSync(at.settings) ? readFileSync(at.settings).toString("latin1") : null;
const readJson = (at: HookSetup) => JSON.parse(readFileSync(at.settings, "utf8"));

test("writes the entries that Gemini CLI reads", () => {
  const at = context(GEMINI_FILES, null);
  connect(at);
  const { hooks, mcpServers } = readJson(at);
  expect(Object.keys(hooks)).toEqual([
    "SessionStart",
    "BeforeAgent",
    "AfterTool",
    "AfterAgent",
    "PreCompress",
    "SessionEnd",
  ]);
  const words = [
    at.nodePath,
    "-e",
    "try{module.constructor.createRequire(process.argv[1])(process.argv[1])}catch{}",
    at.hookPath,
  ];
  const command = shellLine([...words, "gemini", "AfterTool"], process.platform);
  expect(hooks.AfterTool).toEqual([
    { matcher: ".*", hooks: [{ name: "tacit", type: "command", command, timeout: 5000 }] },
  ]);
  expect(hooks.PreCompress[0].matcher).toBe("manual");
  expect(mcpServers.tacit).toEqual({
    command: at.mcpCommand,
    args: at.mcpArgs,
    env: { TACIT_HOME: at.home },
  });
});

test("writes the entries that Qwen Code reads", () => {
  const at = context(QWEN_FILES, null);
  connect(at);
  const { hooks, mcpServers } = readJson(at);
  expect(Object.keys(hooks)).toHaveLength(10);
  expect(hooks).not.toHaveProperty("PreToolUse");
  expect(hooks.UserPromptSubmit[0].hooks[0]).toMatchObject({ timeout: 5 });
  expect(hooks.UserPromptSubmit[0].hooks[0].shell).toMatch(/^(?:bash|powershell)$/);
  expect(mcpServers.tacit.env).toEqual({ TACIT_HOME: at.home });
});

const BOTH = [GEMINI_FILES, QWEN_FILES] as const;
const OTHERS = { matcher: "x", hooks: [{ type: "command", command: "echo hook.mjs gemini" }] };
const TEXTS = [
  ["no file", null],
  ["an empty file", ""],
  ["an empty object", "{}\n"],
  ["one line", '{"security":{"auth":{"selectedType":"oauth"}},"hooks":{}}'],
  ["tabs", '{\n\t"model": {\n\t\t"name": "a"\n\t}\n}\n'],
  ["CRLF", '{\r\n    "a": [1,2],\r\n    "mcpServers": {}\r\n}\r\n'],
  ["a byte order mark and comments", '\uFEFF{\n  // mine\n  "a": 1, /* x */\n}\n'],
  ["others' hooks", JSON.stringify({ hooks: { AfterTool: [OTHERS], Stop: [OTHERS] } }, null, 2)],
  ["others' servers", '{"mcpServers":{"x":{"command":"y"}}}'],
] as const;

test.each(
  BOTH.flatMap((host) => TEXTS.map(([name, text]) => ({ host, title: host.title, name, text }))),
)(
  "$title, $name: connecting twice equals connecting once, and disconnecting restores the bytes",
  ({ host, text }) => expectRoundTrip(context(host, text), bytes),
);

test.each(BOTH)("$title: keeps what another program wrote meanwhile", (host) => {
  const at = context(host, JSON.stringify({ hooks: { AfterTool: [OTHERS], Stop: [OTHERS] } }));
  const old = readJson(at);
  connect(at);
  writeFileSync(at.settings, JSON.stringify({ ...readJson(at), $version: 4 }, null, 3));
  disconnect(at);
  expect(readJson(at)).toEqual({ ...old, $version: 4 });
});

test.each(BOTH)("$title: leaves another program's server of our name alone", (host) => {
  const theirs = { command: "their-tacit", args: [] };
  const at = context(host, JSON.stringify({ mcpServers: { tacit: theirs } }));
  connect(at);
  expect(readJson(at).mcpServers.tacit).toEqual(theirs);
  disconnect(at);
  expect(readJson(at)).toEqual({ mcpServers: { tacit: theirs } });
});

test.each(
  BOTH.flatMap((host) =>
    ["{", "[]", '{"hooks":[]}', '{"mcpServers":7}'].map((text) => ({ host, text })),
  ),
)("refuses $text and writes nothing ($host.title)", ({ host, text }) => {
  const at = context(host, text);
  expect(() => planConnect(at, [host])).toThrow(MemoryError);
  expect(bytes(at)).toBe(text);
});

test("the hosts' own variables move their files", () => {
  const at = context(GEMINI_FILES, null);
  const [home, qwen] = [join(at.userHome, "g"), join(at.userHome, "q")];
  const moved = { ...at, env: { GEMINI_CLI_HOME: home, QWEN_HOME: qwen } };
  applyPlan(planConnect(moved, BOTH), configBackups(at.home));
  expect(existsSync(join(home, ".gemini", "settings.json"))).toBe(true);
  expect(existsSync(join(qwen, "settings.json"))).toBe(true);
  expect(bytes(at)).toBeNull();
});

test("finds a host by its folder", () => {
  const at = context(QWEN_FILES, null);
  expect(hostsFound(at).map(({ name }) => name)).toEqual(["qwen"]);
});

test("the hook answers every registered host except those that have only our server", () => {
  const hooked = REGISTERED_HOSTS.filter(({ isServerOnly }) => isServerOnly !== true);
  const names = hooked.map(({ name }) => name);
  expect(names.sort()).toEqual([...HOOK_HOSTS].sort());
});

test("passes the hook a home that programs would not find", () => {
  const at = context(GEMINI_FILES, null);
  const home = join(at.userHome, "else where");
  connect({ ...at, home });
  expect(readJson(at).hooks.BeforeAgent[0].hooks[0].command).toContain("else where");
});

test("quotes each word as one word in either shell", () => {
  const words = ["C:\\Program Files\\node.exe", "D:\\it's\\hook.cjs", "qwen", "Stop"];
  expect(shellLine(words, "win32")).toBe(
    "& 'C:\\Program Files\\node.exe' 'D:\\it''s\\hook.cjs' qwen Stop",
  );
  expect(shellLine(["/opt/node", "/it's/$HOME/hook.cjs"], "linux")).toBe(
    "/opt/node '/it'\\''s/$HOME/hook.cjs'",
  );
});

test.each([
  ["another host's", "node /a/hook.cjs qwen Stop", null],
  ["another program's", "node /a/webhook.cjs gemini Stop", null],
  ["ours", "node /a/hook.cjs gemini Stop", "Stop"],
  ["no line", 7, null],
])("%s", (_name, line, event) => expect(hookEventIn(line, "gemini")).toBe(event));

test("property: recognizes a line of ours wherever the hook is stored", () => {
  const folder = fc.string({ minLength: 1, maxLength: 20 }).filter((item) => !/[\r\n]/.test(item));
  void fc.assert(
    fc.property(folder, fc.constantFrom("linux", "win32"), (name, platform) => {
      const words = ["node", `/${name}/hook.cjs`, "gemini", "BeforeAgent", "/home of tacit"];
      expect(hookEventIn(shellLine(words, platform as NodeJS.Platform), "gemini")).toBe(
        "BeforeAgent",
      );
    }),
  );
});
