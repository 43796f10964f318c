/** Tests registering with Copilot CLI, Cursor, VS Code and Windsurf and removing it: hooks of two levels, and servers. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import * as fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "../apply-plan.ts";
import { hookEventIn, shellLine } from "../edits/shell-words.ts";
import { configBackups, planConnect } from "../plan.ts";
import type { RegisteredHost } from "../registered-host.ts";
import {
  connect,
  disconnect,
  expectRoundTrip,
  type HostRequest,
  testHomes,
} from "../testing-registration.ts";
import { COPILOT_FILES } from "./copilot-files.ts";
import { CURSOR_FILES } from "./cursor-files.ts";
import { hostsFound } from "./hosts.ts";
import { VSCODE_FILES } from "./vscode-files.ts";
import { WINDSURF_FILES } from "./windsurf-files.ts";

const homes = testHomes();
afterAll(() => homes.remove());

interface HookSetup extends HostRequest {
  /** The hooks file, if the host has one, then the servers file. */
  readonly files: readonly string[];
}

/** Writes this text to every file of the host. */
function context(host: RegisteredHost, text: string | null): HookSetup {
  const request = homes.request();
  const paths = host.edits(request).map(({ path }) => path);
  const files = paths.filter((path) => path.endsWith(".json"));
  for (const path of text === null ? [] : files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text ?? "");
  }
  return { ...request, host, files };
}

const bytes = (at: HookSetup) =>
  at.files.map((path) => (existsSync(path) ? readFileSync(path).toString("latin1") : null));
const readJson = (path: string | undefined) => JSON.parse(readFileSync(path ?? "", "utf8"));
const serverOf = (at: HookSetup) => ({
  command: at.mcpCommand,
  args: at.mcpArgs,
  env: { TACIT_HOME: at.home },
});

test("writes the entries that Copilot CLI reads, and none that can deny a tool", () => {
  const at = context(COPILOT_FILES, null);
  connect(at);
  const { version, hooks } = readJson(at.files[0]);
  expect(version).toBe(1);
  expect(Object.keys(hooks).sort()).toEqual([
    "agentStop",
    "postToolUse",
    "postToolUseFailure",
    "preCompact",
    "sessionEnd",
    "sessionStart",
    "subagentStart",
    "subagentStop",
    "userPromptSubmitted",
  ]);
  const run = "try{module.constructor.createRequire(process.argv[1])(process.argv[1])}catch{}";
  const words = [at.nodePath, "-e", run, at.hookPath, "copilot", "postToolUse"];
  expect(hooks.postToolUse).toEqual([
    {
      type: "command",
      bash: shellLine(words, "linux"),
      powershell: shellLine(words, "win32"),
      timeoutSec: 5,
    },
  ]);
  expect(readJson(at.files[1])).toEqual({
    mcpServers: { tacit: { type: "local", tools: ["*"], ...serverOf(at) } },
  });
});

test("writes the entries that Cursor reads, only for events it knows, and none that can deny a tool", () => {
  const at = context(CURSOR_FILES, null);
  connect(at);
  const { version, hooks } = readJson(at.files[0]);
  expect(version).toBe(1);
  expect(Object.keys(hooks).sort()).toEqual([
    "afterAgentResponse",
    "beforeSubmitPrompt",
    "postToolUse",
    "postToolUseFailure",
    "preCompact",
    "sessionEnd",
    "sessionStart",
  ]);
  expect(hooks.sessionEnd).toHaveLength(1);
  expect(hookEventIn(hooks.sessionEnd[0].command, "cursor")).toBe("sessionEnd");
  expect(readJson(at.files[1])).toEqual({ mcpServers: { tacit: serverOf(at) } });
});

test("writes the entries that Windsurf reads; only the prompt's hook runs before an action", () => {
  const at = context(WINDSURF_FILES, null);
  connect(at);
  const document = readJson(at.files[0]);
  expect(document).not.toHaveProperty("version");
  expect(Object.keys(document.hooks).filter((event) => event.startsWith("pre_"))).toEqual([
    "pre_user_prompt",
  ]);
  expect(document.hooks.post_write_code[0]).toMatchObject({ show_output: false });
  expect(readJson(at.files[1])).toEqual({ mcpServers: { tacit: serverOf(at) } });
});

test("writes VS Code's servers under their own key; its hooks are Copilot CLI's", async () => {
  const at = context(VSCODE_FILES, null);
  connect(at);
  expect(readJson(at.files[0])).toEqual({ servers: { tacit: { type: "stdio", ...serverOf(at) } } });
  expect(await VSCODE_FILES.askWhatIsLeft?.(at, at.userHome)).toBeUndefined();
  applyPlan(planConnect(at, [COPILOT_FILES]), configBackups(at.home));
  expect(await VSCODE_FILES.askWhatIsLeft?.(at, at.userHome)).toBeNull();
});

const HOSTS = [COPILOT_FILES, CURSOR_FILES, VSCODE_FILES, WINDSURF_FILES] as const;
const OTHERS_HOOK = { command: "echo hook.mjs cursor", bash: "echo hook.mjs copilot" };
const OTHERS = {
  version: 1,
  hooks: { stop: [OTHERS_HOOK], postToolUse: [OTHERS_HOOK], sessionEnd: [] },
  mcpServers: { x: { command: "y" } },
  servers: { x: { type: "http", url: "https://example.invalid/mcp" } },
  inputs: [],
};
const TEXTS = [
  ["no file", null],
  ["an empty file", ""],
  ["an empty object", "{}\n"],
  ["one line", '{"version":1,"hooks":{},"mcpServers":{},"servers":{}}'],
  ["tabs", '{\n\t"version": 1,\n\t"inputs": []\n}\n'],
  ["CRLF", '{\r\n    "version": 1,\r\n    "servers": {}\r\n}\r\n'],
  [
    "a byte order mark, comments and trailing commas",
    '\uFEFF{\n  // mine: "servers"\n  "version": 1, /* x */\n  "servers": {\n    // none yet\n  },\n}\n',
  ],
  ["others' hooks and servers", JSON.stringify(OTHERS, null, 2)],
] as const;

