/** The handoff of the last session, as hooks show it to the next one. */
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, type HookHost, hookHost } from "./hook-process.ts";

const GOAL = "Add a retry to the uploader.";
const NEXT = "The remaining step is to cover the timeout.";

async function work(host: HookHost, session: string, project: string): Promise<void> {
  await host.tell("SessionStart", session, { source: "startup" });
  await host.tell("UserPromptSubmit", session, { prompt: GOAL });
  await host.tell("PostToolUse", session, {
    tool_name: "Edit",
    tool_input: { file_path: `${project}/upload.ts`, old_string: "a", new_string: "b" },
    tool_response: {},
    tool_use_id: `${session}-e1`,
  });
  await host.tell("UserPromptSubmit", session, { prompt: "No, use pnpm for that." });
}

async function end(host: HookHost, session: string, message: string): Promise<void> {
  await host.tell("Stop", session, { last_assistant_message: message });
  await host.tell("SessionEnd", session, { reason: "other" });
}

async function chat(host: HookHost, session: string, prompt: string): Promise<string> {
  const start = await host.tell("SessionStart", session, { source: "startup" });
  const answer = await host.tell("UserPromptSubmit", session, { prompt });
  expect(contextOf(answer)).toBe("");
  await end(host, session, "Hello! What shall we do next? You can now ask me anything.");
  return contextOf(start);
}

test("keeps the handoff after small talk, and does not take a correction for a goal", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  await work(host, "work", project);
  await end(host, "work", `It retries now. ${NEXT}`);
  const talk = ["good morning!", "thanks, great job :)", "tell me a joke about cats"];
  for (const [n, prompt] of [...talk, "hi"].entries()) {
    const shown = await chat(host, `chat-${n}`, prompt);
    expect(shown).toContain(`- goal: ${GOAL}`);
    expect(shown).toContain(`- next: ${NEXT}`);
    expect(shown).not.toMatch(/goal:.*(?:pnpm|morning|joke|thanks)/);
  }
});

test("creates no handoff from small talk alone", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  expect(await chat(host, "chat-1", "good morning!")).toBe("");
  expect(await chat(host, "chat-2", "tell me a joke about cats")).toBe("");
});

test("takes the first request after a greeting as the goal and as the task of the session", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  await host.tell("SessionStart", "work", { source: "startup" });
  await host.tell("UserPromptSubmit", "work", { prompt: "hi claude, good morning!" });
  await host.tell("Stop", "work", { last_assistant_message: "Good morning!" });
  await work(host, "work", project);
  await end(host, "work", "It retries now.");
  const shown = contextOf(await host.tell("SessionStart", "next", { source: "startup" }));
  expect(shown).toContain(`- goal: ${GOAL}`);
  const tacit = await openTacit({ home, cwd: project });
  expect((await tacit.sessions.report({ session: "work" })).task).toBe(GOAL);
  await tacit.close();
});

test("status counts blocks with a handoff only, and a report does not call a failed build a success", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  await work(host, "work", project);
  await host.tell("PostToolUseFailure", "work", {
    tool_name: "Bash",
    tool_input: { command: "npm run build" },
    tool_use_id: "b1",
    error: "Exit code 1\nerror TS2304: Cannot find name 'total'.",
  });
  await end(host, "work", "I could not finish it.");
  const shown = contextOf(await host.tell("SessionStart", "next", { source: "startup" }));
  expect(shown).toContain("`npm run build` was still failing");
  const tacit = await openTacit({ home, cwd: project });
  const { injections } = await tacit.admin.status();
  expect(injections.count).toBe(1);
  // Tokens are estimated as at least a quarter of the characters.
  expect(injections.tokens).toBeGreaterThanOrEqual(Math.floor(shown.length / 5));
  expect(injections.lastAtMs).not.toBeNull();
  expect((await tacit.sessions.report({ session: "work" })).outcome).toBe("partial");
  await tacit.close();
});

test("hands over a killed session when the next one starts", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  await work(host, "killed", project);
  const shown = contextOf(await host.tell("SessionStart", "next", { source: "startup" }));
  expect(shown).toContain("interrupted or still running");
  expect(shown).toContain(`- goal: ${GOAL}`);
  expect(shown).toContain("- done: edited 1 file: upload.ts");
  await host.tell("UserPromptSubmit", "next", { prompt: "What was I doing here?" });
  await end(host, "next", "You added a retry.");
  const third = contextOf(await host.tell("SessionStart", "third", { source: "startup" }));
  expect(third).toContain(`- goal: ${GOAL}`);
});
