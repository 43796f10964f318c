/** A session reported hook by hook, each a separate process, teaches the next one. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, type HookHost, hookHost } from "./hook-process.ts";
import { workerEnd } from "./worker-end.ts";

const CLI = join(import.meta.dirname, "..", "..", "apps", "cli", "dist", "tacit.mjs");
const RULE = "Always use pnpm for installs in this repository, never npm.";
const ASK = "Do we use pnpm or npm for installs in this repository?";
const PORT_ERROR = "Error: listen EADDRINUSE: address already in use :::3000";

/** Plays all events of a short session in order. */
async function playSession(host: HookHost, project: string, session: string): Promise<void> {
  const steps: (readonly [string, object])[] = [
    ["SessionStart", { source: "startup" }],
    ["UserPromptSubmit", { prompt: `Start the preview server. ${RULE}` }],
    ["PreToolUse", bash("t1", "npm run preview")],
    [
      "PostToolUseFailure",
      { ...bash("t1", "npm run preview"), error: `Exit code 1\n${PORT_ERROR}` },
    ],
    ["PostToolUse", { ...bash("t2", "npm run stop"), tool_response: buildResponse("stopped") }],
    [
      "PostToolUse",
      { ...bash("t3", "npm run preview"), tool_response: buildResponse("listening") },
    ],
    ["PostToolUse", edit("t4", join(project, "src", "server.ts"))],
    ["Stop", { stop_hook_active: false, last_assistant_message: "The server is running." }],
    ["SessionEnd", { reason: "other" }],
  ];
  for (const [event, more] of steps) {
    const { status, stderr } = await host.tell(event, session, more);
    expect([event, status, stderr]).toEqual([event, 0, ""]);
  }
}

function bash(id: string, command: string): object {
  return { tool_name: "Bash", tool_input: { command }, tool_use_id: id, duration_ms: 40 };
}

function buildResponse(stdout: string): object {
  return { stdout, stderr: "", interrupted: false, isImage: false };
}

function edit(id: string, path: string): object {
  return {
    tool_name: "Edit",
    tool_input: { file_path: path, old_string: "3000", new_string: "4173", replace_all: false },
    tool_response: { filePath: path, oldString: "3000", newString: "4173" },
    tool_use_id: id,
  };
}

test("shows a rule to a parallel session while the user's session is running", async () => {
  const { project, home } = makeFolders();
  const host = hookHost(home, project);
  await host.tell("SessionStart", "first", { source: "startup" });
  await host.tell("UserPromptSubmit", "first", { prompt: `Start the preview server. ${RULE}` });
  const context = contextOf(await host.tell("SessionStart", "beside", { source: "startup" }));
  expect(context).toContain(`user said: ${RULE.replace(/\.$/, "")}`);
});

test("shows a person's note on an error when the error occurs again", async () => {
  const { project, home } = makeFolders();
  const lesson = "Install maven before the first build: apt-get install -y maven.";
  const result = spawnSync(
    process.execPath,
    [CLI, "remember", lesson, "--error", "mvn: command not found"],
    { cwd: project, env: { ...process.env, TACIT_HOME: home, HOME: home }, encoding: "utf8" },
  );
  expect(result.status, result.stderr).toBe(0);
  const host = hookHost(home, project);
  const failing = (session: string, error: string) =>
    host.tell("PostToolUseFailure", session, { ...bash("t1", "mvn -q test"), error });
  const context = contextOf(
    await failing("fails", "Exit code 127\nscript.bash: line 1: mvn: command not found"),
  );
  expect(context).toContain(lesson);
  expect(
    (await failing("other", "Exit code 1\nerror: release version 7 not supported")).stdout,
  ).toBe("");
});

test("makes a repeated search of a running session a candidate", async () => {
  const { project, home } = makeFolders();
  mkdirSync(join(project, "src"));
  const ledger = join(project, "src", "ledger.ts");
  writeFileSync(ledger, "export function openLedger() {}\n");
  const host = hookHost(home, project);
  await host.tell("SessionStart", "first", { source: "startup" });
  for (let i = 0; i < 3; i++) {
    await host.tell("PostToolUse", "first", grep(`g${i}`, "openLedger", ledger));
    await host.tell("PostToolUse", "first", read(`r${i}`, ledger));
  }
  for (let i = 0; i < 15; i++)
    await host.tell("PostToolUse", "first", {
      ...bash(`b${i}`, `git log -${i}`),
      tool_response: buildResponse("a commit"),
    });
  await host.tell("SessionStart", "beside", { source: "startup" });
  const candidates = (...more: string[]) =>
    spawnSync(process.execPath, [CLI, "candidates", ...more], {
      cwd: project,
      env: { ...process.env, TACIT_HOME: home },
      encoding: "utf8",
    }).stdout;
  expect(JSON.parse(candidates("--json"))).toMatchObject([
    {
      state: "proposed",
      reason: "session_running",
      sessions: ["first"],
      content: "`openLedger` is in `src/ledger.ts`: earlier searches for it ended there.",
    },
  ]);
  expect(candidates()).toContain("observed in a running session");
  expect(host.log()).toEqual([]);
});

