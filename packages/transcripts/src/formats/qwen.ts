/**
 * Qwen Code: one JSON object on each line. The frame of a line is Claude Code's, and messages have the form of Gemini's API
 * (`message.parts`). The prompt as typed is in `systemPayload.displayText`; output of hooks is beside it in the message. A
 * deferred tool is called through `tool_call`. Lines about the program itself produce no events.
 */

import { asArray, asNumber, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import { type At, EventBuilder } from "../events/event-builder.ts";
import { contentText } from "../input/message-content.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";
import { oneSessionReader } from "./one-session.ts";

export function qwenReader(file: TranscriptFile): TranscriptReader {
  function open(record: JsonRecord): EventBuilder {
    const session = asText(record["sessionId"]) ?? file.name;
    const options = { session, agent: "qwen", source: "transcript" };
    return new EventBuilder({ ...options, startMs: file.changedMs });
  }

  return oneSessionReader(file, {
    open,
    read(builder, record, line, range) {
      const folder = asText(record["cwd"]);
      builder.place(folder, asText(record["gitBranch"]));
      const key = asText(record["uuid"]) ?? `line:${line}`;
      readRecord(builder, { key, ts: record["timestamp"], folder, line: range }, record);
    },
  });
}

function readRecord(builder: EventBuilder, at: At, record: JsonRecord): void {
  const parts = asArray(asRecord(record["message"])?.["parts"]);
  const type = record["type"];
  if (type === "user") readUser(builder, at, record, parts);
  else if (type === "assistant") readAssistant(builder, at, parts);
  else if (type === "tool_result")
    readResults(builder, at, asRecord(record["toolCallResult"]), parts);
  else if (record["subtype"] === "chat_compression") builder.compacted(at, undefined);
}

/** A notification is a message in the user's name with a `subtype`. It is not a prompt. */
function readUser(
  builder: EventBuilder,
  at: At,
  record: JsonRecord,
  parts: readonly unknown[],
): void {
  if (asText(record["subtype"]) !== undefined) return;
  const shown = asText(asRecord(record["systemPayload"])?.["displayText"]);
  const isOwn = (part: unknown) => !/^<qwen:/.test(asText(asRecord(part)?.["text"]) ?? "");
  builder.prompt(at, shown ?? contentText(parts.filter(isOwn)));
}

function readAssistant(builder: EventBuilder, at: At, parts: readonly unknown[]): void {
  for (const [index, value] of parts.entries()) {
    const part = asRecord(value) ?? {};
    const here = { ...at, key: `${at.key}:${index}` };
    const text = asText(part["text"]) ?? "";
    if (part["thought"] === true) builder.reasoning(here, text);
    else builder.message(here, text);
    const call = asRecord(part["functionCall"]);
    if (call === undefined) continue;
    const args = asRecord(call["args"]) ?? {};
    const meant = call["name"] === "tool_call" ? asText(args["name"]) : undefined;
    builder.call(here, {
      callId: asText(call["id"]) ?? here.key,
      hostTool: meant ?? asText(call["name"]) ?? "unknown",
      input: meant === undefined ? args : (args["arguments"] ?? {}),
    });
  }
}

/** `result`: the status and the displayed output; for a shell, the output without the lines that Qwen adds. */
function readResults(
  builder: EventBuilder,
  at: At,
  result: JsonRecord | undefined,
  parts: readonly unknown[],
): void {
  const shown = asRecord(result?.["resultDisplay"]);
  for (const [index, value] of parts.entries()) {
    const answer = asRecord(asRecord(value)?.["functionResponse"]);
    if (answer === undefined) continue;
    const response = asRecord(answer["response"]);
    const output = asText(response?.["output"]) ?? asText(response?.["error"]) ?? "";
    const isShell = shown?.["type"] === "shell_result";
    const exitCode = asNumber(shown?.["exitCode"]);
    builder.result(
      { ...at, key: `${at.key}:${index}` },
      {
        callId: asText(answer["id"]) ?? asText(result?.["callId"]) ?? `${at.key}:${index}`,
        output: isShell ? (asText(shown["output"]) ?? output) : output,
        isError:
          result?.["status"] === "error" ||
          response?.["error"] !== undefined ||
          (exitCode !== undefined && exitCode !== 0),
        isRejected: result?.["status"] === "cancelled",
        exitCode,
      },
    );
  }
}
