/**
 * Codex: rollout files, one per thread, with lines `{timestamp, type, payload}`. Texts are in `response_item` lines and, in
 * some versions, repeated in `event_msg` lines. Either can be missing, so each text is taken from the line that comes first.
 * The output of a running command is read with `write_stdin`, whose results belong to the command that started it.
 */
import {
  asArray,
  asNumber,
  asRecord,
  asText,
  type JsonRecord,
  parseJson,
} from "@tacit-memory/files";
import type { Event } from "@tacit-memory/protocol";
import { type At, EventBuilder } from "../../events/event-builder.ts";
import { contentText, present } from "../../input/message-content.ts";
import { sortedLines } from "../../resume/line-ranges.ts";
import type { LineRange, ReaderState } from "../../resume/resume-point.schema.ts";
import type { TranscriptFile, TranscriptReader } from "../../transcript-host.ts";
import { repeatFilter, type SpokenKind } from "./repeated-messages.ts";
import { runningCommands } from "./running-commands.ts";

export function codexReader(file: TranscriptFile): TranscriptReader {
  return new CodexReader(file);
}

const CALLS = new Set(["function_call", "custom_tool_call"]);
const OUTPUTS = new Set(["function_call_output", "custom_tool_call_output"]);

class CodexReader implements TranscriptReader {
  readonly #file: TranscriptFile;
  readonly #repeats = repeatFilter();
  readonly #commands = runningCommands();
  #builder: EventBuilder | undefined;
  #folder: string | undefined;

  constructor(file: TranscriptFile) {
    this.#file = file;
  }

  read(value: unknown, line: number, range?: LineRange): void {
    const record = asRecord(value);
    const payload = asRecord(record?.["payload"]);
    if (record === undefined || payload === undefined) return;
    const at: At = {
      key: `line:${line}`,
      ts: record["timestamp"],
      folder: this.#folder,
      line: range,
    };
    const type = record["type"];
    if (type === "session_meta") this.#readMeta(payload, at);
    this.#builder ??= this.#open({});
    if (type === "turn_context") {
      this.#folder = asText(payload["cwd"]) ?? this.#folder;
      this.#builder.place(this.#folder, undefined);
    } else if (type === "response_item") this.#readItem(payload, at);
    else if (type === "event_msg") this.#readEvent(payload, at);
    else if (type === "compacted") this.#builder.compacted(at, asText(payload["message"]));
  }

  finish(): void {
    this.#builder?.finish();
  }

  drain(): Event[] {
    return this.#builder?.drain() ?? [];
  }

