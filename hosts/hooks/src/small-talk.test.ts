/** Tests that the request for notes waits for a prompt that is more than small talk. */
import { expect, test } from "vitest";
import { context } from "./testing-setup.ts";

const REQUEST = /reply with (?:a line|lines) `tacit: …`/;
const claudeAlone = { timestamp: undefined, workspaceRoots: undefined };

test("small talk gets no request for notes, and the next task does", async () => {
  const at = context();
  const tell = (name: string, payload: object) =>
    at.tell("claude-code", name, "s1", { ...claudeAlone, ...payload });
  const call = (id: string) => ({
    tool_name: "Bash",
    tool_input: { command: "npm test" },
    tool_use_id: id,
    duration_ms: 40,
  });
  await tell("SessionStart", { source: "startup" });
  await tell("UserPromptSubmit", { prompt: "Make the server tests pass." });
  const error = "Exit code 1\nFAIL src/server.test.ts\nError: stream was already read";
  await tell("PostToolUseFailure", { ...call("red"), error });
  await tell("PostToolUse", { ...call("green"), tool_response: { stdout: "Tests  3 passed (3)" } });
  await tell("Stop", { last_assistant_message: "The tests pass now." });
  expect(await tell("UserPromptSubmit", { prompt: "thanks" })).toBe("");
  const next = await tell("UserPromptSubmit", { prompt: "Now explain what the handler does." });
  expect(next).toMatch(REQUEST);
});