test.each(
  HOSTS.flatMap((host) => TEXTS.map(([name, text]) => ({ host, title: host.title, name, text }))),
)(
  "$title, $name: connecting twice equals connecting once, and disconnecting restores the bytes",
  ({ host, text }) => expectRoundTrip(context(host, text), bytes),
);

test.each(HOSTS)("$title: leaves no file where there was none", (host) => {
  const at = context(host, null);
  connect(at);
  disconnect(at);
  const left = readdirSync(at.userHome, { recursive: true, withFileTypes: true });
  const ours = configBackups(at.home);
  expect(left.filter((item) => item.isFile() && !item.parentPath.startsWith(ours))).toEqual([]);
});

test.each(HOSTS)("$title: leaves comments of others in place and adds ours beside them", (host) => {
  const text = '{\n  // before\n  "version": 1,\n  "servers": { /* inside */ },\n  // after\n}\n';
  const at = context(host, text);
  connect(at);
  for (const path of at.files) {
    const now = readFileSync(path, "utf8");
    expect(now).toMatch(/\/\/ before[\s\S]*\/\* inside \*\/[\s\S]*\/\/ after/);
    expect(now).toContain("tacit");
  }
});

test.each(HOSTS)("$title: keeps what another program wrote meanwhile", (host) => {
  const at = context(host, JSON.stringify(OTHERS));
  connect(at);
  for (const path of at.files) {
    writeFileSync(path, JSON.stringify({ ...readJson(path), later: true }, null, 3));
  }
  disconnect(at);
  for (const path of at.files) expect(readJson(path)).toEqual({ ...OTHERS, later: true });
});

test.each(HOSTS)("$title: replaces a program that has moved, once", (host) => {
  const at = context(host, JSON.stringify(OTHERS));
  connect(at);
  for (const path of at.files) writeFileSync(path, `${readFileSync(path, "utf8")}\n`);
  const moved = { ...at, hookPath: "/new/hook.cjs", mcpArgs: ["/new/tacit.mjs", "mcp"] };
  connect(moved);
  expect(planConnect(moved, [host]).files).toEqual([]);
  for (const path of at.files) expect(readFileSync(path, "utf8")).not.toContain("it's tacit");
});

test.each(
  HOSTS.flatMap((host) =>
    ["{", "[]", "{,}", '{"hooks":[],"mcpServers":7,"servers":[]}'].map((text) => ({
      title: host.title,
      host,
      text,
    })),
  ),
)("$title: refuses $text and writes nothing", ({ host, text }) => {
  const at = context(host, text);
  expect(() => planConnect(at, [host])).toThrow(MemoryError);
  expect(bytes(at)).toEqual(at.files.map(() => text));
});

test.each([
  ["another version", '{"version":2,"hooks":{}}'],
  ["an event that is no list", '{"version":1,"hooks":{"stop":{}}}'],
])("Cursor, %s: refuses a file that Cursor itself would refuse", (_name, text) => {
  const at = context(CURSOR_FILES, null);
  mkdirSync(dirname(at.files[0] ?? ""), { recursive: true });
  writeFileSync(at.files[0] ?? "", text);
  expect(() => planConnect(at, [CURSOR_FILES])).toThrow(MemoryError);
});

test.each(HOSTS)("$title: leaves another program's server of our name alone", (host) => {
  const theirs = { tacit: { command: "their-tacit", args: [] } };
  const at = context(host, JSON.stringify({ version: 1, mcpServers: theirs, servers: theirs }));
  const plan = planConnect(at, [host]);
  expect(plan.notes.join("\n")).toContain("not changed, because");
  connect(at);
  expect(readJson(at.files.at(-1))).toMatchObject({ mcpServers: theirs, servers: theirs });
});

test.each(HOSTS)("finds $title by its folder", (host) => {
  const at = context(host, null);
  mkdirSync(host.folder(at) ?? "", { recursive: true });
  expect(hostsFound(at).map(({ name }) => name)).toContain(host.name);
});

test("COPILOT_HOME moves all files", () => {
  const at = context(COPILOT_FILES, null);
  const folder = join(at.userHome, "elsewhere");
  applyPlan(
    planConnect({ ...at, env: { COPILOT_HOME: folder } }, [COPILOT_FILES]),
    configBackups(at.home),
  );
  expect(readdirSync(folder).sort()).toEqual(["hooks", "mcp-config.json", "skills"]);
  expect(bytes(at)).toEqual([null, null]);
});

const anyKey = fc.stringMatching(/^[a-z]{1,6}$/).filter((key) => !(key in OTHERS));

test("property: connect, disconnect: restores the same bytes, whatever others have there", () => {
  const anyHost = fc.constantFrom(...HOSTS);
  const anyText = fc
    .tuple(fc.dictionary(anyKey, fc.jsonValue()), fc.constantFrom(undefined, "\t", 3))
    .map(([value, indent]) => JSON.stringify(value, null, indent));
  void fc.assert(
    fc.property(anyHost, anyText, (host, text) => {
      const at = context(host, text);
      connect(at);
      disconnect(at);
      expect(bytes(at)).toEqual(at.files.map(() => Buffer.from(text).toString("latin1")));
    }),
    { numRuns: 60 },
  );
});
