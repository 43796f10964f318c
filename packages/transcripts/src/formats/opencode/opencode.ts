/**
 * OpenCode: the document that `opencode export` writes, `{info, messages: [{info, parts}]}`. The database holds the same messages.
 * Parts marked `synthetic` were added to a user message by a program.
 */
import { asArray, asNumber, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import { unquotedPrompt } from "../../events/clean-text.ts";
import { type At, EventBuilder } from "../../events/event-builder.ts";
import { contentText } from "../../input/message-content.ts";
import type { TranscriptFile, TranscriptReader } from "../../transcript-host.ts";

export function opencodeReader(file: TranscriptFile): TranscriptReader {
  const scribes: EventBuilder[] = [];

  return {
    read(value) {
      const document = asRecord(value);
      const info = asRecord(document?.["info"]);
      if (document === undefined || info === undefined) return;
      const parent = asText(info["parentID"]);
      const own = asText(info["id"]) ?? file.name;
      const builder = new EventBuilder({
        // As in the database, a subagent's session is part of its parent session.
        session: parent ?? own,
        agent: "opencode",
        source: "transcript",
        agentId: parent === undefined ? undefined : own,
        startMs: asNumber(asRecord(info["time"])?.["created"]) ?? file.changedMs,
      });
      scribes.push(builder);
      const cwd = asText(info["directory"]);
      builder.place(cwd, undefined);
      for (const [index, message] of asArray(document["messages"]).entries()) {
        readMessage(builder, asRecord(message) ?? {}, index);
      }
    },
    finish() {
      for (const builder of scribes) builder.finish();
    },
    drain: () => scribes.flatMap((builder) => builder.drain()),
  };
}

/** `index`: the position of the message in the session. */
export function readMessage(builder: EventBuilder, message: JsonRecord, index: number): void {
  const info = asRecord(message["info"]) ?? {};
  const createdMs = asNumber(asRecord(info["time"])?.["created"]);
  const folder = asText(asRecord(info["path"])?.["cwd"]);
  for (const [place, value] of asArray(message["parts"]).entries()) {
    const part = asRecord(value);
    if (part === undefined) continue;
    const startedMs = asNumber(asRecord(part["time"])?.["start"]);
    const key = keyOf(part["id"]) ?? `m${index}:p${place}`;
    const at: At = { key, ts: startedMs ?? createdMs, folder };
    readPart(builder, part, at, info);
  }
  if (asRecord(info["error"])?.["name"] === "MessageAbortedError") builder.interrupted();
}

/** Published documents can have redacted ids. Then the position is the id. */
function keyOf(id: unknown): string | undefined {
  return typeof id === "string" && /^prt_\w+$/.test(id) ? id : undefined;
}

function readPart(builder: EventBuilder, part: JsonRecord, at: At, info: JsonRecord): void {
  const type = part["type"];
  const text = asText(part["text"]) ?? "";
  if (type === "tool") readTool(builder, part, at);
  else if (type === "reasoning") builder.reasoning(at, text);
  else if (type === "text" && part["synthetic"] !== true) {
    // A marked message holds the summary. A part named "compaction" only requests it.
    if (info["summary"] === true) builder.compacted(at, text);
    else if (info["role"] === "user") builder.prompt(at, unquotedPrompt(text));
    else builder.message(at, text);
  }
}

function readTool(builder: EventBuilder, part: JsonRecord, at: At): void {
  const state = asRecord(part["state"]) ?? {};
  const status = state["status"];
  const time = asRecord(state["time"]);
  const startMs = asNumber(time?.["start"]);
  const endMs = asNumber(time?.["end"]);
  const id = asText(part["callID"]);
  const callId = id === undefined || id === "REDACTED" ? at.key : id;
  const hostTool = asText(part["tool"]) ?? "unknown";
  builder.call({ ...at, ts: startMs ?? at.ts }, { callId, hostTool, input: state["input"] ?? {} });
  if (status !== "completed" && status !== "error") return;
  const exitCode = asNumber(asRecord(state["metadata"])?.["exit"]);
  const output = contentText(status === "error" ? state["error"] : state["output"]);
  builder.result(
    { ...at, ts: endMs ?? startMs ?? at.ts },
    {
      callId,
      output,
      isError: status === "error" || (exitCode !== undefined && exitCode !== 0),
      isRejected: status === "error" && /^(?:Error: )?The user rejected permission/.test(output),
      exitCode,
      durationMs: startMs === undefined || endMs === undefined ? undefined : endMs - startMs,
    },
  );
}
