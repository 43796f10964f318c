/**
 * Codex: rollout files, one per thread, with lines `{timestamp, type, payload}`. Texts are in `response_item` lines and, in
 * some versions, repeated in `event_msg` lines. Either can be missing, so each text is taken from the line that comes first.
 * The output of a running command is read with `write_stdin`, whose results belong to the command that started it.
 */

import { type At, EventBuilder } from "../../events/event-builder.ts";
import {
  asArray,
  asNumber,
  asRecord,
  asText,
  contentText,
  type JsonRecord,
  parseJson,
  present,
} from "../../input/json-access.ts";
import { sortedLines } from "../../resume/line-ranges.ts";
import type { TranscriptFile, TranscriptReader } from "../../transcript-host.ts";
import { repeatFilter, type SpokenKind } from "./repeated-messages.ts";
import { runningCommands } from "./running-commands.ts";

export function codexReader(file: TranscriptFile): TranscriptReader {
  let builder: EventBuilder | undefined;
  let folder: string | undefined;
  const repeats = repeatFilter();
  const commands = runningCommands();

  function open(meta: JsonRecord): EventBuilder {
    const own = asText(meta["id"]) ?? threadOfFile(file.name);
    const parent = parentThread(meta);
    const session = parent ?? asText(meta["session_id"]) ?? own;
    const agentId = parent === undefined ? undefined : own;
    const options = { agent: "codex", source: asText(meta["source"]) ?? "transcript" };
    return new EventBuilder({ ...options, session, agentId, startMs: file.changedMs });
  }

  function readMeta(meta: JsonRecord, at: At): void {
    // A forked thread repeats the lines of its origin, including the meta line.
    if (builder !== undefined) return;
    builder = open(meta);
    folder = asText(meta["cwd"]);
    builder.place(folder, asText(asRecord(meta["git"])?.["branch"]));
    if (parentThread(meta) !== undefined) {
      const kind = asText(meta["agent_role"]) ?? asText(meta["agent_nickname"]);
      builder.subagentStarted(at, asText(meta["id"]) ?? threadOfFile(file.name), kind);
    }
  }

  function say(kind: SpokenKind, source: "item" | "event", at: At, text: string): void {
    if (text !== "" && repeats.isFirst(kind, source, text)) builder?.[kind](at, text);
  }

  const readers: Readonly<Record<string, (item: JsonRecord, at: At) => void>> = {
    message: readSpoken,
    reasoning: (item, at) => say("reasoning", "item", at, contentText(item["summary"])),
    function_call: readCall,
    custom_tool_call: readCall,
    local_shell_call: (item, at) => readAction(item, at, "local_shell"),
    web_search_call: (item, at) => readAction(item, at, "web_search"),
    function_call_output: readOutput,
    custom_tool_call_output: readOutput,
  };

  function readItem(item: JsonRecord, at: At): void {
    const type = asText(item["type"]) ?? "";
    if (Object.hasOwn(readers, type)) readers[type]?.(item, at);
  }

  function readSpoken(item: JsonRecord, at: At): void {
    const text = contentText(item["content"]);
    if (item["role"] === "assistant") say("message", "item", at, text);
    if (item["role"] === "user" && isTyped(item)) say("prompt", "item", at, typedParts(item));
  }

  function readCall(item: JsonRecord, at: At): void {
    const input = callInput(item["arguments"] ?? item["input"]);
    const namespace = asText(item["namespace"]);
    const name = asText(item["name"]) ?? "unknown";
    const callId = callIdOf(item, at);
    const command = commands.called({ callId, name, line: at.line }, asRecord(input));
    const hostTool = namespace === undefined ? name : `${namespace}__${name.replace(/^_+/, "")}`;
    builder?.call({ ...at, folder }, { callId, hostTool, input, command });
  }

  function readAction(item: JsonRecord, at: At, hostTool: string): void {
    const input = item["action"] ?? {};
    builder?.call({ ...at, folder }, { callId: callIdOf(item, at), hostTool, input });
  }

  function readOutput(item: JsonRecord, at: At): void {
    const callId = callIdOf(item, at);
    const result = outputOf(item["output"]);
    commands.answered(callId, result.header, at.line);
    builder?.result(at, { callId, ...result });
  }

  function readEvent(event: JsonRecord, at: At): void {
    const type = asText(event["type"]);
    const text = asText(event["message"]) ?? asText(event["text"]) ?? "";
    if (type === "user_message") say("prompt", "event", at, text);
    else if (type === "agent_message") say("message", "event", at, text);
    else if (type === "agent_reasoning") say("reasoning", "event", at, text);
    else if (type === "turn_aborted") builder?.interrupted();
  }

  return {
    read(value, line, range) {
      const record = asRecord(value);
      const payload = asRecord(record?.["payload"]);
      if (record === undefined || payload === undefined) return;
      const at: At = { key: `line:${line}`, ts: record["timestamp"], folder, line: range };
      const type = record["type"];
      if (type === "session_meta") readMeta(payload, at);
      builder ??= open({});
      if (type === "turn_context") {
        folder = asText(payload["cwd"]) ?? folder;
        builder.place(folder, undefined);
      } else if (type === "response_item") readItem(payload, at);
      else if (type === "event_msg") readEvent(payload, at);
      else if (type === "compacted") builder.compacted(at, asText(payload["message"]));
    },
    finish: () => builder?.finish(),
    drain: () => builder?.drain() ?? [],
    snapshot() {
      const saved = builder?.snapshot(file.changedMs);
      return {
        scribes: saved === undefined ? [] : [saved.state],
        own: { heard: repeats.snapshot(), ...present({ folder }) },
        again: sortedLines([...(saved?.again ?? []), ...commands.lines()]),
      };
    },
    resume({ scribes: [state], own }, replay) {
      if (state === undefined) return;
      builder = EventBuilder.resumed(state, file.changedMs);
      replay();
      folder = own.folder;
      repeats.resume(own.heard ?? []);
      builder.finishReplay();
    },
  };
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
