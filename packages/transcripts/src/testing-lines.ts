/**
 * For tests: transcripts of the formats that lines are only appended to, with everything that is difficult to resume from.
 */

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, second)).toISOString();

const RAN = "> vitest run\n\n Tests  1 failed | 3 passed (4)\n";

/** By host: calls that are answered late, twice or never; messages that grow; repeated texts; subagents; compactions. */
export const SAMPLES: Readonly<Record<string, { name: string; records: readonly unknown[] }>> = {
  "claude-code": {
    name: "s1.jsonl",
    records: (() => {
      const line = (id: number, type: string, message: object, more: object = {}) => ({
        ...{ type, sessionId: "s1", uuid: `u${id}`, parentUuid: `u${id - 1}`, cwd: "/srv/app" },
        ...{ gitBranch: id < 6 ? "main" : "fix", timestamp: at(id), message, ...more },
      });
      const use = (id: string, command: string) => ({
        ...{ type: "tool_use", id, name: "Bash", input: { command } },
      });
      const result = (id: string, content: string) => ({
        role: "user",
        content: [{ type: "tool_result", tool_use_id: id, content, is_error: id === "c1" }],
      });
      return [
        { type: "summary", summary: "x", leafUuid: "u0" },
        line(1, "user", { role: "user", content: "Make the tests pass." }),
        line(2, "assistant", { content: [use("c1", "npm test"), use("c2", "git status")] }),
        line(3, "user", result("c2", "clean")),
        line(4, "assistant", { content: "Inside." }, { isSidechain: true, parentUuid: null }),
        line(5, "assistant", { content: "Inside still." }, { isSidechain: true }),
        line(6, "user", result("c1", RAN)),
        line(6, "user", result("c1", RAN)),
        { type: "system", subtype: "compact_boundary", uuid: "b1", sessionId: "s1" },
        { type: "file-history-snapshot", messageId: "m" },
        line(9, "user", { content: "What was done." }, { isCompactSummary: true }),
        line(10, "user", { content: "[Request interrupted by user]" }),
        line(11, "user", { content: "From another." }, { sessionId: "s0", timestamp: undefined }),
        line(12, "assistant", { content: [use("c3", "npx vitest run")] }, { sessionId: undefined }),
        line(13, "user", result("c3", RAN), { sessionId: undefined }),
        { type: "system", subtype: "compact_boundary", uuid: "b2", sessionId: "s1" },
        line(15, "assistant", { content: "Done." }),
      ];
    })(),
  },
  codex: {
    name: "rollout-x.jsonl",
    records: (() => {
      const line = (second: number, type: string, payload: object) => ({
        ...{ timestamp: at(second), type, payload },
      });
      const call = (second: number, id: string, name: string, input: object) =>
        line(second, "response_item", {
          ...{ type: "function_call", name, call_id: id, arguments: JSON.stringify(input) },
        });
      const output = (second: number, id: string, text: string) =>
        line(second, "response_item", { type: "function_call_output", call_id: id, output: text });
      const message = (second: number, role: string, text: string) =>
        line(second, "response_item", { type: "message", role, content: [{ type: "t", text }] });
      const running = "Wall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\n";
      const exited = `Wall time: 1.0 seconds\nProcess exited with code 1\nOutput:\n${RAN}`;
      return [
        line(0, "session_meta", { id: "t1", cwd: "/srv/app", git: { branch: "dev" } }),
        message(1, "user", "go"),
        line(2, "event_msg", { type: "user_message", message: "go" }),
        message(3, "assistant", "Looking."),
        call(4, "c1", "exec_command", { cmd: "npx vitest run" }),
        output(5, "c1", running),
        line(6, "turn_context", { cwd: "/srv/app/packages" }),
        line(6, "event_msg", { type: "agent_message", message: "Looking." }),
        call(7, "c2", "write_stdin", { session_id: 7 }),
        output(8, "c2", running),
        call(9, "c3", "write_stdin", { session_id: 7 }),
        call(9, "c4", "shell", { command: ["bash", "-lc", "cat a.ts"] }),
        output(10, "c3", exited),
        line(11, "event_msg", { type: "user_message", message: "go" }),
        line(12, "event_msg", { type: "turn_aborted" }),
        output(13, "c4", "execution error"),
        line(14, "compacted", { message: "What was done." }),
        message(15, "assistant", "Done."),
      ];
    })(),
  },
  gemini: {
    name: "session-1.jsonl",
    records: (() => {
      const user = { id: "m1", timestamp: at(1), type: "user", content: [{ text: "hello" }] };
      const reply = { id: "m2", timestamp: at(2), type: "gemini", content: "" };
      const response = { output: "Output: no\nExit Code: 3" };
      const call = {
        ...{ id: "c1", name: "run_shell_command", args: { command: "npm test" } },
        ...{ status: "success", timestamp: at(3), result: [{ functionResponse: { response } }] },
      };
      const open = { ...call, status: "executing", result: [] };
      return [
        { sessionId: "g1", projectHash: "h", startTime: at(0), kind: "main" },
        user,
        { $set: { lastUpdated: at(1) } },
        reply,
        { ...reply, toolCalls: [open] },
        { ...reply, content: "Now.", toolCalls: [call] },
        { $set: { messages: [user, { ...reply, toolCalls: [call] }, { type: "user" }] } },
        { timestamp: at(4), type: "user", content: "without an id" },
        { type: "user", content: "nor a time" },
        { id: "m4", timestamp: at(5), type: "gemini", content: "Done." },
      ];
    })(),
  },
  copilot: {
    name: "events.jsonl",
    records: (() => {
      const line = (id: number, type: string, data: object, more: object = {}) => ({
        ...{ type, data, id: `i${id}`, timestamp: at(id), ...more },
      });
      const inside = { agentId: "a1" };
      const start = (id: number, call: string, command: string) =>
        line(id, "tool.execution_start", {
          ...{ toolCallId: call, toolName: "bash", arguments: { command } },
        });
      const end = (id: number, call: string, content: string) =>
        line(id, "tool.execution_complete", {
          toolCallId: call,
          success: true,
          result: { content },
        });
      return [
        line(0, "session.start", { sessionId: "p1", context: { cwd: "/srv/app", branch: "main" } }),
        line(1, "user.message", { content: "go" }),
        start(2, "c1", "npx vitest run"),
        line(3, "subagent.started", { agentName: "explore" }, inside),
        start(4, "c2", "cat a.ts"),
        line(5, "assistant.message", { content: "inside" }, inside),
        end(6, "c1", `${RAN}<exited with exit code 1>`),
        end(6, "c1", "again"),
        line(7, "subagent.completed", { agentName: "explore" }, inside),
        line(8, "abort", {}),
        line(9, "session.compaction_complete", { summaryContent: "What was done." }),
        end(10, "c2", "text"),
        line(11, "assistant.message", { content: "done", reasoningText: "Hm." }),
      ];
    })(),
  },
  cursor: {
    name: "c1.jsonl",
    records: [
      {
        role: "user",
        message: { content: [{ type: "text", text: "<user_query>Go</user_query>" }] },
      },
      ...["npx vitest run", "git commit -m x"].map((command, index) => {
        const use = { type: "tool_use", id: `c${index}`, name: "Shell", input: { command } };
        return { role: "assistant", cwd: "/srv/app", message: { content: [use] } };
      }),
      { role: "assistant", message: { content: "Meanwhile." } },
      ...[RAN, "[main 1a2b3c4] x\n 1 file changed"].map((content, index) => {
        const result = { type: "tool_result", tool_use_id: `c${index}`, content };
        return { role: "user", message: { content: [result] } };
      }),
      { role: "assistant", timestamp: at(9), message: { content: "Done." } },
      { role: "user", message: { content: "And then?" } },
    ],
  },
  qwen: {
    name: "q1.jsonl",
    records: (() => {
      const line = (id: number, type: string, parts: readonly object[], more: object = {}) => ({
        ...{ uuid: `u${id}`, sessionId: "q1", timestamp: at(id), type, cwd: "/srv/app" },
        ...{ gitBranch: "main", message: { role: "user", parts }, ...more },
      });
      const call = (id: string, name: string, args: object) => ({
        functionCall: { id, name, args },
      });
      const answer = (id: string, response: object) => [{ functionResponse: { id, response } }];
      const toolResult = (status: string, resultDisplay: unknown) => ({
        toolCallResult: { status, resultDisplay },
      });
      const ran = { type: "shell_result", exitCode: 1, output: "1 failed | 3 passed" };
      const injected = {
        text: "<qwen:user-prompt-submit-context>\nx\n</qwen:user-prompt-submit-context>",
      };
      const system = (id: number, subtype: string) => ({
        ...{ uuid: `u${id}`, sessionId: "q1", timestamp: at(id), type: "system", subtype },
        ...{ provenance: "system", cwd: "/srv/app", systemPayload: {} },
      });
      return [
        line(1, "user", [{ text: "Make the tests pass." }, injected]),
        system(2, "ui_telemetry"),
        line(3, "assistant", [
          { text: "Which?", thought: true },
          { text: "Let me see." },
          call("c1", "run_shell_command", { command: "npx vitest run" }),
          call("c2", "tool_call", { name: "mcp__tacit__remember", arguments: { content: "x" } }),
        ]),
        line(
          4,
          "tool_result",
          answer("c1", { error: `Command: x\n${RAN}` }),
          toolResult("error", ran),
        ),
        line(5, "tool_result", answer("c2", { output: "kept" }), toolResult("success", "kept")),
        line(6, "assistant", [call("c3", "read_file", { file_path: "/srv/app/src/a.ts" })]),
        line(7, "user", [{ text: "A task is done." }], { subtype: "notification" }),
        line(
          8,
          "tool_result",
          answer("c3", { error: "File not found: src/a.ts" }),
          toolResult("error", ""),
        ),
        system(9, "chat_compression"),
        line(10, "assistant", [call("c4", "run_shell_command", { command: "npm publish" })]),
        line(11, "tool_result", answer("c4", { output: "no" }), toolResult("cancelled", "")),
        line(12, "assistant", [{ text: "Done." }]),
      ];
    })(),
  },
  pi: {
    name: "p1.jsonl",
    records: (() => {
      const line = (id: number, type: string, more: object) => ({
        ...{ type, id: `e${id}`, parentId: `e${id - 1}`, timestamp: at(id), ...more },
      });
      const message = (id: number, role: string, more: object) =>
        line(id, "message", { message: { role, ...more } });
      const call = { type: "toolCall", id: "c1", name: "bash", arguments: { command: "npm test" } };
      const result = { toolCallId: "c1", content: [{ type: "text", text: RAN }], isError: true };
      const head = { version: 3, id: "p1", timestamp: at(5), cwd: "/srv/app" };
      return [
        { type: "session", ...head, parentSession: "p0.jsonl" },
        message(2, "user", { content: "of the other file" }),
        message(6, "user", { content: "Go." }),
        message(7, "assistant", { content: [{ type: "text", text: "Ok." }, call] }),
        message(8, "bashExecution", { command: "ls", output: "a", exitCode: 0 }),
        message(9, "toolResult", result),
        line(10, "compaction", { summary: "What was done." }),
        message(4, "user", { content: "of the other file still" }),
        message(11, "assistant", { content: "Stop", stopReason: "aborted" }),
      ];
    })(),
  },
};
