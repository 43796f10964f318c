/**
 * Tests facts that were measured with the real programs and are true for all of them; README.md of this workspace lists the
 * facts.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { afterAll, expect, test } from "vitest";
import { REGISTERED_HOSTS } from "./registration/hosts/hosts.ts";
import { planConnect } from "./registration/plan.ts";
import { testHomes } from "./registration/testing-registration.ts";
import { runHook } from "./run-hook.ts";

const ground = mkdtempSync(join(tmpdir(), "tacit-facts-"));
const homes = testHomes();
afterAll(() => {
  homes.remove();
  rmSync(ground, { recursive: true, force: true, maxRetries: 3 });
});
let worlds = 0;

async function taught(contents: readonly string[]) {
  const base = join(ground, String(++worlds));
  const [home, project] = [join(base, "home"), join(base, "project")];
  mkdirSync(project, { recursive: true });
  const tacit = await openTacit({ home, cwd: project });
  for (const content of contents)
    await tacit.memories.remember({ content, type: "convention", source: "agent_explicit" });
  await tacit.close();
  const tell = (host: string, event: string, more: object, env: Record<string, string> = {}) => {
    const whose = {
      ...{ session_id: `s-${host}`, sessionId: `s-${host}`, cwd: project },
      ...{ conversation_id: `s-${host}`, workspace_roots: [project], workspaceRoots: [project] },
      ...{ taskId: `s-${host}`, sessionContext: { rootSessionId: `s-${host}` } },
      ...{ root: `s-${host}`, session: `s-${host}`, agent: null, directory: project },
      timestamp: "2026-11-21T10:00:00.000Z",
    };
    // Starts in the future, because the deadline is not tested.
    const context = { env: { HOME: base, ...env }, home, startedAtMs: Date.now() + 60_000 };
    return runHook(host, event, JSON.stringify({ ...whose, ...more }), context);
  };
  return { home, project, tell };
}

/** First event at which each host is shown something, and the keys of its answer. */
const FIRST_TOLD: readonly (readonly [string, string, object, readonly string[]])[] = [
  ["claude-code", "SessionStart", { source: "startup" }, CLAUDES("SessionStart")],
  ["codex", "SessionStart", { source: "startup" }, CLAUDES("SessionStart")],
  ["gemini", "BeforeAgent", { prompt: "Rename the port." }, CLAUDES("BeforeAgent")],
  ["qwen", "SessionStart", { source: "startup" }, CLAUDES("SessionStart")],
  ["copilot", "userPromptSubmitted", { prompt: "Rename the port." }, ["additionalContext"]],
  ["cursor", "sessionStart", {}, ["additional_context"]],
];

function CLAUDES(event: string): readonly string[] {
  return ["hookSpecificOutput", `hookEventName=${event}`, "additionalContext"];
}

/** Returns every key of the object, with its text if that is short. */
function keysIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const isShort = typeof inner === "string" && inner.length < 30;
    return [isShort ? `${key}=${inner}` : key, ...keysIn(inner)];
  });
}

test.each(FIRST_TOLD)(
  "facts 3, 5, 7: %s at %s gets one object of exactly its keys, with a text that the host does not cut",
  async (host, event, more, keys) => {
    const words = (i: number) =>
      `In module${i} always call helper${i} first: ${"x y ".repeat(200)}`;
    const { tell } = await taught(Array.from({ length: 40 }, (_, i) => words(i)));
    const answer = await tell(host, event, more);
    expect(keysIn(JSON.parse(answer))).toEqual(keys);
    expect(answer).toContain("<tacit-memory>");
    const [memoryBlock = ""] = /<tacit-memory>.*<\/tacit-memory>/.exec(answer) ?? [];
    expect(memoryBlock.length).toBeGreaterThan(500);
    expect(JSON.parse(`"${memoryBlock}"`).length).toBeLessThan(9000);
  },
);

/** Hosts that run our own code instead of a hook. */
const WITHOUT_HOOKS = ["opencode", "pi"];

test("fact 4: registers no hook that is asked before a tool and could deny it by failing", () => {
  const request = homes.request();
  const blockingEvents =
    /preToolUse|permissionRequest|PermissionRequest|"BeforeTool"|pre_run|pre_write|pre_mcp|hooks.PreToolUse/;
  const hosts = REGISTERED_HOSTS.filter(({ name }) => !WITHOUT_HOOKS.includes(name));
  const written = hosts.flatMap((host) =>
    planConnect(request, [host]).files.map(({ path, after }) => `${path}\n${after}`),
  );
  expect(written.filter((text) => text.includes("hook.cjs")).length).toBeGreaterThan(8);
  expect(written.filter((text) => blockingEvents.test(text))).toEqual([]);
});

test("facts 4 and 6: prints nothing for empty or nonsensical payloads", async () => {
  const { tell } = await taught(["Never use npm here: pnpm, always."]);
  for (const [host] of FIRST_TOLD) {
    for (const event of ["UserPromptSubmit", "BeforeAgent", "beforeSubmitPrompt", "NoSuchEvent"]) {
      expect([host, event, await tell(host, event, { prompt: "" })]).toEqual([host, event, ""]);
    }
    expect(await tell(host, "PostToolUse", { tool_name: 7, tool_input: [], cwd: 3 })).toBe("");
  }
});

test("fact 7: shows Gemini nothing at a session's start, where a resume would lose it", async () => {
  const { tell } = await taught(["Never use npm here: pnpm, always."]);
  expect(await tell("gemini", "SessionStart", { source: "startup" })).toBe("");
});

function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
}

test("fact 14: stores nothing of a hook's environment, even if a tool prints it", async () => {
  const { home, project, tell } = await taught([]);
  const env = { ANTHROPIC_API_KEY: "zq81-plainlooking-4417", PROBE_NOTE: "harmless-5521" };
  await tell("claude-code", "SessionStart", { source: "startup" }, env);
  const printed = `key is ${env.ANTHROPIC_API_KEY} and the rest of it`;
  const use = { tool_name: "Bash", tool_use_id: "t1", tool_input: { command: "show" } };
  await tell("claude-code", "PostToolUse", { ...use, tool_response: { stdout: printed } }, env);
  const check = () => {
    const texts = textsBelow(home);
    expect(texts.some((text) => text.includes("and the rest of it"))).toBe(true);
    for (const value of [...Object.values(env), "ANTHROPIC_API_KEY", "PROBE_NOTE"])
      expect(texts.filter((text) => text.includes(value))).toEqual([]);
  };
  check();
  const tacit = await openTacit({ home, cwd: project, env });
  await tacit.sessions.drain();
  await tacit.close();
  check();
});
