/** Tests registering with Cline and removing it: programs of ours in its hooks folder, and a server. */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "../apply-plan.ts";
import { configBackups, planConnect, planDisconnect } from "../plan.ts";
import { connect, disconnect, type HostRequest, testHomes } from "../testing-registration.ts";
import { CLINE_FILES } from "./cline-files.ts";

const homes = testHomes();
afterAll(() => homes.remove());

interface HookSetup extends HostRequest {
  readonly hooks: string;
  readonly servers: string;
}

function context(): HookSetup {
  const request = homes.request();
  const { userHome } = request;
  return {
    ...request,
    host: CLINE_FILES,
    nodePath: process.execPath,
    hooks: join(userHome, ".cline", "hooks"),
    servers: join(userHome, ".cline", "data", "settings", "cline_mcp_settings.json"),
  };
}

const isWindows = process.platform === "win32";
const nameOf = (event: string) => (isWindows ? `${event}.cjs` : event);
const EVENTS = ["PostToolUse", "SessionShutdown", "TaskComplete", "TaskStart"];

test("writes one program per moment, executable by its user, and a server", () => {
  const at = context();
  connect(at);
  expect(readdirSync(at.hooks).sort()).toEqual(EVENTS.map(nameOf));
  if (!isWindows) expect(statSync(join(at.hooks, "PostToolUse")).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(at.servers, "utf8")).mcpServers.tacit).toEqual({
    command: at.mcpCommand,
    args: at.mcpArgs,
    env: { TACIT_HOME: at.home },
  });
  expect(planConnect(at, [CLINE_FILES]).files).toEqual([]);
});

test("the program starts the hook with the host and the moment, wherever the hook is stored", () => {
  const at = context();
  const hookPath = join(at.userHome, "it's $HOME", "hook.cjs");
  mkdirSync(join(at.userHome, "it's $HOME"));
  writeFileSync(hookPath, "process.stdout.write(JSON.stringify(process.argv.slice(2)));");
  const home = join(at.userHome, "else where");
  connect({ ...at, hookPath, home });
  const program = join(at.hooks, nameOf("TaskComplete"));
  const [command, args] = isWindows ? [process.execPath, [program]] : [program, []];
  expect(JSON.parse(execFileSync(command, args, { encoding: "utf8" }))).toEqual([
    "cline",
    "TaskComplete",
    home,
  ]);
});

test("disconnecting leaves nothing of ours and does not change others' hooks", () => {
  const at = context();
  mkdirSync(at.hooks, { recursive: true });
  writeFileSync(join(at.hooks, "PreToolUse"), "#!/bin/sh\n");
  connect(at);
  disconnect(at);
  expect(readdirSync(at.hooks)).toEqual(["PreToolUse"]);
  expect(existsSync(at.servers)).toBe(false);
  expect(planDisconnect(at, [CLINE_FILES]).files).toEqual([]);
});

test("uses another name that Cline knows if a hook of that name exists", () => {
  const at = context();
  const theirs = "#!/bin/sh\necho '{}'\n";
  mkdirSync(at.hooks, { recursive: true });
  writeFileSync(join(at.hooks, nameOf("PostToolUse")), theirs);
  connect(at);
  const other = isWindows ? "PostToolUse.js" : "PostToolUse.sh";
  expect(readdirSync(at.hooks)).toContain(other);
  expect(planConnect(at, [CLINE_FILES]).files).toEqual([]);
  disconnect(at);
  expect(readdirSync(at.hooks)).toEqual([nameOf("PostToolUse")]);
  expect(readFileSync(join(at.hooks, nameOf("PostToolUse")), "utf8")).toBe(theirs);
});

test("removes our hook although the hook that took its name was removed before", () => {
  const at = context();
  mkdirSync(at.hooks, { recursive: true });
  const theirs = join(at.hooks, nameOf("PostToolUse"));
  writeFileSync(theirs, "#!/bin/sh\n");
  connect(at);
  rmSync(theirs);
  expect(planConnect(at, [CLINE_FILES]).files).toEqual([]);
  disconnect(at);
  expect(readdirSync(at.hooks)).toEqual([]);
});

test("leaves another person's program that mentions ours alone", () => {
  const at = context();
  const theirs = "#!/bin/sh\necho 'run `tacit disconnect cline` takes it out.'\n";
  const words =
    "# see: Tacit, the memory of this codebase; `tacit disconnect cline` takes it out.\n";
  mkdirSync(at.hooks, { recursive: true });
  writeFileSync(join(at.hooks, nameOf("TaskStart")), theirs + words);
  connect(at);
  disconnect(at);
  expect(readFileSync(join(at.hooks, nameOf("TaskStart")), "utf8")).toBe(theirs + words);
});

test("keeps an empty file of that name that existed before us", () => {
  const at = context();
  mkdirSync(at.hooks, { recursive: true });
  writeFileSync(join(at.hooks, nameOf("TaskStart")), "");
  disconnect(at);
  expect(readdirSync(at.hooks)).toEqual([nameOf("TaskStart")]);
});

test("restores all programs, executable, if they cannot all be removed", () => {
  const at = context();
  connect(at);
  const plan = planDisconnect(at, [CLINE_FILES]);
  const program = join(at.hooks, nameOf("TaskStart"));
  const before = readFileSync(program, "utf8");
  writeFileSync(join(at.userHome, "a file"), "");
  const impossible = {
    path: join(at.userHome, "a file", "x"),
    before: null,
    after: "x",
    undo: null,
  };
  const files = [...plan.files, { ...impossible, isProgram: false }];
  expect(() => applyPlan({ ...plan, files }, configBackups(at.home))).toThrow();
  expect(readFileSync(program, "utf8")).toBe(before);
  if (!isWindows) expect(statSync(program).mode & 0o777).toBe(0o700);
});

test("leaves both names alone if others use them, and reports it", () => {
  const at = context();
  mkdirSync(at.hooks, { recursive: true });
  for (const name of [nameOf("PostToolUse"), isWindows ? "PostToolUse.js" : "PostToolUse.sh"])
    writeFileSync(join(at.hooks, name), "theirs\n");
  const { notes } = planConnect(at, [CLINE_FILES]);
  expect(notes.join("\n")).toContain("not changed, because");
});

test("rewrites a program whose hook has moved", () => {
  const at = context();
  connect(at);
  connect({ ...at, hookPath: "/new/hook.cjs" });
  expect(readFileSync(join(at.hooks, nameOf("TaskStart")), "utf8")).toContain("/new/hook.cjs");
});

test("Cline's own variables move its files", () => {
  const at = context();
  const [folder, data] = [join(at.userHome, "c"), join(at.userHome, "d")];
  connect({ ...at, env: { CLINE_DIR: folder, CLINE_DATA_DIR: data } });
  expect(readdirSync(join(folder, "hooks"))).toHaveLength(EVENTS.length);
  expect(existsSync(join(data, "settings", "cline_mcp_settings.json"))).toBe(true);
  expect(existsSync(at.hooks)).toBe(false);
});
