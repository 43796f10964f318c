/**
 * One message of Cursor's editor, a "bubble": of the user (type 1) or of the agent (type 2), with reasoning, and with a tool call and
 * its result in one. No single field says whether a call succeeded.
 */

import { asNumber, asRecord, asText, type JsonRecord, parseJson } from "@tacit-memory/files";
import type { At, EventBuilder } from "../../events/event-builder.ts";

const TYPED = 1;
/** Smaller numbers are milliseconds since the window was opened. */
const MIN_CLOCK_MS = 1_000_000_000_000;

/** Tool numbers of versions in which calls had no names. */
const TOOL_NAMES: Readonly<Record<number, string>> = {
  1: "codebase_search",
  3: "ripgrep_search",
  5: "read_file",
  6: "list_dir",
  7: "edit_file",
  8: "file_search",
  9: "codebase_search",
  11: "delete_file",
  15: "run_terminal_cmd",
  18: "web_search",
  19: "mcp",
  32: "task",
  38: "search_replace",
  39: "list_dir",
  40: "read_file",
  41: "grep",
  42: "glob_file_search",
};
/** States of a running call, which has no result yet. */
const UNFINISHED = new Set(["loading", "pending", "running", "streaming", "generating"]);
const REFUSED = new Set(["rejected", "skipped", "cancelled"]);
/** Parameters that can be missing from the raw arguments. */
const BESIDE_RAW_ARGS = ["targetFile", "relativeWorkspacePath", "command", "cwd"] as const;
const OUTPUTS = ["output", "contents", "content", "resultForModel", "text", "message"] as const;

/** `id` names the message within its session. */
export function readBubble(builder: EventBuilder, bubble: JsonRecord, id: string): void {
  const at: At = { key: `bubble:${id}`, ts: timeOf(bubble) };
  const names = ["text", "rawText", "content", "message"];
  const text =
    names.map((name) => asText(bubble[name])).find((fields) => fields !== undefined) ?? "";
  if (bubble["type"] === TYPED || bubble["type"] === "user") {
    builder.prompt(at, text);
    return;
  }
  const thought = asText(asRecord(bubble["thinking"])?.["text"]) ?? "";
  builder.reasoning({ ...at, key: `${at.key}:thinking` }, thought);
  builder.message(at, text);
  const tool = asRecord(bubble["toolFormerData"]);
  if (tool !== undefined) readTool(builder, at, tool);
}

function timeOf(bubble: JsonRecord): unknown {
  const timing = asRecord(bubble["timingInfo"]) ?? {};
  const clocks = [timing["clientStartTime"], timing["clientRpcSendTime"], timing["clientEndTime"]];
  const clock = clocks.map(asNumber).find((ms) => ms !== undefined && ms > MIN_CLOCK_MS);
  return bubble["createdAt"] ?? bubble["timestamp"] ?? clock;
}

function readTool(builder: EventBuilder, at: At, tool: JsonRecord): void {
  const named = asText(tool["name"]) ?? TOOL_NAMES[asNumber(tool["tool"]) ?? -1];
  if (named === undefined) return;
  // Two ids with a newline between them are one id, as in the payloads of hooks.
  const callId = asText(tool["toolCallId"])?.replace(/\s+/g, " ") ?? at.key;
  const hostTool = named.replace(/_v\d+$/, "");
  builder.call(at, { callId, hostTool, input: inputOf(tool) });
  const status = asText(tool["status"]) ?? "";
  const result = opened(tool["result"]);
  const isThere = result !== undefined || tool["error"] !== undefined || status !== "";
  if (UNFINISHED.has(status) || !isThere) return;
  builder.result(at, { callId, ...outcomeOf(tool, status, result) });
}

function inputOf(tool: JsonRecord): unknown {
  const fields = asRecord(opened(tool["params"])) ?? {};
  const rawArgs = opened(tool["rawArgs"]);
  const call = asRecord(rawArgs);
  if (call === undefined || Object.keys(call).length === 0) {
    return typeof rawArgs === "string" && rawArgs !== "" ? { ...fields, input: rawArgs } : fields;
  }
  const beside = BESIDE_RAW_ARGS.flatMap((name) => (name in fields ? [[name, fields[name]]] : []));
  return { ...Object.fromEntries(beside), ...call };
}

function outcomeOf(tool: JsonRecord, status: string, result: unknown) {
  const beside = asText(asRecord(tool["additionalData"])?.["status"]) ?? "";
  const fields = asRecord(result);
  const exitCode = asNumber(fields?.["exitCodeV2"]) ?? asNumber(fields?.["exitCode"]);
  const isRejected =
    fields?.["rejected"] === true ||
    tool["userDecision"] === "rejected" ||
    REFUSED.has(status) ||
    REFUSED.has(beside);
  const isError =
    status === "error" || beside === "error" || (exitCode !== undefined && exitCode !== 0);
  const output = outputOf(result);
  return {
    output: output === "" ? errorText(opened(tool["error"])) : output,
    isError,
    isRejected,
    exitCode: exitCode === undefined ? undefined : Math.trunc(exitCode),
  };
}

function outputOf(result: unknown): string {
  if (result === undefined || result === null) return "";
  const fields = asRecord(result);
  if (fields === undefined) return typeof result === "string" ? result : JSON.stringify(result);
  const text = OUTPUTS.map((name) => asText(fields[name])).find((item) => item !== undefined);
  return text ?? JSON.stringify(fields);
}

function errorText(error: unknown): string {
  const fields = asRecord(error);
  if (fields === undefined) return typeof error === "string" ? error : "";
  return (
    asText(fields["modelVisibleErrorMessage"]) ?? asText(fields["clientVisibleErrorMessage"]) ?? ""
  );
}

/** Parses JSON in a string. A value that is not JSON is returned unchanged. */
function opened(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  return parseJson(value) ?? value;
}
