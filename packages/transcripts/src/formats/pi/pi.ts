/**
 * pi: one file for each session, with `{type, id, parentId, timestamp}` on each line. The lines are a tree, and abandoned branches
 * count as well. A `custom_message` was added by an extension, for example Tacit's. A file that was forked from another one
 * starts with a copy of its lines.
 */

import { asArray, asNumber, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import { type At, EventBuilder } from "../../events/event-builder.ts";
import { contentText } from "../../input/message-content.ts";
import type { TranscriptFile, TranscriptReader } from "../../transcript-host.ts";
import { oneSessionReader } from "../one-session.ts";
import { readPiOutput } from "./pi-output.ts";

export function piReader(file: TranscriptFile): TranscriptReader {
  /** Earlier lines belong to the file that this one was forked from. */
  let forkedAtMs = Number.NEGATIVE_INFINITY;

  function open(header: JsonRecord): EventBuilder {
    const startMs = timeOf(header["timestamp"]);
    const opened = new EventBuilder({
      session: asText(header["id"]) ?? file.name,
      agent: "pi",
      source: "transcript",
      startMs: startMs ?? file.changedMs,
    });
    opened.place(asText(header["cwd"]), undefined);
    if (asText(header["parentSession"]) !== undefined) forkedAtMs = startMs ?? forkedAtMs;
    return opened;
  }

  return oneSessionReader(file, {
    open: (entry) => open(entry["type"] === "session" ? entry : {}),
    read(builder, entry, line, range) {
      if (entry["type"] === "session") return;
      const ts = entry["timestamp"];
      if ((timeOf(ts) ?? forkedAtMs) < forkedAtMs) return;
      readEntry(builder, { key: asText(entry["id"]) ?? `line:${line}`, ts, line: range }, entry);
    },
    save: () => (Number.isFinite(forkedAtMs) ? { forkedAtMs } : {}),
    restore(own) {
      forkedAtMs = own.forkedAtMs ?? forkedAtMs;
    },
  });
}

function timeOf(text: unknown): number | undefined {
  return asNumber(Date.parse(asText(text) ?? ""));
}

function readEntry(builder: EventBuilder, at: At, entry: JsonRecord): void {
  if (entry["type"] === "compaction") builder.compacted(at, asText(entry["summary"]));
  const message = entry["type"] === "message" ? asRecord(entry["message"]) : undefined;
  if (message === undefined) return;
  const role = message["role"];
  if (role === "user") builder.prompt(at, contentText(message["content"]));
  else if (role === "assistant") readAssistant(builder, at, message);
  else if (role === "toolResult") readResult(builder, at, message);
  else if (role === "bashExecution") readShell(builder, at, message);
}

function readAssistant(builder: EventBuilder, at: At, message: JsonRecord): void {
  for (const [index, value] of asArray(message["content"]).entries()) {
    const part = asRecord(value) ?? {};
    const here = { ...at, key: `${at.key}:${index}` };
    if (part["type"] === "text") builder.message(here, asText(part["text"]) ?? "");
    else if (part["type"] === "thinking") builder.reasoning(here, asText(part["thinking"]) ?? "");
    else if (part["type"] === "toolCall") {
      const callId = asText(part["id"]) ?? here.key;
      const hostTool = asText(part["name"]) ?? "unknown";
      builder.call(here, { callId, hostTool, input: part["arguments"] ?? {} });
    }
  }
  if (message["stopReason"] === "aborted") builder.interrupted();
}

function readResult(builder: EventBuilder, at: At, message: JsonRecord): void {
  builder.result(at, {
    callId: asText(message["toolCallId"]) ?? at.key,
    ...readPiOutput(contentText(message["content"])),
    isError: message["isError"] === true,
  });
}

/** A command that the user ran between prompts. */
function readShell(builder: EventBuilder, at: At, message: JsonRecord): void {
  const callId = at.key;
  const command = asText(message["command"]) ?? "";
  const exitCode = asNumber(message["exitCode"]);
  builder.call(at, { callId, hostTool: "bash", input: { command } });
  builder.result(at, {
    callId,
    output: asText(message["output"]) ?? "",
    isError: exitCode !== undefined && exitCode !== 0,
    exitCode,
  });
}
