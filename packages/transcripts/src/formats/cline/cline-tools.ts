/**
 * A tool that Cline ran, as other hosts would have run it: `run_commands` takes several commands and is one shell
 * call each, a server's tool has its server in its name, and what a tool says is taken out of its wrapping.
 */
import {
  asArray,
  asRecord,
  asText,
  contentText,
  type JsonRecord,
  parseJson,
} from "../../input/json-access.ts";

export interface ClineUse {
  readonly callId: string;
  readonly hostTool: string;
  readonly input: unknown;
  readonly output: string;
  /** Null where it did what it was asked. */
  readonly error: string | null;
  /** Of a command that failed. */
  readonly exitCode: number | null;
}

/** `output` as the tool gave it, or as JSON in a text. */
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
    const said = outcomes.map((one) => one.output).filter((text) => text !== "");
    return [
      {
        callId,
        hostTool: hostTool(name),
        input,
        output: said.join("\n"),
        error: failed?.error ?? null,
        exitCode: null,
      },
    ];
  }
  return commands.map((command, index) => ({
    // Of several, each needs an id of its own.
    callId: index === 0 ? callId : `${callId}#${index}`,
    hostTool: name,
    input: { command: asText(command) ?? asText(asRecord(command)?.["command"]) ?? "" },
    ...outcomeOf(parts[index]),
  }));
}

/** `SERVER__TOOL`, and nothing built in has two underscores. */
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
  const told = record === undefined ? contentText(part) : textIn(record);
  const isError = record?.["success"] === false || record?.["isError"] === true;
  const failure = asText(record?.["error"]);
  const command = FAILED_COMMAND.exec(told);
  if (command === null) {
    return { output: told, error: isError ? (failure ?? told) : null, exitCode: null };
  }
  const exitCode = Number(command[1]);
  const output = told.slice(command[0].length).replace(STDERR_LABEL, "");
  // As Claude Code words it, so that one error is the same error in every host.
  return { output, error: `Exit code ${exitCode}\n${output}`, exitCode };
}

function textIn(record: JsonRecord): string {
  const { result, content, text } = record;
  if (typeof result === "string") return result;
  if (content !== undefined) return contentText(content);
  return asText(text) ?? JSON.stringify(record);
}
