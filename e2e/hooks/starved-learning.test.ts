/** A session is learned from even if every hook starts too late to learn, on any host. */
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { describe, expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { type HookHost, hookHost } from "./hook-process.ts";
import { workerEnd } from "./worker-end.ts";

const RULE = "Always use pnpm for installs in this repository, never npm.";
const PROMPT = `Start the preview server. ${RULE}`;
const SAID = "The server is running.";
const BUSY = join(import.meta.dirname, "busy-machine.cjs");
const NEXT = "Rename the port of the server.";

type Say = (event: string, more: object) => readonly [event: string, payload: object];

interface HostScript {
  /** Returns the fields that every payload of this host has. */
  readonly envelope: (session: string, project: string, n: number) => object;
  readonly session: (say: Say) => readonly (readonly [string, object])[];
  /** Events of the next session, one of which shows the rule. Null: no hook of this host has an answer. */
  readonly next: ((say: Say) => readonly (readonly [string, object])[]) | null;
}

const claudeShape = (session: string, project: string) => ({ session_id: session, cwd: project });
const stamp = (n: number) => new Date(Date.UTC(2026, 10, 21, 0, 0, n)).toISOString();

const HOSTS: Readonly<Record<string, HostScript>> = {
  "claude-code": {
    envelope: claudeShape,
    session: (say) => [
      say("SessionStart", { source: "startup" }),
      say("UserPromptSubmit", { prompt: PROMPT, prompt_id: "p1" }),
      say("Stop", { last_assistant_message: SAID }),
      say("SessionEnd", { reason: "other" }),
    ],
    next: (say) => [say("SessionStart", { source: "startup" })],
  },
  codex: {
    envelope: claudeShape,
    session: (say) => [
      say("SessionStart", { source: "startup" }),
      say("UserPromptSubmit", { prompt: PROMPT, turn_id: "p1" }),
      say("Stop", { last_assistant_message: SAID, turn_id: "p1" }),
      say("SessionEnd", { reason: "other" }),
    ],
    next: (say) => [say("SessionStart", { source: "startup" })],
  },
  // Reports no end of a session when run without a terminal.
  qwen: {
    envelope: claudeShape,
    session: (say) => [
      say("SessionStart", { source: "startup" }),
      say("UserPromptSubmit", { prompt: PROMPT, prompt_id: "p1" }),
      say("Stop", { last_assistant_message: SAID }),
    ],
    next: (say) => [say("SessionStart", { source: "startup" })],
  },
  gemini: {
    envelope: (session, project, n) => ({ ...claudeShape(session, project), timestamp: stamp(n) }),
    session: (say) => [
      say("SessionStart", { source: "startup" }),
      say("BeforeAgent", { prompt: PROMPT }),
      say("AfterAgent", { prompt_response: SAID }),
      say("SessionEnd", { reason: "exit" }),
    ],
    next: (say) => [
      say("SessionStart", { source: "startup" }),
      say("BeforeAgent", { prompt: NEXT }),
    ],
  },
  copilot: {
    envelope: (session, project, n) => ({
      sessionId: session,
      cwd: project,
      timestamp: Date.parse(stamp(n)),
    }),
    session: (say) => [
      say("sessionStart", { source: "new" }),
      say("userPromptSubmitted", { prompt: PROMPT }),
      say("sessionEnd", { reason: "complete" }),
    ],
    next: (say) => [
      say("sessionStart", { source: "new" }),
      say("userPromptSubmitted", { prompt: NEXT }),
    ],
  },
  cursor: {
    envelope: (session, project) => ({ conversation_id: session, workspace_roots: [project] }),
    session: (say) => [
      say("sessionStart", {}),
      say("beforeSubmitPrompt", { prompt: PROMPT, generation_id: "p1" }),
      say("afterAgentResponse", { text: SAID }),
    ],
    next: (say) => [say("sessionStart", {})],
  },
  opencode: {
    envelope: (session, project) => ({ root: session, agent: null, directory: project }),
    session: (say) => [
      say("session.created", {}),
      say("chat.message", { prompt: PROMPT, messageID: "p1", isOpened: false }),
      say("session.idle", { message: SAID }),
      say("dispose", {}),
    ],
    next: (say) => [
      say("session.created", {}),
      say("chat.message", { prompt: NEXT, messageID: "p1", isOpened: false }),
    ],
  },
  pi: {
    envelope: (session, project) => ({ session, cwd: project }),
    session: (say) => [
      say("session_start", { reason: "startup" }),
      say("before_agent_start", { prompt: PROMPT, standing: "fresh" }),
      say("agent_end", { message: SAID }),
      say("session_shutdown", { reason: "quit" }),
    ],
    next: (say) => [
      say("session_start", { reason: "startup" }),
      say("before_agent_start", { prompt: NEXT, standing: "fresh" }),
    ],
  },
  windsurf: {
    envelope: (session, _project, n) => ({ trajectory_id: session, timestamp: stamp(n) }),
    session: (say) => [
      say("pre_user_prompt", { tool_info: { user_prompt: PROMPT } }),
      say("post_cascade_response", { tool_info: { response: SAID } }),
    ],
    next: null,
  },
};

async function play(
  host: HookHost,
  script: HostScript,
  at: { readonly session: string; readonly project: string },
  steps: readonly (readonly [string, object])[],
): Promise<string> {
  let output = "";
  for (const [n, [event, more]] of steps.entries()) {
    const payload = { ...script.envelope(at.session, at.project, n), ...more };
    const run = await host.raw(event, JSON.stringify(payload));
    expect([event, run.status, run.stderr]).toEqual([event, 0, ""]);
    output += run.stdout;
  }
  return output;
}

const say: Say = (event, more) => [event, { hook_event_name: event, ...more }];

function slowHost(name: string, home: string, project: string, busyMs: number): HookHost {
  const env = {
    NODE_OPTIONS: `--require=${BUSY}`,
    TEST_BUSY_MS: String(busyMs),
    PWD: project,
    HOME: home,
  };
  return hookHost(home, project, env, name);
}

/** How late hooks run. Hosts not named here are tested at 700 ms only, because each case starts a dozen processes. */
const LATE_MS: Readonly<Record<string, readonly number[]>> = {
  "claude-code": [300, 700],
  qwen: [300, 700, 2000],
  pi: [300, 700],
};

describe.each(Object.entries(HOSTS))("%s", (name, script) => {
  test.each(LATE_MS[name] ?? [700])(
    "makes what a session taught available to the next one, each hook %i ms late",
    async (busyMs) => {
      const { home, project } = makeFolders();
      const host = slowHost(name, home, project, busyMs);
      await play(host, script, { session: "first", project }, script.session(say));
      await workerEnd(home);
      if (script.next !== null) {
        // A hook without time hands over to the worker, and shows the result at its next moment. A host with a single hook, on a
        // machine that other programs use, shows it in a later session.
        let shown = "";
        for (const session of ["second", "third", "fourth"]) {
          shown += await play(host, script, { session, project }, script.next(say));
          await workerEnd(home);
          if (shown.includes("Always use pnpm")) break;
        }
        if (busyMs < 2000) expect(shown).toContain("Always use pnpm");
      }
      const tacit = await openTacit({ home, cwd: project });
      const rules = await tacit.memories.list({ tag: "user-rule" });
      await tacit.close();
      expect(rules).toHaveLength(1);
      expect(host.log()).toEqual([]);
    },
  );
});

test("shows what was learned since at the next prompt if the start was too late to learn", async () => {
  const { home, project } = makeFolders();
  const host = slowHost("qwen", home, project, 2000);
  const script = HOSTS["qwen"] as HostScript;
  await play(host, script, { session: "first", project }, script.session(say));
  const start = script.next?.(say) ?? [];
  const at = { session: "second", project };
  expect(await play(host, script, at, start)).not.toContain("pnpm");
  await workerEnd(home);
  const prompt = (id: string) => [say("UserPromptSubmit", { prompt: NEXT, prompt_id: id })];
  // Prompts start in time. On a machine that other programs use, one may be too late all the same; the next one shows it.
  const inTime = slowHost("qwen", home, project, 0);
  let shown = "";
  for (let n = 1; n <= 4 && shown === ""; n++) {
    shown = await play(inTime, script, at, prompt(`p${n}`));
  }
  expect(shown).toContain("Always use pnpm");
  expect(await play(inTime, script, at, prompt("p5"))).not.toContain("pnpm");
});

test.each(["claude-code", "codex", "qwen"])(
  "%s: learns from an aborted session although the next start is too late to learn",
  async (name) => {
    const { home, project } = makeFolders();
    const script = HOSTS[name] as HostScript;
    const unended = script.session(say).filter(([event]) => event !== "SessionEnd");
    // On a fast machine the end of the turn ingests all events and learns nothing from them.
    const quick = slowHost(name, home, project, 0);
    await play(quick, script, { session: "first", project }, unended);
    // The start then shows something, and what is learned later counts as new.
    const tacit = await openTacit({ home, cwd: project });
    const content = "The staging port is 7781, because the metrics sidecar takes 7780.";
    await tacit.memories.remember({ content: content, source: "user_taught", isPinned: true });
    await tacit.close();
    const slow = slowHost(name, home, project, 1600);
    const at = { session: "second", project };
    let shown = await play(slow, script, at, script.next?.(say) ?? []);
    expect(shown).toContain("7781");
    await workerEnd(home);
    const prompt = say("UserPromptSubmit", { prompt: NEXT, prompt_id: "p2", turn_id: "p2" });
    shown += await play(quick, script, at, [prompt]);
    expect(shown).toContain("Always use pnpm");
  },
);

test("starts one worker when a hook hands over, and none without work", async () => {
  const { home, project } = makeFolders();
  const host = slowHost("claude-code", home, project, 1500);
  const script = HOSTS["claude-code"] as HostScript;
  const start = [say("SessionStart", { source: "startup" })];
  await play(host, script, { session: "first", project }, start);
  expect(readdirSync(home)).not.toContain("catch-up.lock");
  await play(host, script, { session: "first", project }, script.session(say).slice(1, 3));
  expect(readdirSync(home)).not.toContain("catch-up.lock");
  await play(host, script, { session: "first", project }, script.session(say).slice(3));
  expect(readdirSync(home)).toContain("catch-up.lock");
  await workerEnd(home);
});

test("learns despite the lock of a killed worker", async () => {
  const { home, project } = makeFolders();
  const host = slowHost("claude-code", home, project, 1500);
  const script = HOSTS["claude-code"] as HostScript;
  const all = script.session(say);
  await play(host, script, { session: "first", project }, all.slice(0, -1));
  // No process has this id.
  writeFileSync(join(home, "catch-up.lock"), "4194305");
  await play(host, script, { session: "first", project }, all.slice(-1));
  await workerEnd(home);
  const tacit = await openTacit({ home, cwd: project });
  expect(await tacit.memories.list({ tag: "user-rule" })).toHaveLength(1);
  await tacit.close();
});
