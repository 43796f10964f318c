/**
 * Tests registering with any MCP client: a file that a person names gets our server, is found again by its receipt, and is
 * restored byte for byte.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { MemoryError } from "@tacit-memory/memory";
import { type ParseError, parse } from "jsonc-parser";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "../apply-plan.ts";
import { configBackups, planConnect, planDisconnect } from "../plan.ts";
import { connect, type HostRequest, testHomes } from "../testing-registration.ts";
import { hostsFound } from "./hosts.ts";
import { MCP_FILES, serverSnippet } from "./mcp-files.ts";

const homes = testHomes();
afterAll(() => homes.remove());

function named(name: string, text: string | null): HostRequest & { readonly path: string } {
  const request = homes.request();
  const path = join(request.userHome, name);
  if (text !== null) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return { ...request, host: MCP_FILES, path, serverFiles: [path] };
}

/** Disconnects as a later process does, which was given no file. */
function disconnectAll({ userHome, env, home }: HostRequest): void {
  applyPlan(planDisconnect({ userHome, env, home }, [MCP_FILES]), configBackups(home));
}

const entryOf = (at: HostRequest) => ({
  command: at.mcpCommand,
  args: at.mcpArgs,
  env: { TACIT_HOME: at.home },
});

test.each([
  [".mcp.json", "mcpServers", {}],
  ["claude_desktop_config.json", "mcpServers", {}],
  ["app/.vscode/mcp.json", "servers", { type: "stdio" }],
])("%s stores servers under %s", (name, key, more) => {
  const at = named(name, null);
  connect(at);
  const document = JSON.parse(readFileSync(at.path, "utf8"));
  expect(document).toEqual({ [key]: { tacit: { ...more, ...entryOf(at) } } });
  disconnectAll(at);
  expect(existsSync(at.path)).toBe(false);
  expect(readdirSync(at.userHome).filter((item) => item === "app")).toEqual([]);
});

test.each([
  ["", "empty"],
  [
    '\uFEFF{\r\n\t"mcpServers": {\r\n\t\t"a": {"command": "a"}\r\n\t}\r\n}\r\n',
    "a mark, tabs, CRLF",
  ],
  ['{\n  // mine\n  "other": 1, "mcpServers": {}}', "comments"],
])("restores the file byte for byte: %j (%s)", (text) => {
  const at = named(".mcp.json", text);
  connect(at);
  const written = readFileSync(at.path, "utf8");
  expect(written).not.toBe(text);
  expect(planConnect(at, [MCP_FILES]).files).toEqual([]);
  disconnectAll(at);
  expect(readFileSync(at.path, "utf8")).toBe(text);
});

test("keeps what others wrote since and also finds a second file", () => {
  const at = named("one.json", '{"mcpServers": {}}');
  connect(at);
  const second = { ...at, serverFiles: [join(at.userHome, "two.json")] };
  connect(second);
  const changed = readFileSync(at.path, "utf8").replace("{", '{"theirs": true,');
  writeFileSync(at.path, changed);
  disconnectAll(at);
  expect(JSON.parse(readFileSync(at.path, "utf8"))).toEqual({ theirs: true, mcpServers: {} });
  expect(existsSync(join(at.userHome, "two.json"))).toBe(false);
  disconnectAll(at);
});

/** Writes the file as formatters do that put a comma after every last member. */
function addLastCommas(path: string): void {
  writeFileSync(path, readFileSync(path, "utf8").replace(/([^\s,{[])(?=\s*\n\s*[}\]])/g, "$1,"));
}

test.each([
  ["no file", ".mcp.json", null, null],
  ["an empty object", ".mcp.json", "{}\n", "{}\n"],
  ["no servers", ".mcp.json", '{\n  "servers": 1,\n  "mcpServers": {}\n}\n', undefined],
  ["another key", "app/.vscode/mcp.json", '{\n  "servers": {},\n  "inputs": []\n}\n', undefined],
  [
    "a comment",
    ".mcp.json",
    '{\n  // mine, and theirs\n  "mcpServers": { /* a */ }\n}\n',
    undefined,
  ],
])("with commas after the last members, only our entry goes: %s", (_name, name, text, left) => {
  const at = named(name, text);
  connect(at);
  addLastCommas(at.path);
  expect(readFileSync(at.path, "utf8")).toMatch(/,\n\}\n$/);
  const moved = { ...at, mcpArgs: ["/new/tacit.mjs", "mcp"] };
  connect(moved);
  expect(readLoosely(at.path)).toMatchObject({ [keyOf(name)]: { tacit: { args: moved.mcpArgs } } });
  addLastCommas(at.path);
  disconnectAll(at);
  if (left === undefined) expect(readLoosely(at.path)).toEqual(parseLoosely(text ?? ""));
  else expect(existsSync(at.path) ? readFileSync(at.path, "utf8") : null).toBe(left);
  for (const comment of text?.match(/\/\/.*|\/\*.*?\*\//g) ?? [])
    expect(readFileSync(at.path, "utf8")).toContain(comment);
});

const keyOf = (name: string) => (name.includes(".vscode") ? "servers" : "mcpServers");
const readLoosely = (path: string) => parseLoosely(readFileSync(path, "utf8"));

/** Parses as strictly as hosts do, which allow comments and a last comma. Throws otherwise. */
function parseLoosely(text: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  expect(errors).toEqual([]);
  return value;
}

test("does not recreate a file that was deleted since", () => {
  const at = named("gone.json", null);
  connect(at);
  rmSync(at.path);
  disconnectAll(at);
  expect(existsSync(at.path)).toBe(false);
});

test.each(["{ cut", "[]", '{"mcpServers": []}'])("refuses %j and leaves it unchanged", (text) => {
  const at = named(".mcp.json", text);
  expect(() => connect(at)).toThrow(MemoryError);
  expect(readFileSync(at.path, "utf8")).toBe(text);
});

test("leaves another program's server of our name alone", () => {
  const text = '{"mcpServers": {"tacit": {"command": "theirs"}}}';
  const at = named(".mcp.json", text);
  expect(planConnect(at, [MCP_FILES]).notes.join()).toContain("not changed, because");
  connect(at);
  expect(readFileSync(at.path, "utf8")).toBe(text);
});

test("is not found by searching, and prints what would be written", () => {
  const at = named(".mcp.json", null);
  expect(hostsFound({ ...at, env: { PATH: at.userHome } })).toEqual([]);
  connect(at);
  expect(JSON.parse(serverSnippet(at))).toEqual(JSON.parse(readFileSync(at.path, "utf8")));
});
