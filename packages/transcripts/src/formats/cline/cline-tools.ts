/**
 * Converts a tool call of Cline to the form of other hosts: `run_commands` becomes one shell call for each command, a tool of an
 * MCP server gets the server in its name, and the result is unwrapped.
 */
import { asArray, asRecord, asText, type JsonRecord, parseJson } from "@tacit-memory/files";
import { contentText } from "../../input/message-content.ts";

export interface ClineUse {
  readonly callId: string;
  readonly hostTool: string;
  readonly input: unknown;
  readonly output: string;
  /** Null if the call succeeded. */
  readonly error: string | null;
  /** Set for a failed command. */
  readonly exitCode: number | null;
}

/** `output`: as the tool returned it, or as JSON text. */
export function clineUses(
  callId: string,
  name: string,
  input: unknown,
  output: unknown,
): readonly ClineUse[] {
  const parts = partsOf(output);
  const commands = asArray(asRecord(input)?.["commands"]);
  if (commands.length === 0) {
    const outcomes = parts.map(outcomeOf);
    const failed = outcomes.find(({ error }) => error !== null);
    const outputs = outcomes.map((outcome) => outcome.output).filter((text) => text !== "");
    return [
      {
        callId,
        hostTool: hostTool(name),
        input,
        output: outputs.join("\n"),
        error: failed?.error ?? null,
        exitCode: null,
      },
    ];
  }
  return commands.map((command, index) => ({
    // Several commands of one call need different ids.
    callId: index === 0 ? callId : `${callId}#${index}`,
    hostTool: name,
    input: { command: asText(command) ?? asText(asRecord(command)?.["command"]) ?? "" },
    ...outcomeOf(parts[index]),
  }));
}

/** MCP tools are `SERVER__TOOL`. No built-in tool has two underscores. */
function hostTool(name: string): string {
  return name.includes("__") && !name.startsWith("mcp__") ? `mcp__${name}` : name;
}

function partsOf(output: unknown): readonly unknown[] {
  const value = typeof output === "string" ? (parseJson(output) ?? output) : output;
  return Array.isArray(value) ? value : [value];
}

const FAILED_COMMAND = /^\[Command exited with code (-?\d{1,10})\]\s*/;
const STDERR_LABEL = /^\[stderr\]\n/m;

function outcomeOf(part: unknown): Pick<ClineUse, "output" | "error" | "exitCode"> {
  const record = asRecord(part);
  const text = record === undefined ? contentText(part) : textIn(record);
  const isError = record?.["success"] === false || record?.["isError"] === true;
  const failure = asText(record?.["error"]);
  const command = FAILED_COMMAND.exec(text);
  if (command === null) {
    return { output: text, error: isError ? (failure ?? text) : null, exitCode: null };
  }
  const exitCode = Number(command[1]);
  const output = text.slice(command[0].length).replace(STDERR_LABEL, "");
  // Claude Code's wording, so that an error is the same in every host.
  return { output, error: `Exit code ${exitCode}\n${output}`, exitCode };
}

function textIn(record: JsonRecord): string {
  const { result, content, text } = record;
  if (typeof result === "string") return result;
  if (content !== undefined) return contentText(content);
  return asText(text) ?? JSON.stringify(record);
}