  snapshot(): ReaderState {
    const saved = this.#builder?.snapshot(this.#file.changedMs);
    return {
      scribes: saved === undefined ? [] : [saved.state],
      own: { heard: this.#repeats.snapshot(), ...present({ folder: this.#folder }) },
      again: sortedLines([...(saved?.again ?? []), ...this.#commands.lines()]),
    };
  }

  resume({ scribes: [state], own }: ReaderState, replay: () => void): void {
    if (state === undefined) return;
    const builder = EventBuilder.resumed(state, this.#file.changedMs);
    this.#builder = builder;
    replay();
    this.#folder = own.folder;
    this.#repeats.resume(own.heard ?? []);
    builder.finishReplay();
  }

  #open(meta: JsonRecord): EventBuilder {
    const own = asText(meta["id"]) ?? threadOfFile(this.#file.name);
    const parent = parentThread(meta);
    const session = parent ?? asText(meta["session_id"]) ?? own;
    const agentId = parent === undefined ? undefined : own;
    const options = { agent: "codex", source: asText(meta["source"]) ?? "transcript" };
    return new EventBuilder({ ...options, session, agentId, startMs: this.#file.changedMs });
  }

  #readMeta(meta: JsonRecord, at: At): void {
    // A forked thread repeats the lines of its origin, including the meta line.
    if (this.#builder !== undefined) return;
    this.#builder = this.#open(meta);
    this.#folder = asText(meta["cwd"]);
    this.#builder.place(this.#folder, asText(asRecord(meta["git"])?.["branch"]));
    if (parentThread(meta) !== undefined) {
      const kind = asText(meta["agent_role"]) ?? asText(meta["agent_nickname"]);
      const agentId = asText(meta["id"]) ?? threadOfFile(this.#file.name);
      this.#builder.subagentStarted(at, agentId, kind);
    }
  }

  #say(kind: SpokenKind, source: "item" | "event", at: At, text: string): void {
    if (text !== "" && this.#repeats.isFirst(kind, source, text)) this.#builder?.[kind](at, text);
  }

  #readItem(item: JsonRecord, at: At): void {
    const type = asText(item["type"]) ?? "";
    if (type === "message") this.#readSpoken(item, at);
    else if (type === "reasoning") this.#say("reasoning", "item", at, contentText(item["summary"]));
    else if (CALLS.has(type)) this.#readCall(item, at);
    else if (OUTPUTS.has(type)) this.#readOutput(item, at);
    else if (type === "local_shell_call") this.#readAction(item, at, "local_shell");
    else if (type === "web_search_call") this.#readAction(item, at, "web_search");
  }

  #readSpoken(item: JsonRecord, at: At): void {
    const text = contentText(item["content"]);
    if (item["role"] === "assistant") this.#say("message", "item", at, text);
    if (item["role"] === "user" && isTyped(item)) this.#say("prompt", "item", at, typedParts(item));
  }

  #readCall(item: JsonRecord, at: At): void {
    const input = callInput(item["arguments"] ?? item["input"]);
    const namespace = asText(item["namespace"]);
    const name = asText(item["name"]) ?? "unknown";
    const callId = callIdOf(item, at);
    const command = this.#commands.called({ callId, name, line: at.line }, asRecord(input));
    const hostTool = namespace === undefined ? name : `${namespace}__${name.replace(/^_+/, "")}`;
    this.#builder?.call({ ...at, folder: this.#folder }, { callId, hostTool, input, command });
  }

  #readAction(item: JsonRecord, at: At, hostTool: string): void {
    const input = item["action"] ?? {};
    const call = { callId: callIdOf(item, at), hostTool, input };
    this.#builder?.call({ ...at, folder: this.#folder }, call);
  }

  #readOutput(item: JsonRecord, at: At): void {
    const callId = callIdOf(item, at);
    const result = outputOf(item["output"]);
    this.#commands.answered(callId, result.header, at.line);
    this.#builder?.result(at, { callId, ...result });
  }

  #readEvent(event: JsonRecord, at: At): void {
    const type = event["type"];
    const text = asText(event["message"]) ?? asText(event["text"]) ?? "";
    if (type === "user_message") this.#say("prompt", "event", at, text);
    else if (type === "agent_message") this.#say("message", "event", at, text);
    else if (type === "agent_reasoning") this.#say("reasoning", "event", at, text);
    else if (type === "turn_aborted") this.#builder?.interrupted();
  }
}

/** The thread id in the file name `rollout-<date>-<thread id>`, for a file without a meta line. */
function threadOfFile(name: string): string {
  return /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/.exec(name)?.[0] ?? name;
}

function parentThread(meta: JsonRecord): string | undefined {
  const spawned = asRecord(asRecord(asRecord(meta["source"])?.["subagent"])?.["thread_spawn"]);
  return asText(spawned?.["parent_thread_id"]) ?? asText(meta["parent_thread_id"]);
}

/** Newer versions mark the parts of a user message that the user typed. */
function isTyped(item: JsonRecord): boolean {
  const kinds = partKinds(item);
  return kinds.length === 0 || kinds.some((kind) => String(kind).startsWith("user."));
}

function typedParts(item: JsonRecord): string {
  const kinds = partKinds(item);
  if (kinds.length === 0) return contentText(item["content"]);
  const isMine = (_part: unknown, index: number) => String(kinds[index]).startsWith("user.");
  return contentText(asArray(item["content"]).filter(isMine));
}

function partKinds(item: JsonRecord): readonly unknown[] {
  const metadata = asRecord(item["internal_chat_message_metadata_passthrough"]);
  return asArray(metadata?.["content_item_kinds"]);
}

function callIdOf(item: JsonRecord, at: At): string {
  return asText(item["call_id"]) ?? asText(item["id"]) ?? at.key;
}

function callInput(raw: unknown): unknown {
  if (typeof raw !== "string") return raw ?? {};
  const parsed = parseJson(raw);
  return asRecord(parsed) ?? { input: raw };
}

interface CodexOutput {
  readonly header: string;
  readonly output: string;
  readonly isError: boolean;
  readonly isRejected: boolean;
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
}

const HEADER =
  /^(?:(?:Chunk ID|Wall time|Process |Original token count|Exit code|Total output lines)[^\n]*\n){1,8}Output:\n?/;
const FAILED =
  /^(?:Error\b|execution error|exec_command failed|write_stdin failed|failed to parse function arguments|unsupported call|apply_patch verification failed|patch rejected|Invalid patch|tool call error|Script failed)/i;

/** Versions write `{output, metadata}` as JSON, a text with a header, or content parts. */
function outputOf(raw: unknown): CodexOutput {
  const wrapped = asRecord(typeof raw === "string" && raw.startsWith("{") ? parseJson(raw) : raw);
  const text = wrapped === undefined ? contentText(raw) : wrappedText(wrapped, raw);
  const metadata = asRecord(wrapped?.["metadata"]);
  const header = HEADER.exec(text)?.[0] ?? "";
  const digits = /^(?:Process exited with code|Exit code:) (-?\d{1,10})/m.exec(header)?.[1];
  const seconds =
    asNumber(metadata?.["duration_seconds"]) ??
    Number(/^Wall time: ([\d.]+)/m.exec(header)?.[1] ?? Number.NaN);
  const exitCode =
    asNumber(metadata?.["exit_code"]) ?? (digits === undefined ? undefined : Number(digits));
  return {
    header,
    output: text.slice(header.length),
    isError:
      (exitCode !== undefined && exitCode !== 0) ||
      wrapped?.["success"] === false ||
      FAILED.test(text),
    isRejected:
      /^[^\n]{0,80}rejected by (?:the )?user/.test(text) || text.startsWith("aborted by user"),
    exitCode,
    durationMs: Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined,
  };
}

/** An object without output and content is the tool's own result. */
function wrappedText(wrapped: JsonRecord, raw: unknown): string {
  const inner = wrapped["output"] ?? wrapped["content"];
  if (inner !== undefined) return typeof inner === "string" ? inner : contentText(inner);
  return typeof raw === "string" ? raw : JSON.stringify(raw);
}
