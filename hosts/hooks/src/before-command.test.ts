/**
 * Tests that an agent is shown a command's trigger memories before the command runs, and that a project without triggers has
 * no extra cost.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { context, type HookSetup } from "./testing-setup.ts";

const LESSON = "Before wrangler deploy runs, build the worker, because it uploads dist as it lies.";

async function withTrigger(trigger: string, content = LESSON): Promise<HookSetup> {
  const at = context();
  const tacit = await openTacit({ home: at.home, cwd: at.project });
  await tacit.memories.remember({
    content,
    type: "gotcha",
    triggers: [trigger],
    source: "user_taught",
  });
  await tacit.close();
  return at;
}

const claudeAlone = { timestamp: undefined, workspaceRoots: undefined };
const before = (at: HookSetup, host: string, session: string, command: string) =>
  at.tell(host, "PreToolUse", session, {
    ...claudeAlone,
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: `use-${command}`,
  });

test.each(["claude-code", "codex"])(
  "%s: shows a command's trigger memories before it runs, once per session",
  async (host) => {
    const at = await withTrigger("wrangler deploy");
    const command = "cd worker && npx wrangler deploy --env staging";
    expect(await before(at, host, "s1", "npm test")).toBe("");
    expect(await before(at, host, "s1", command)).toContain(LESSON);
    expect(await before(at, host, "s1", command)).toBe("");
    expect(await before(at, host, "s2", command)).toContain(LESSON);
  },
);

test.each([
  ["a word of the trigger alone", "wrangler deploy", "wrangler tail"],
  ["the trigger within a longer word", "wrangler deploy", "wrangler deployments list"],
  ["the trigger's first word within a longer one", "wrangler deploy", "mywrangler deploy"],
  ["a glob, which is about files", "deploy*", "deploy now"],
  ["a text that is printed", "wrangler deploy", 'echo "wrangler deploy"'],
  ["a text that is searched for", "wrangler deploy", 'cd docs && grep -rn "wrangler deploy" .'],
  ["a commit message", "wrangler deploy", 'git commit -qam "prepare wrangler deploy"'],
  ["a file that is written", "wrangler deploy", "cat > a.md <<'E'\nwrangler deploy\nE"],
])("shows nothing for %s", async (_what, trigger, command) => {
  expect(await before(await withTrigger(trigger), "claude-code", "s1", command)).toBe("");
});

test.each([
  ["two blanks", "wrangler  deploy"],
  ["a shell", 'bash -lc "wrangler deploy"'],
  ["a substitution", "echo $(wrangler deploy)"],
  ["quoted arguments", "'wrangler' \"deploy\""],
  ["a variable before it", "CI=1 wrangler deploy | tee log"],
])("shows the memory for a command with %s", async (_what, command) => {
  const at = await withTrigger("wrangler deploy");
  expect(await before(at, "claude-code", "s1", command)).toContain(LESSON);
});

test("a project without triggers has no marker, and its commands do not open the store", async () => {
  const at = context();
  expect(await before(at, "claude-code", "s1", "wrangler deploy")).toBe("");
  expect(existsSync(join(at.home, "triggers"))).toBe(false);
  expect(readdirSync(at.home).filter((name) => name.endsWith(".db"))).toEqual([]);
});

test("the marker contains no text and is removed with the last trigger", async () => {
  const at = await withTrigger("wrangler deploy");
  const folder = join(at.home, "triggers");
  const [name = ""] = readdirSync(folder);
  expect(readFileSync(join(folder, name), "utf8")).toMatch(/^\[\[\d+,\d+\]\]$/);
  const tacit = await openTacit({ home: at.home, cwd: at.project });
  const [memory] = await tacit.memories.list();
  await tacit.memories.edit(memory?.id ?? "", { triggers: [] });
  await tacit.close();
  expect(readdirSync(folder)).toEqual([]);
});

test.each(["forget", "archive"] as const)(
  "the marker is removed with the last trigger's memory: %s",
  async (verb) => {
    const at = await withTrigger("wrangler deploy");
    const tacit = await openTacit({ home: at.home, cwd: at.project });
    const [memory] = await tacit.memories.list();
    const id = memory?.id ?? "";
    await (verb === "forget" ? tacit.memories.forget([id]) : tacit.memories.archive(id));
    await tacit.close();
    expect(readdirSync(join(at.home, "triggers"))).toEqual([]);
  },
);

test("a command with one word of a trigger does not open the store", async () => {
  const at = await withTrigger("npm publish");
  writeFileSync(join(at.home, "memory.db"), "no database: opening it would be logged");
  expect(await before(at, "claude-code", "s1", "npm test")).toBe("");
  expect(existsSync(join(at.home, "hooks.log"))).toBe(false);
  expect(await before(at, "claude-code", "s1", "npm publish")).toBe("");
  expect(existsSync(join(at.home, "hooks.log"))).toBe(true);
});

test("shows the memory with the trigger although others say more about the same words", async () => {
  const lesson = "Build the worker first: an old bundle is uploaded otherwise.";
  const at = await withTrigger("wrangler deploy", lesson);
  const tacit = await openTacit({ home: at.home, cwd: at.project });
  for (let n = 0; n < 40; n++)
    await tacit.memories.remember({
      content: `wrangler deploy: staging ${n} deploys with wrangler deploy --env staging${n}.`,
      type: "gotcha",
      source: "user_taught",
    });
  await tacit.close();
  const command = "wrangler deploy --env staging";
  expect(await before(at, "claude-code", "s1", command)).toContain(lesson);
});

test("does not wait for a pipe and does not write through a link in place of the marker", async () => {
  const at = await withTrigger("wrangler deploy");
  const folder = join(at.home, "triggers");
  const [name = ""] = readdirSync(folder);
  const path = join(folder, name);
  rmSync(path);
  execFileSync("mkfifo", [path]);
  expect(await before(at, "claude-code", "s1", "wrangler deploy")).toBe("");
  const teach = async (content: string) => {
    const tacit = await openTacit({ home: at.home, cwd: at.project });
    await tacit.memories.remember({ content, triggers: ["npm publish"], source: "user_taught" });
    await tacit.close();
  };
  await teach("npm publish needs a token of the registry.");
  expect(lstatSync(path).isFile()).toBe(true);
  const other = join(at.home, "other");
  writeFileSync(other, "untouched");
  rmSync(path);
  symlinkSync(other, path);
  await teach("npm publish runs the tests before it uploads anything.");
  expect(readFileSync(other, "utf8")).toBe("untouched");
});

test("shows a path trigger when its file is opened", async () => {
  const at = await withTrigger("config/*.toml");
  const opened = await at.tell("claude-code", "PostToolUse", "s1", {
    ...claudeAlone,
    tool_name: "Read",
    tool_input: { file_path: join(at.project, "config/site.toml") },
    tool_response: { file: { content: "a = 1" } },
    tool_use_id: "use-1",
  });
  expect(opened).toContain(LESSON);
});

const failing = (at: HookSetup, session: string, command: string, error: string) =>
  at.tell("claude-code", "PostToolUseFailure", session, {
    ...claudeAlone,
    tool_name: "Bash",
    tool_input: { command },
    tool_use_id: `use-${command}`,
    error,
  });

test.each(["gotcha", "convention"] as const)(
  "a %s stored for a command or an error is shown at it once, also after a start block with it",
  async (type) => {
    const at = context();
    const tacit = await openTacit({ home: at.home, cwd: at.project });
    const fix = "Install maven first: apt-get install -y maven";
    const missing = "mvn: command not found";
    const own = { type, source: "user_taught" } as const;
    await tacit.memories.remember({ ...own, content: LESSON, triggers: ["wrangler deploy"] });
    await tacit.memories.remember({ ...own, content: fix, error: missing });
    await tacit.close();
    const start = await at.tell("claude-code", "SessionStart", "s1", { source: "startup" });
    // A rule is shown at the start too; anything else only by title.
    expect(start.includes(LESSON)).toBe(type === "convention");
    expect(start).toContain("Before wrangler deploy runs");
    expect(start).toContain("Install maven first");
    const command = "npx wrangler deploy";
    expect(await before(at, "claude-code", "s1", command)).toContain(LESSON);
    expect(await before(at, "claude-code", "s1", command)).toBe("");
    const error = `Exit code 127\n/bin/bash: line 1: ${missing}`;
    expect(await failing(at, "s1", "mvn -q verify", error)).toContain(fix);
    expect(await failing(at, "s1", "mvn -q test", error)).toBe("");
  },
);
