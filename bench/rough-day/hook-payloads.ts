/**
 * Converts a recorded Claude Code session to the hook calls that Claude Code, Codex, Gemini CLI and Qwen Code would make for
 * it.
 */
import { readFileSync } from "node:fs";

export type HostName = "claude-code" | "codex" | "gemini" | "qwen";
export type HookCall = readonly [event: string, payload: object];

export interface RecordedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: object;
  readonly output: string;
  readonly isError: boolean;
}

interface Part {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly input: object;
  readonly tool_use_id: string;
  readonly content: unknown;
  readonly is_error?: boolean;
}

/** Returns the first `limit` finished tool calls, moved from the folder of the recording to `project`. */
export function readCalls(path: string, project: string, limit: number): readonly RecordedCall[] {
  const text = readFileSync(path, "utf8").replaceAll("/home/dev/context-evaluator", project);
  const parts = text
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { message: { content: string | Part[] } }).message.content)
    .flatMap((content) => (typeof content === "string" ? [] : content));
  const results = new Map(
    parts.flatMap((part) => (part.type === "tool_result" ? [[part.tool_use_id, part]] : [])),
  );
  return parts
    .flatMap(({ type, id, name, input }) => {
      const result = type === "tool_use" ? results.get(id) : undefined;
      if (result === undefined) return [];
      const isError = result.is_error === true;
      return [{ id, tool: name, input, output: textOf(result.content), isError }];
    })
    .slice(0, limit);
}

function textOf(content: unknown): string {
  return typeof content === "string" ? content : JSON.stringify(content);
}

const RESULT_IN_PARTS: ReadonlySet<HostName> = new Set(["gemini", "qwen"]);

/** Event names of Gemini CLI. */
const EVENT_OF_GEMINI: Readonly<Record<string, string>> = {
  UserPromptSubmit: "BeforeAgent",
  PostToolUse: "AfterTool",
  PostToolUseFailure: "AfterTool",
  Stop: "AfterAgent",
};
const TOOL_OF_GEMINI: Readonly<Record<string, string>> = {
  Bash: "run_shell_command",
  Read: "read_file",
  Edit: "replace",
  Write: "write_file",
};

/** Returns the start call. `at`: fields of every payload of this session. */
export function startCall(at: object): HookCall {
  return ["SessionStart", { ...at, hook_event_name: "SessionStart", source: "startup" }];
}

export function promptCall(host: HostName, at: object, prompt: string, id: string): HookCall {
  return call(host, at, "UserPromptSubmit", { prompt, prompt_id: id, turn_id: id });
}

export function toolCall(host: HostName, at: object, recorded: RecordedCall): HookCall {
  const event = recorded.isError && host !== "codex" ? "PostToolUseFailure" : "PostToolUse";
  return call(host, at, event, toolPayload(host, recorded));
}

/** Returns the calls for the end of a turn, and for the end of the session when the host reports it. */
export function endCalls(host: HostName, at: object, reply: string): readonly HookCall[] {
  const stop = call(host, at, "Stop", { last_assistant_message: reply, prompt_response: reply });
  // Without a terminal, Qwen Code reports no session end.
  return host === "qwen" ? [stop] : [stop, call(host, at, "SessionEnd", { reason: "exit" })];
}

function call(host: HostName, at: object, event: string, more: object): HookCall {
  const name = host === "gemini" ? (EVENT_OF_GEMINI[event] ?? event) : event;
  // Gemini CLI identifies its calls by time.
  const time = host === "gemini" ? { timestamp: new Date().toISOString() } : {};
  return [name, { ...at, hook_event_name: name, ...time, ...more }];
}

function toolPayload(host: HostName, { id, tool, input, output, isError }: RecordedCall): object {
  const shared = {
    tool_name: host === "gemini" ? (TOOL_OF_GEMINI[tool] ?? tool) : tool,
    tool_input: input,
    tool_use_id: id,
  };
  if (RESULT_IN_PARTS.has(host)) {
    const error = isError ? { error: { message: output } } : {};
    return {
      ...shared,
      tool_response: { llmContent: output, ...error },
      ...(isError && { error: output }),
    };
  }
  return {
    ...shared,
    tool_response: { stdout: output, stderr: "", interrupted: false },
    ...(isError && { error: output }),
  };
}
