/**
 * Cursor's agent: `agent-transcripts/<id>/<id>.jsonl`, lines with a role and content parts (`text`, `tool_use`,
 * `tool_result`), or lines with a type that contain a call together with its output. Prompts are in `<user_query>`. Most
 * lines have no time.
 */

import { asArray, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import { type At, EventBuilder } from "../../events/event-builder.ts";
import { contentText } from "../../input/message-content.ts";
import { sortedLines } from "../../resume/line-ranges.ts";
import type { TranscriptFile, TranscriptReader } from "../../transcript-host.ts";

export function cursorReader(file: TranscriptFile): TranscriptReader {
  const options = { session: file.name, agent: "cursor", source: "transcript" };
  let builder = new EventBuilder({ ...options, startMs: file.changedMs });

  return {
    read(value, line, range) {
      const record = asRecord(value);
      if (record === undefined) return;
      const message = asRecord(record["message"]) ?? record;
      const folder = asText(record["cwd"]) ?? asText(record["workspace"]);
      builder.place(folder, undefined);
      const at: At = { key: `line:${line}`, ts: record["timestamp"], folder, line: range };
      const role = asText(record["role"]) ?? asText(record["type"]) ?? asText(message["role"]);
      if (role === "tool") readTool(builder, at, message);
      else readParts(builder, at, role, message["content"]);
    },
    finish: () => builder.finish(),
    drain: () => builder.drain(),
    snapshot() {
      const { state, again } = builder.snapshot(file.changedMs);
      return { scribes: [state], own: {}, again: sortedLines(again) };
    },
    resume({ scribes: [state] }, replay) {
      if (state === undefined) return;
      builder = EventBuilder.resumed(state, file.changedMs);
      replay();
      builder.finishReplay();
    },
  };
}

function readParts(
  builder: EventBuilder,
  at: At,
  role: string | undefined,
  content: unknown,
): void {
  const parts = asArray(content);
  const isText = (part: unknown) => !/tool/.test(asText(asRecord(part)?.["type"]) ?? "");
  const text = typeof content === "string" ? content : contentText(parts.filter(isText));
  if (role === "user") builder.prompt(at, text);
  else if (role === "assistant") builder.message(at, text);
  for (const [index, value] of parts.entries()) {
    const part = asRecord(value);
    if (part !== undefined && !isText(part))
      readTool(builder, { ...at, key: `${at.key}:${index}` }, part);
  }
}

/** Reads a call, a result, or both in one record. */
function readTool(builder: EventBuilder, at: At, part: JsonRecord): void {
  const names = ["toolCallId", "tool_use_id", "tool_call_id", "id"];
  const callId = names.map((name) => asText(part[name])).find((id) => id !== undefined) ?? at.key;
  const hostTool = asText(part["toolName"]) ?? asText(part["tool_name"]) ?? asText(part["name"]);
  const input = part["args"] ?? part["input"] ?? part["tool_input"];
  if (hostTool !== undefined && input !== undefined) builder.call(at, { callId, hostTool, input });
  const raw = part["result"] ?? part["tool_output"] ?? part["output"];
  const output = part["type"] === "tool_result" ? (raw ?? part["content"]) : raw;
  if (output === undefined) return;
  const isError =
    part["is_error"] === true || part["isError"] === true || part["status"] === "error";
  builder.result(at, { callId, output: contentText(output), isError });
}
