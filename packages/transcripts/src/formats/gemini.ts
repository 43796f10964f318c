/**
 * Gemini CLI: a document `{sessionId, messages}` in older versions, lines of the same records in newer ones. A line with the id of
 * the line before is a longer version of that message. `$set` rewrites earlier state, of which only unknown messages are new.
 * Output of hooks is inside the user's text.
 */
import { asArray, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import type { Event } from "@tacit-memory/protocol";
import { type At, EventBuilder } from "../events/event-builder.ts";
import { contentText, present } from "../input/message-content.ts";
import { sortedLines, UNKNOWN_LINE } from "../resume/line-ranges.ts";
import type { LineRange, ReaderState } from "../resume/resume-point.schema.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

interface Growing {
  readonly id: string;
  readonly message: JsonRecord;
  readonly line?: LineRange | undefined;
}

export function geminiReader(file: TranscriptFile): TranscriptReader {
  return new GeminiReader(file);
}

class GeminiReader implements TranscriptReader {
  readonly #file: TranscriptFile;
  #builder: EventBuilder | undefined;
  #folder: string | undefined;
  #growing: Growing | undefined;
  #messageCount = 0;
  #isReadingAgain = false;

  constructor(file: TranscriptFile) {
    this.#file = file;
  }

  read(value: unknown, _line: number, range?: LineRange): void {
    const record = asRecord(value);
    if (record === undefined) return;
    this.#builder ??= this.#open(record);
    const set = asRecord(record["$set"]) ?? record;
    for (const message of asArray(set["messages"])) this.#hold(asRecord(message) ?? {}, range);
    if (record["type"] !== undefined || record["role"] !== undefined) this.#hold(record, range);
  }

  finish(): void {
    this.#flush();
    this.#builder?.finish();
  }

  drain(): Event[] {
    return this.#builder?.drain() ?? [];
  }

  snapshot(): ReaderState {
    const saved = this.#builder?.snapshot(this.#file.changedMs);
    const growing = this.#growing;
    const held = growing === undefined ? [] : [growing.line ?? UNKNOWN_LINE];
    return {
      scribes: saved === undefined ? [] : [saved.state],
      own: {
        messageCount: this.#messageCount,
        ...present({ folder: this.#folder, growing: growing?.id }),
      },
      again: sortedLines([...(saved?.again ?? []), ...held]),
    };
  }

  resume({ scribes: [state], own }: ReaderState, replay: () => void): void {
    if (state === undefined) return;
    const builder = EventBuilder.resumed(state, this.#file.changedMs);
    this.#builder = builder;
    this.#folder = own.folder;
    this.#isReadingAgain = true;
    replay();
    this.#isReadingAgain = false;
    const last = this.#growing;
    this.#growing = own.growing === undefined ? undefined : last && { ...last, id: own.growing };
    this.#messageCount = own.messageCount ?? 0;
    this.#folder = own.folder;
    builder.finishReplay();
  }

  #open(header: JsonRecord): EventBuilder {
    const own = asText(header["sessionId"]) ?? this.#file.name;
    const isSubagent = header["kind"] === "subagent";
    const opened = new EventBuilder({
      session: isSubagent ? this.#file.folder : own,
      agent: "gemini",
      source: "transcript",
      agentId: isSubagent ? own : undefined,
      startMs: Date.parse(asText(header["startTime"]) ?? "") || this.#file.changedMs,
    });
    this.#enter(opened, asText(asArray(header["directories"])[0]));
    if (isSubagent) opened.subagentStarted({ key: "", ts: header["startTime"] }, own, undefined);
    return opened;
  }

  #enter(opened: EventBuilder, directory: string | undefined): void {
    this.#folder ??= directory;
    opened.place(this.#folder, undefined);
  }

  #hold(message: JsonRecord, line: LineRange | undefined): void {
    const id = asText(message["id"]) ?? `message:${this.#messageCount}`;
    this.#messageCount += 1;
    // Lines between the replayed ones completed the message.
    const isAnother = this.#growing !== undefined && this.#growing.id !== id;
    if (isAnother || this.#isReadingAgain) this.#flush();
    this.#growing = { id, message, line };
  }

  #flush(): void {
    const builder = this.#builder;
    if (this.#growing === undefined || builder === undefined) return;
    const { id, message, line } = this.#growing;
    this.#growing = undefined;
    const at: At = { key: id, ts: message["timestamp"], folder: this.#folder, line };
    const type = message["type"] ?? message["role"];
    if (type === "user") this.#readUser(builder, at, message);
    else if (type === "gemini" || type === "model" || type === "assistant")
      readModel(builder, at, message);
  }

  #readUser(opened: EventBuilder, at: At, message: JsonRecord): void {
    const text = contentText(message["content"]);
    const workspace = /\*\*Workspace Directories:\*\*\s+- (\S[^\n]*)/.exec(
      text.slice(0, 5_000),
    )?.[1];
    if (workspace !== undefined) this.#enter(opened, workspace.trim());
    opened.prompt(at, text);
  }
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
