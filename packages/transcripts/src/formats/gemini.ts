/**
 * Gemini CLI: a document `{sessionId, messages}` in older versions, lines of the same records in newer ones. A line with the id of
 * the line before is a longer version of that message. `$set` rewrites earlier state, of which only unknown messages are new.
 * Output of hooks is inside the user's text.
 */

import { type At, EventBuilder } from "../events/event-builder.ts";
import {
  asArray,
  asRecord,
  asText,
  contentText,
  type JsonRecord,
  present,
} from "../input/json-access.ts";
import { sortedLines, UNKNOWN_LINE } from "../resume/line-ranges.ts";
import type { LineRange } from "../resume/resume-point.schema.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

interface Growing {
  readonly id: string;
  readonly message: JsonRecord;
  readonly line?: LineRange | undefined;
}

export function geminiReader(file: TranscriptFile): TranscriptReader {
  let builder: EventBuilder | undefined;
  let folder: string | undefined;
  let growing: Growing | undefined;
  let messageCount = 0;
  let isReadingAgain = false;

  function open(header: JsonRecord): EventBuilder {
    const own = asText(header["sessionId"]) ?? file.name;
    const isSubagent = header["kind"] === "subagent";
    const opened = new EventBuilder({
      session: isSubagent ? file.folder : own,
      agent: "gemini",
      source: "transcript",
      agentId: isSubagent ? own : undefined,
      startMs: Date.parse(asText(header["startTime"]) ?? "") || file.changedMs,
    });
    enter(opened, asText(asArray(header["directories"])[0]));
    if (isSubagent) opened.subagentStarted({ key: "", ts: header["startTime"] }, own, undefined);
    return opened;
  }

  function enter(opened: EventBuilder, directory: string | undefined): void {
    folder ??= directory;
    opened.place(folder, undefined);
  }

  function hold(message: JsonRecord, line: LineRange | undefined): void {
    const id = asText(message["id"]) ?? `message:${messageCount}`;
    messageCount += 1;
    // Lines between the replayed ones completed the message.
    if (growing !== undefined && (growing.id !== id || isReadingAgain)) flush();
    growing = { id, message, line };
  }

  function flush(): void {
    if (growing === undefined || builder === undefined) return;
    const { id, message, line } = growing;
    growing = undefined;
    const at: At = { key: id, ts: message["timestamp"], folder, line };
    const type = message["type"] ?? message["role"];
    if (type === "user") readUser(builder, at, message);
    else if (type === "gemini" || type === "model" || type === "assistant")
      readModel(builder, at, message);
  }

  function readUser(opened: EventBuilder, at: At, message: JsonRecord): void {
    const text = contentText(message["content"]);
    const workspace = /\*\*Workspace Directories:\*\*\s+- (\S[^\n]*)/.exec(
      text.slice(0, 5_000),
    )?.[1];
    if (workspace !== undefined) enter(opened, workspace.trim());
    opened.prompt(at, text);
  }

  return {
    read(value, _line, range) {
      const record = asRecord(value);
      if (record === undefined) return;
      builder ??= open(record);
      const set = asRecord(record["$set"]) ?? record;
      for (const message of asArray(set["messages"])) hold(asRecord(message) ?? {}, range);
      if (record["type"] !== undefined || record["role"] !== undefined) hold(record, range);
    },
    finish() {
      flush();
      builder?.finish();
    },
    drain: () => builder?.drain() ?? [],
    snapshot() {
      const saved = builder?.snapshot(file.changedMs);
      const held = growing === undefined ? [] : [growing.line ?? UNKNOWN_LINE];
      return {
        scribes: saved === undefined ? [] : [saved.state],
        own: { messageCount, ...present({ folder, growing: growing?.id }) },
        again: sortedLines([...(saved?.again ?? []), ...held]),
      };
    },
    resume({ scribes: [state], own }, replay) {
      if (state === undefined) return;
      builder = EventBuilder.resumed(state, file.changedMs);
      folder = own.folder;
      isReadingAgain = true;
      replay();
      isReadingAgain = false;
      const last: Growing | undefined = growing;
      growing = own.growing === undefined ? undefined : last && { ...last, id: own.growing };
      messageCount = own.messageCount ?? 0;
      folder = own.folder;
      builder.finishReplay();
    },
  };
}

function readModel(builder: EventBuilder, at: At, message: JsonRecord): void {
  for (const [index, value] of asArray(message["thoughts"]).entries()) {
    const thought = asRecord(value);
    const words = [thought?.["subject"], thought?.["description"]].map(asText);
    const text = words.filter((each) => each !== undefined).join("\n");
    builder.reasoning({ ...at, key: `${at.key}:thought:${index}` }, text);
  }
  builder.message(at, contentText(message["content"]));
  for (const value of asArray(message["toolCalls"])) readTool(builder, at, asRecord(value) ?? {});
}

function readTool(builder: EventBuilder, at: At, call: JsonRecord): void {
  const callId = asText(call["id"]) ?? at.key;
  const here = { ...at, ts: call["timestamp"] ?? at.ts };
  builder.call(here, {
    callId,
    hostTool: asText(call["name"]) ?? "unknown",
    input: call["args"] ?? {},
  });
  const status = call["status"];
  if (status !== "success" && status !== "error" && status !== "cancelled") return;
  const output = asArray(call["result"]).map(responseText).join("\n");
  const digits = /^Exit Code: (-?\d{1,10})$/m.exec(output)?.[1];
  const exitCode = digits === undefined ? undefined : Number(digits);
  builder.result(here, {
    callId,
    output,
    isError: status === "error" || (exitCode !== undefined && exitCode !== 0),
    isRejected: status === "cancelled",
    exitCode,
  });
}

function responseText(part: unknown): string {
  const response = asRecord(asRecord(asRecord(part)?.["functionResponse"])?.["response"]);
  const text = asText(response?.["output"]) ?? asText(response?.["error"]) ?? contentText(part);
  const plain = text.replace(/<\/?untrusted_context>\n?/g, "");
  const hook = plain.indexOf("<hook_context>");
  return (hook === -1 ? plain : plain.slice(0, hook)).trim();
}
