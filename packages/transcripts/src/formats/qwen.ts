/**
 * Qwen Code: one JSON object a line, in the frame of Claude Code's and with messages in the form of Gemini's API
 * (`message.parts`). What was typed stands in `systemPayload.displayText`; what hooks told, beside it in the message. A
 * tool that had to be looked for is called through `tool_call`. Lines
 * about the program itself tell nothing.
 */

import { type At, SessionScribe } from "../events/event-builder.ts";
import {
  asArray,
  asNumber,
  asRecord,
  asText,
  contentText,
  type JsonRecord,
} from "../input/json-access.ts";
import { inOrder } from "../resume/line-ranges.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

export function qwenReader(file: TranscriptFile): TranscriptReader {
  let scribe: SessionScribe | undefined;

  function open(record: JsonRecord): SessionScribe {
    const session = asText(record["sessionId"]) ?? file.name;
    const options = { session, agent: "qwen", source: "transcript" };
    return new SessionScribe({ ...options, startMs: file.changedMs });
  }

  return {
    read(value, line, range) {
      const record = asRecord(value);
      if (record === undefined) return;
      scribe ??= open(record);
      const folder = asText(record["cwd"]);
      scribe.place(folder, asText(record["gitBranch"]));
      const key = asText(record["uuid"]) ?? `line:${line}`;
      readRecord(scribe, { key, ts: record["timestamp"], folder, line: range }, record);
    },
    finish: () => scribe?.finish(),
    drain: () => scribe?.drain() ?? [],
    keep() {
      const kept = scribe?.keep(file.changedMs);
      const scribes = kept === undefined ? [] : [kept.state];
      return { scribes, own: {}, again: inOrder(kept?.again ?? []) };
    },
    resume({ scribes: [state] }, readAgain) {
      if (state === undefined) return;
      scribe = SessionScribe.resumed(state, file.changedMs);
      readAgain();
      scribe.goOn();
    },
  };
}

function readRecord(scribe: SessionScribe, at: At, record: JsonRecord): void {
  const parts = asArray(asRecord(record["message"])?.["parts"]);
  const type = record["type"];
  if (type === "user") readUser(scribe, at, record, parts);
  else if (type === "assistant") readAssistant(scribe, at, parts);
  else if (type === "tool_result")
    readResults(scribe, at, asRecord(record["toolCallResult"]), parts);
  else if (record["subtype"] === "chat_compression") scribe.compacted(at, undefined);
}

/** A notification comes in the user's name and says what it is. */
function readUser(
  scribe: SessionScribe,
  at: At,
  record: JsonRecord,
  parts: readonly unknown[],
): void {
  if (asText(record["subtype"]) !== undefined) return;
  const shown = asText(asRecord(record["systemPayload"])?.["displayText"]);
  const isOwn = (part: unknown) => !/^<qwen:/.test(asText(asRecord(part)?.["text"]) ?? "");
  scribe.prompt(at, shown ?? contentText(parts.filter(isOwn)));
}

function readAssistant(scribe: SessionScribe, at: At, parts: readonly unknown[]): void {
  for (const [index, value] of parts.entries()) {
    const part = asRecord(value) ?? {};
    const here = { ...at, key: `${at.key}:${index}` };
    const text = asText(part["text"]) ?? "";
    if (part["thought"] === true) scribe.reasoning(here, text);
    else scribe.message(here, text);
    const call = asRecord(part["functionCall"]);
    if (call === undefined) continue;
    const args = asRecord(call["args"]) ?? {};
    const meant = call["name"] === "tool_call" ? asText(args["name"]) : undefined;
    scribe.call(here, {
      callId: asText(call["id"]) ?? here.key,
      hostTool: meant ?? asText(call["name"]) ?? "unknown",
      input: meant === undefined ? args : (args["arguments"] ?? {}),
    });
  }
}

/** `told`: how it went, and what was shown of it; of a shell without the lines that Qwen puts around it. */
function readResults(
  scribe: SessionScribe,
  at: At,
  told: JsonRecord | undefined,
  parts: readonly unknown[],
): void {
  const shown = asRecord(told?.["resultDisplay"]);
  for (const [index, value] of parts.entries()) {
    const answer = asRecord(asRecord(value)?.["functionResponse"]);
    if (answer === undefined) continue;
    const response = asRecord(answer["response"]);
    const output = asText(response?.["output"]) ?? asText(response?.["error"]) ?? "";
    const isShell = shown?.["type"] === "shell_result";
    const exitCode = asNumber(shown?.["exitCode"]);
    scribe.result(
      { ...at, key: `${at.key}:${index}` },
      {
        callId: asText(answer["id"]) ?? asText(told?.["callId"]) ?? `${at.key}:${index}`,
        output: isShell ? (asText(shown["output"]) ?? output) : output,
        isError:
          told?.["status"] === "error" ||
          response?.["error"] !== undefined ||
          (exitCode !== undefined && exitCode !== 0),
        isRejected: told?.["status"] === "cancelled",
        exitCode,
      },
    );
  }
}
