/** Tests that the folders which hosts install as plugins contain what `tacit connect` would write, in each host's form. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { homeFolder } from "@tacit-memory/memory";
import { afterAll, expect, test } from "vitest";
import { applyPlan } from "./apply-plan.ts";
import { SKILL } from "./edits/skill-file.ts";
import { CLAUDE_CODE_FILES } from "./hosts/claude-code-files.ts";
import { CODEX_FILES } from "./hosts/codex-files.ts";
import { GEMINI_FILES } from "./hosts/gemini-files.ts";
import { configBackups, planConnect } from "./plan.ts";
import type { RegisteredHost } from "./registered-host.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..", "..");
const ground = mkdtempSync(join(tmpdir(), "tacit-plugin-folders-"));
afterAll(() => rmSync(ground, { recursive: true, force: true, maxRetries: 3 }));

interface Entry {
  readonly hooks: readonly { readonly timeout: number; readonly additionalContextLimit?: number }[];
  readonly matcher?: string;
}
type Hooks = Readonly<Record<string, readonly Entry[]>>;

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));
const hooksOf = (...path: string[]): Hooks => readJson(ROOT, ...path).hooks;

/** Returns the registered entries without the command that starts the hook. */
function registered(host: RegisteredHost, file: string): object {
  const userHome = join(ground, host.name);
  const request = {
    userHome,
    env: {},
    home: homeFolder({}, process.platform, userHome),
    nodePath: "node",
    hookPath: "/opt/tacit/dist/hook.cjs",
    mcpCommand: "node",
    mcpArgs: ["/opt/tacit/dist/tacit.mjs", "mcp"],
  };
  applyPlan(planConnect(request, [host]), configBackups(request.home));
  return moments(readJson(userHome, file).hooks);
}

function moments(hooks: Hooks): object {
  return Object.fromEntries(
    Object.entries(hooks).map(([event, entries]) => [
      event,
      entries.map(({ matcher, hooks: [hook] }) => [
        matcher,
        hook?.timeout,
        hook?.additionalContextLimit,
      ]),
    ]),
  );
}

test("Claude Code's plugin has the two files that it reads, equal to what is registered with it", () => {
  const own = hooksOf("plugin", "hooks", "hooks.json");
  const every = hooksOf("plugin", "hooks", "every-host.json");
  expect(Object.keys(own).filter((event) => event in every)).toEqual([]);
  expect(moments({ ...every, ...own })).toEqual(
    registered(CLAUDE_CODE_FILES, join(".claude", "settings.json")),
  );
});

test("the hooks for every host contain none before a tool, because Copilot refuses a tool whose hook fails", () => {
  expect(hooksOf("plugin", "hooks", "every-host.json")).not.toHaveProperty("PreToolUse");
});

test("Codex's and Gemini CLI's plugins equal what is registered with them", () => {
  expect(moments(hooksOf("plugin", "hooks", "codex.json"))).toEqual(
    registered(CODEX_FILES, join(".codex", "hooks.json")),
  );
  expect(moments(hooksOf("plugin-gemini", "hooks", "hooks.json"))).toEqual(
    registered(GEMINI_FILES, join(".gemini", "settings.json")),
  );
});

test.each([
  [["plugin", "hooks", "every-host.json"], "plugin"],
  [["plugin", "hooks", "codex.json"], "codex"],
  [["plugin-gemini", "hooks", "hooks.json"], "gemini"],
])("every line of %j runs the bundled hook for its event", (path, host) => {
  for (const [event, entries] of Object.entries(hooksOf(...path))) {
    const lines = entries.flatMap(({ hooks }) => hooks).map((hook) => Reflect.get(hook, "command"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      new RegExp(
        `^node "[$][{]\\w+[}](?:/bin/|[$][{]/[}]bin[$][{]/[}])hook.cjs" ${host} ${event}$`,
      ),
    );
  }
});

test("both folders contain the same launchers", () => {
  for (const name of ["hook.cjs", "programs.cjs", "server.cjs"]) {
    const [one, other] = ["plugin", "plugin-gemini"].map((folder) =>
      readFileSync(join(ROOT, folder, "bin", name), "utf8"),
    );
    expect(other).toBe(one);
  }
});

/** Runs the hook of a plugin as a git URL installs it, without `dist`, and returns its output and exit status. */
function hookOfClone(event: string, home: string) {
  const folder = mkdtempSync(join(ground, "clone-"));
  cpSync(join(ROOT, "plugin", "bin"), join(folder, "bin"), { recursive: true });
  const args = [join(folder, "bin", "hook.cjs"), "plugin", event];
  const env = { ...process.env, TACIT_HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    env,
    input: "{}",
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a plugin without programs exits 0 and prints once per session how to get them", () => {
  const home = join(ground, "no programs");
  const quiet = { status: 0, stdout: "", stderr: "" };
  expect(hookOfClone("PostToolUse", home)).toEqual(quiet);
  const { status, stdout } = hookOfClone("SessionStart", home);
  expect([status, JSON.parse(stdout).hookSpecificOutput.additionalContext]).toEqual([
    0,
    expect.stringContaining("npx tacit-memory connect --programs"),
  ]);
});

test("a plugin without programs runs the copy in Tacit's home", () => {
  const home = join(ground, "with programs");
  const copy = join(home, "programs", "1.0.0-abc", "dist");
  mkdirSync(copy, { recursive: true });
  writeFileSync(join(home, "programs", "for-plugins"), "1.0.0-abc\n");
  writeFileSync(join(copy, "hook.cjs"), "process.stdout.write(process.argv.slice(2).join(' '))");
  expect(hookOfClone("Stop", home).stdout).toBe("plugin Stop");
  writeFileSync(join(copy, "hook.cjs"), "let a = ;");
  expect(hookOfClone("Stop", home)).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(hookOfClone("SessionStart", home).stdout).toContain("cannot run under Node");
});

test("both folders have the same skill and version", () => {
  const skill = join("skills", "recall-first", "SKILL.md");
  const [one, other] = ["plugin", "plugin-gemini"].map((folder) =>
    readFileSync(join(ROOT, folder, skill), "utf8"),
  );
  expect(other).toBe(one);
  expect(SKILL).toBe(one);
  const versions = [
    readJson(ROOT, "plugin", ".claude-plugin", "plugin.json"),
    readJson(ROOT, "plugin", ".codex-plugin", "plugin.json"),
    readJson(ROOT, "plugin-gemini", "gemini-extension.json"),
    readJson(ROOT, "apps", "cli", "package.json"),
  ].map(({ version }) => version);
  expect(new Set(versions).size).toBe(1);
});

test("the files that the manifests name exist", () => {
  for (const kind of [".claude-plugin", ".codex-plugin"]) {
    const { hooks, mcpServers, skills } = readJson(ROOT, "plugin", kind, "plugin.json");
    for (const path of [hooks, mcpServers, skills].filter((item) => item !== undefined)) {
      expect(existsSync(join(ROOT, "plugin", path))).toBe(true);
    }
  }
});
