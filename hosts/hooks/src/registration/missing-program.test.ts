/**
 * Tests that a registered hook whose program is missing fails no step of an agent, and that a broken file in the working folder
 * stops no hook: each registered command is run as the host runs it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { REGISTERED_HOSTS } from "./hosts/hosts.ts";
import { connect, testHomes } from "./testing-registration.ts";

const homes = testHomes();
afterAll(() => homes.remove());

/** Returns every command line or exec form that runs a hook, in any of the files. */
function registeredHooks(text: string): { program: string; args: string[]; isShell: boolean }[] {
  if (text.startsWith("#!"))
    return [{ program: text.split("\n")[2] ?? "", args: [], isShell: true }];
  const found: { program: string; args: string[]; isShell: boolean }[] = [];
  const walk = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { command, args, bash } = value as Record<string, unknown>;
    const line = bash ?? command;
    if (typeof line === "string" && line.includes("hook.cjs"))
      found.push({ program: line, args: [], isShell: true });
    else if (typeof line === "string" && JSON.stringify(args ?? "").includes("hook.cjs"))
      found.push({ program: line, args: args as string[], isShell: false });
    for (const inner of Object.values(value)) walk(inner);
  };
  walk(JSON.parse(text));
  return found;
}

const HOOKED = ["claude-code", "codex", "gemini", "qwen", "copilot", "cline", "cursor", "windsurf"];

/** Connects the host and returns the first command line or exec form of a hook, which runs `hookPath`. */
function firstHook(name: string, program: string | null) {
  const made = homes.request();
  const host = REGISTERED_HOSTS.find((registeredHost) => registeredHost.name === name);
  if (host === undefined) throw new Error(`no host ${name}`);
  const hookPath = join(made.userHome, "program", "hook.cjs");
  if (program !== null) {
    mkdirSync(join(hookPath, ".."), { recursive: true });
    writeFileSync(hookPath, program);
  }
  const at = { ...made, host, nodePath: process.execPath, hookPath };
  mkdirSync(host.folder(at) ?? made.userHome, { recursive: true });
  connect(at);
  const texts = readdirSync(made.userHome, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.receipt\.json$|^hook\.cjs$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .filter((text) => text.includes("hook.cjs"));
  const [hook] = texts.flatMap(registeredHooks);
  if (hook === undefined) throw new Error(`no hook of ${name}`);
  return hook;
}

test.each(HOOKED)("a hook of %s without its program exits 0 and prints nothing", (name) => {
  const { program, args, isShell } = firstHook(name, null);
  const ran = spawnSync(program, args, { shell: isShell, input: "{}", encoding: "utf8" });
  expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "", ""]);
});

test.each(HOOKED)("a hook of %s runs beside a package.json with marks of a merge", (name) => {
  const { program, args, isShell } = firstHook(name, 'process.stdout.write("ran")');
  const cwd = homes.request().userHome;
  writeFileSync(join(cwd, "package.json"), "<<<<<<< HEAD\n{");
  const ran = spawnSync(program, args, { cwd, shell: isShell, input: "{}", encoding: "utf8" });
  expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, "ran", ""]);
});
