/**
 * Copilot CLI: `events.jsonl`, lines `{type, data, id, timestamp, agentId?}`. `content` of a user message is the prompt as typed,
 * `transformedContent` is not. The first versions wrote flat lines with `prompt`, `output` or `result` instead of `data`.
 */

import { asNumber, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import { type At, EventBuilder } from "../events/event-builder.ts";
import { contentText, present } from "../input/message-content.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";
import { oneSessionReader } from "./one-session.ts";

export function copilotReader(file: TranscriptFile): TranscriptReader {
  let folder: string | undefined;

  function open(record: JsonRecord): EventBuilder {
    const data = dataOf(record);
    const found = asText(data["sessionId"]) ?? asText(record["session_id"]);
    const session = found ?? (file.name === "events" ? file.folder : file.name);
    const options = { agent: "copilot-cli", source: "transcript", startMs: file.changedMs };
    const opened = new EventBuilder({ ...options, session });
    const context = asRecord(data["context"]);
    folder = asText(context?.["cwd"]) ?? asText(record["cwd"]);
    opened.place(asText(context?.["gitRoot"]) ?? folder, asText(context?.["branch"]));
    return opened;
  }

  return oneSessionReader(file, {
    open,
    read(builder, record, line, range) {
      const key = asText(record["id"]) ?? `line:${line}`;
      const agentId = asText(record["agentId"]);
      const at: At = { key, ts: record["timestamp"], agentId, folder, line: range };
      readEvent(builder, at, asText(record["type"]) ?? "", dataOf(record));
    },
    save: () => present({ folder }),
    restore(own) {
      folder = own.folder;
    },
  });
}

function dataOf(record: JsonRecord): JsonRecord {
  return asRecord(record["data"]) ?? record;
}

function readEvent(builder: EventBuilder, at: At, type: string, data: JsonRecord): void {
  const text = contentText(data["content"] ?? data["prompt"] ?? data["output"] ?? data["result"]);
  if (type === "user.message" || type === "userpromptsubmitted") {
    // Text that a skill or a hook sends in the user's name has a `source`.
    if (asText(data["source"]) === undefined) builder.prompt(at, text);
  } else if (type === "assistant.message" || type === "assistantresponse") {
    builder.reasoning({ ...at, key: `${at.key}:thought` }, asText(data["reasoningText"]) ?? "");
    builder.message(at, text);
  } else if (type === "assistant.reasoning") builder.reasoning(at, text);
  else if (type === "abort") builder.interrupted();
  else if (type.startsWith("tool.execution_")) readTool(builder, at, type, data);
  else if (type.startsWith("subagent.")) readSubagent(builder, at, type, data);
  else if (type === "session.compaction_complete" && data["success"] !== false) {
    builder.compacted(at, asText(data["summaryContent"]) ?? asText(data["summary"]));
  }
}

function readTool(builder: EventBuilder, at: At, type: string, data: JsonRecord): void {
  const callId = asText(data["toolCallId"]) ?? at.key;
  if (type === "tool.execution_start") {
    const server = asText(data["mcpServerName"]);
    const name = asText(data["toolName"]) ?? "unknown";
    const hostTool = server === undefined || name.includes("__") ? name : `mcp__${server}__${name}`;
    builder.call(at, { callId, hostTool, input: data["arguments"] ?? {} });
    return;
  }
  if (type !== "tool.execution_complete") return;
  const error = asRecord(data["error"]);
  const result = asRecord(data["result"]);
  const output =
    error === undefined
      ? contentText(result?.["content"] ?? data["result"])
      : contentText(error["message"]);
  const found = /<exited with exit code (-?\d{1,10})>|\bexit code (\d{1,10})\b/.exec(
    output.slice(-300),
  );
  const exitCode = found === null ? undefined : Number(found[1] ?? found[2]);
  builder.result(at, {
    callId,
    output,
    isError: data["success"] === false || (exitCode !== undefined && exitCode !== 0),
    isRejected: /^(?:rejected|denied)/.test(asText(error?.["code"]) ?? ""),
    exitCode,
    durationMs: asNumber(data["durationMs"]),
  });
}

function readSubagent(builder: EventBuilder, at: At, type: string, data: JsonRecord): void {
  const agentId = at.agentId ?? asText(data["toolCallId"]);
  if (agentId === undefined) return;
  if (type === "subagent.started") builder.subagentStarted(at, agentId, asText(data["agentName"]));
  if (type === "subagent.completed" || type === "subagent.failed")
    builder.subagentStopped(at, agentId);
}
