/** Tests payloads of the shape that Gemini CLI 0.61.0 sends. */
import { afterAll, expect, test } from "vitest";
import { momentsOf, PROJECT_PATH } from "../testing-moments.ts";
import { GEMINI } from "./gemini.ts";

const moments = momentsOf(GEMINI);
afterAll(moments.remove);

const SESSION = "4a70d538-bbc8-4a64-98a0-f8d5de18e661";
const INJECTED =
  "<hook_context>&lt;tacit-memory&gt;\nNotes from earlier sessions.\n&lt;/tacit-memory&gt;</hook_context>";

function payload(event: string, more: object): object {
  return {
    session_id: SESSION,
    transcript_path: "/home/probe/.gemini/tmp/project/chats/session.jsonl",
    cwd: PROJECT_PATH,
    hook_event_name: event,
    timestamp: "2026-11-21T00:41:45.145Z",
    ...more,
  };
}

const read = (event: string, more: object = {}) => moments.read(event, payload(event, more));

function tool(name: string, input: object, response: object): object {
  return { tool_name: name, tool_input: input, tool_response: response };
}

const SHELL = { command: "npm test", description: "run the tests" };
const shell = (output: string) =>
  tool("run_shell_command", SHELL, {
    llmContent: `<untrusted_context>\n${output}\n</untrusted_context>`,
    returnDisplay: "",
  });

test("shows nothing at a session's start, because its answer does not survive a resume", () => {
  for (const source of ["startup", "resume", "clear"]) {
    expect(read("SessionStart", { source })).toEqual({
      ledger: SESSION,
      ask: { kind: "settle", ...(source === "resume" ? { isResumed: true } : {}) },
      events: [{ agent: "gemini", kind: "session_start", source }],
    });
  }
});

test("reads the typed prompt, which may open the session", () => {
  expect(read("BeforeAgent", { prompt: `${INJECTED}\n\nRename the port.` })).toEqual({
    ledger: SESSION,
    ask: { kind: "prompt", prompt: "Rename the port.", opensAt: ["prompt"] },
    events: [{ agent: "gemini", kind: "prompt", text: "Rename the port." }],
  });
});

test.each([
  ["", "empty"],
  ["  \n", "blank"],
  [INJECTED, "only ours"],
])("%j: neither stores nor answers a prompt without typed text (%s)", (prompt) => {
  expect(read("BeforeAgent", { prompt })).toEqual({ ledger: SESSION, ask: null, events: [] });
});

test("reads a successful command's output without the host's labels", () => {
  const done = read("AfterTool", shell("Output: fine\nsecond\nProcess Group PGID: 30489"));
  expect(done?.ask).toBeNull();
  expect(done?.events[1]).toMatchObject({ kind: "tool_result", output: "fine\nsecond" });
  expect(done?.events[1]).toMatchObject({ tool: "shell", isError: false });
});

test("reads a failed command as a failure in the form common to all hosts", () => {
  const failed = read(
    "AfterTool",
    shell("Output: Error: port 3000 is taken\nExit Code: 7\nProcess Group PGID: 1"),
  );
  expect(failed?.events[1]).toMatchObject({
    isError: true,
    exitCode: 7,
    output: "Exit code 7\nError: port 3000 is taken",
  });
  expect(failed?.ask).toEqual({
    kind: "tool",
    files: [],
    error: "Exit code 7\nError: port 3000 is taken",
    command: "npm test",
  });
});

test("asks nothing about a command that the user stopped", () => {
  const stopped = read(
    "AfterTool",
    shell("Command was cancelled by user before it could complete."),
  );
  expect(stopped?.ask).toBeNull();
});

test("reads commits and test runs from a command's output", () => {
  const commit = tool(
    "run_shell_command",
    { command: "git commit -m 'fix the port'" },
    { llmContent: "Output: [main 1a2b3c4] fix the port\n 1 file changed" },
  );
  expect(read("AfterTool", commit)?.events.at(-1)).toMatchObject({
    kind: "commit",
    message: "fix the port",
  });
});

test("asks about a file after it was read or changed", () => {
  const input = { file_path: `${PROJECT_PATH}/src/app.ts` };
  for (const name of ["read_file", "replace", "write_file"]) {
    const done = read("AfterTool", tool(name, input, { llmContent: "export {}\n" }));
    expect(done?.ask).toEqual({ kind: "tool", files: ["src/app.ts"], error: null });
  }
});

test("leaves a file's content that looks like a shell's answer unchanged", () => {
  const input = { file_path: `${PROJECT_PATH}/out.txt` };
  const content = "Output: all\nExit Code: 3";
  const done = read("AfterTool", tool("read_file", input, { llmContent: content }));
  expect(done?.events[1]).toMatchObject({ isError: false, output: content });
});

test("reads a failed tool as a failure with its message", () => {
  const response = {
    llmContent: "File not found: /nowhere",
    returnDisplay: "",
    error: { message: "File not found", type: "file_not_found" },
  };
  const failed = read("AfterTool", tool("read_file", { file_path: "/nowhere" }, response));
  expect(failed?.events[1]).toMatchObject({ isError: true, output: "File not found: /nowhere" });
});

test("does not capture our own tools", () => {
  const response = { llmContent: [{ text: "[mem:0011aabb] use pnpm" }] };
  const done = read("AfterTool", tool("mcp_tacit_recall", { query: "pnpm" }, response));
  expect(done).toEqual({ ledger: SESSION, ask: null, events: [] });
});

test("two calls of a tool at the same time have different keys, the same call twice has one", () => {
  const keys = (path: string) =>
    moments.keys(
      "AfterTool",
      payload("AfterTool", tool("read_file", { file_path: path }, { llmContent: "" })),
    );
  expect(keys("a.ts")).toEqual(keys("a.ts"));
  expect(keys("a.ts")).not.toEqual(keys("b.ts"));
});

test("reads the last message of a turn", () => {
  expect(read("AfterAgent", { prompt: INJECTED, prompt_response: "Done." })).toEqual({
    ledger: SESSION,
    ask: { kind: "turn_end" },
    events: [{ agent: "gemini", kind: "message", text: "Done." }],
  });
});

test("reads a compression only if the user asked for it", () => {
  expect(read("PreCompress", { trigger: "auto" })).toBeNull();
  const manual = read("PreCompress", { trigger: "manual" });
  expect(manual?.ask).toEqual({ kind: "handoff" });
  expect(manual?.events).toMatchObject([{ kind: "compaction" }]);
});

test("reads the end of a session", () => {
  const end = read("SessionEnd", { reason: "exit" });
  expect(end?.ask).toEqual({ kind: "settle" });
  expect(end?.events).toMatchObject([{ kind: "session_end", reason: "exit" }]);
});

test.each(["BeforeModel", "BeforeToolSelection", "BeforeTool", "Notification", "toString"])(
  "ignores %s",
  (event) => expect(read(event)).toBeNull(),
);

test("does not fail on an empty payload", () => {
  for (const event of ["SessionStart", "BeforeAgent", "AfterTool", "AfterAgent", "SessionEnd"]) {
    expect(GEMINI.decode(event, {}, Object.create(null), 0)).toBeNull();
    expect(() => read(event)).not.toThrow();
  }
});

test("answers with one object that contains only the text", () => {
  expect(GEMINI.encode("BeforeAgent", "<tacit-memory>a\nb</tacit-memory>")).toBe(
    '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"<tacit-memory>a\\nb</tacit-memory>"}}',
  );
  expect(GEMINI.encode("BeforeAgent", "")).toBe("");
});