function grep(id: string, pattern: string, path: string): object {
  return {
    tool_name: "Grep",
    tool_input: { pattern, output_mode: "content" },
    tool_response: {
      mode: "content",
      numFiles: 1,
      filenames: [path],
      content: `${path}:1:export function ${pattern}() {}`,
    },
    tool_use_id: id,
  };
}

function read(id: string, path: string): object {
  return {
    tool_name: "Read",
    tool_input: { file_path: path },
    tool_response: { type: "text", file: { filePath: path, content: "export function" } },
    tool_use_id: id,
  };
}

async function taught() {
  const { home, project } = makeFolders();
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src", "server.ts"), "export const port = 4173;\n");
  const host = hookHost(home, project);
  await playSession(host, project, "first");
  // A session's end may leave learning to the worker.
  await workerEnd(home);
  return { home, project, host };
}

test("shows what the first session taught at the next session's start and prompts", async () => {
  const { home, project, host } = await taught();
  const start = contextOf(await host.tell("SessionStart", "start", { source: "startup" }));
  expect(start).toMatch(/^<tacit-memory>\n[\s\S]*<\/tacit-memory>$/);
  expect(start).toContain("Always use pnpm");
  expect(start.length).toBeLessThan(9000);
  const prompt = contextOf(await host.tell("UserPromptSubmit", "ask", { prompt: ASK }));
  expect(prompt).toContain("Always use pnpm");
  const other = { prompt: "Write a haiku about the northern lights." };
  expect((await host.tell("UserPromptSubmit", "ask-else", other)).stdout).toBe("");
  expect(host.log()).toEqual([]);

  const tacit = await openTacit({ home, cwd: project });
  const [rule] = await tacit.memories.list({ tag: "user-rule" });
  expect(rule).toMatchObject({ content: expect.stringContaining("pnpm"), standing: "hypothesis" });
  const events = await tacit.sessions.events("first");
  await tacit.close();
  expect(events.map((event) => event.kind)).toContain("tool_result");
  expect(new Set(events.map((event) => event.key)).size).toBe(events.length);
});

test("does not repeat what a session was shown, and does not capture it again", async () => {
  const { home, project, host } = await taught();
  const session = "ask";
  const shown = contextOf(await host.tell("UserPromptSubmit", session, { prompt: ASK }));
  expect(shown).not.toBe("");
  expect((await host.tell("UserPromptSubmit", session, { prompt: `${ASK} ${shown}` })).stdout).toBe(
    "",
  );
  await host.tell("SessionEnd", session, { reason: "other" });
  const tacit = await openTacit({ home, cwd: project });
  await tacit.sessions.drain();
  expect(JSON.stringify(await tacit.sessions.events(session))).not.toContain("[mem:");
  expect(await tacit.memories.list({ tag: "user-rule" })).toHaveLength(1);
  await tacit.close();
});

test("shows memories to two parallel sessions without mixing them", async () => {
  const { home, project, host } = await taught();
  // A hook that finds the store locked by the other one shows it with the next prompt.
  const shownTo = async (side: string): Promise<string> => {
    let shown = "";
    for (let prompt = 0; prompt < 3 && !shown.includes("pnpm"); prompt++) {
      const input = { prompt: ASK, prompt_id: `p${prompt}` };
      shown += contextOf(await host.tell("UserPromptSubmit", side, input));
    }
    return shown;
  };
  for (const shown of await Promise.all(["left", "right"].map(shownTo)))
    expect(shown).toContain("pnpm");
  const tacit = await openTacit({ home, cwd: project });
  const sides = new Set((await tacit.admin.shown({ limit: 100 })).map((row) => row.sessionId));
  await tacit.close();
  expect(sides).toEqual(new Set(["left", "right"]));
});

test("does not fail if the project folder was deleted meanwhile", async () => {
  const { project, host } = await taught();
  rmSync(project, { recursive: true });
  for (const event of ["SessionStart", "UserPromptSubmit", "PostToolUse", "SessionEnd"]) {
    const more = { source: "startup", prompt: ASK, reason: "other", ...bash("t9", "ls") };
    const { status, stderr } = await host.tell(event, "after", more);
    expect([event, status, stderr]).toEqual([event, 0, ""]);
  }
});
