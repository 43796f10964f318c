/**
 * Claude Code: one JSON object on each line, a tree by `parentUuid`. Lines of the user, the assistant and the system contain
 * the conversation; about twenty other kinds do not. A resumed session repeats earlier lines with the id of the session they
 * came from. Subagents have files of their own (`agent-*.jsonl`); older versions put their lines between the others
 * (`isSidechain`) or inside progress lines (`agent_progress`).
 */
import { asArray, asNumber, asRecord, asText, type JsonRecord } from "@tacit-memory/files";
import type { Event } from "@tacit-memory/protocol";
import { type At, EventBuilder } from "../events/event-builder.ts";
import { contentText, present } from "../input/message-content.ts";
import { sortedLines, UNKNOWN_LINE } from "../resume/line-ranges.ts";
import type { LineRange, ReaderState } from "../resume/resume-point.schema.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

const REJECTION =
  /^(?:Error: )?(?:The user doesn't want to |User rejected |\[Request interrupted by user|The user rejected)/;

/** The metadata of a line, and the builder of its session. */
interface LineContext {
  readonly builder: EventBuilder;
  readonly at: At;
  readonly id: string;
}

export function claudeCodeReader(file: TranscriptFile): TranscriptReader {
  return new ClaudeCodeReader(file);
}

class ClaudeCodeReader implements TranscriptReader {
  readonly #file: TranscriptFile;
  readonly #agentFile: AgentFile | undefined;
  readonly #builders = new Map<string, EventBuilder>();
  readonly #sidechains = new Map<string, string>();
  readonly #awaitingSummary = new Map<EventBuilder, At>();
  #lastSession: string | undefined;
  /** The sessions of replayed lines that do not name one. */
  readonly #ofLine = new Map<number, string>();

  constructor(file: TranscriptFile) {
    this.#file = file;
    this.#agentFile = agentOfFile(file);
  }

  read(value: unknown, line: number, range?: LineRange): void {
    const record = asRecord(value);
    if (record === undefined) return;
    const type = record["type"];
    if (type === "user" || type === "assistant") this.#readMessage(record, line, range);
    else if (type === "progress") this.#readProgress(record, line, range);
    else if (record["subtype"] === "compact_boundary") {
      const { builder, at } = this.#place(record, line, range);
      this.#flushCompaction(builder);
      this.#awaitingSummary.set(builder, at);
    }
  }

  finish(): void {
    for (const builder of this.#builders.values()) {
      this.#flushCompaction(builder);
      builder.finish();
    }
  }

  drain(): Event[] {
    return [...this.#builders.values()].flatMap((builder) => builder.drain());
  }

  snapshot(): ReaderState {
    const snapshots = [...this.#builders.values()].map((builder) => {
      const { state, again } = builder.snapshot(this.#file.changedMs);
      const waiting = this.#awaitingSummary.get(builder);
      return {
        state,
        again: waiting === undefined ? again : [...again, waiting.line ?? UNKNOWN_LINE],
      };
    });
    const sessions = snapshots.flatMap(({ state, again }) =>
      again.map(({ start }): [number, string] => [start, state.session]),
    );
    const chains = [...this.#sidechains];
    return {
      scribes: snapshots.map(({ state }) => state),
      own: { ...present({ session: this.#lastSession }), sessions, chains },
      again: sortedLines(snapshots.flatMap(({ again }) => again)),
    };
  }

  resume(saved: ReaderState, replay: () => void): void {
    for (const state of saved.scribes)
      this.#builders.set(state.session, EventBuilder.resumed(state, this.#file.changedMs));
    for (const [id, chain] of saved.own.chains ?? []) this.#sidechains.set(id, chain);
    for (const [start, session] of saved.own.sessions ?? []) this.#ofLine.set(start, session);
    replay();
    this.#ofLine.clear();
    for (const builder of this.#builders.values()) builder.finishReplay();
    this.#lastSession = saved.own.session;
  }

  #builderOf(session: string): EventBuilder {
    const existing = this.#builders.get(session);
    if (existing !== undefined) return existing;
    const builder = new EventBuilder({
      session,
      agent: "claude-code",
      source: "transcript",
      startMs: this.#file.changedMs,
      agentId: this.#agentFile?.agentId,
    });
    this.#builders.set(session, builder);
    return builder;
  }

  #place(record: JsonRecord, line: number, range: LineRange | undefined): LineContext {
    const named =
      asText(record["sessionId"]) ??
      this.#ofLine.get(range?.start ?? -1) ??
      this.#lastSession ??
      this.#agentFile?.session;
    this.#lastSession = named ?? this.#file.name;
    const builder = this.#builderOf(this.#lastSession);
    const folder = asText(record["cwd"]);
    builder.place(folder, asText(record["gitBranch"]));
    const id = asText(record["uuid"]) ?? `line:${line}`;
    const agentId = this.#agentFile?.agentId ?? this.#sidechainOf(record, id);
    const at: At = { key: id, ts: record["timestamp"], agentId, folder, line: range };
    if (agentId !== undefined) {
      builder.subagentStarted(at, agentId, asText(record["attributionAgent"]));
    }
    return { builder, at, id };
  }

  /** Sidechain lines of old versions name no agent. The first line of the chain identifies it. */
  #sidechainOf(record: JsonRecord, id: string): string | undefined {
    if (record["isSidechain"] !== true) return undefined;
    const named = asText(record["agentId"]);
    if (named !== undefined) return named;
    const chain = this.#sidechains.get(asText(record["parentUuid"]) ?? "") ?? id;
    this.#sidechains.set(id, chain);
    return chain;
  }

  #readMessage(record: JsonRecord, line: number, range?: LineRange): void {
    const message = asRecord(record["message"]);
    if (message === undefined) return;
    const where = this.#place(record, line, range);
    if (record["isCompactSummary"] === true) {
      this.#awaitingSummary.delete(where.builder);
      where.builder.compacted(where.at, contentText(message["content"]));
      return;
    }
    this.#flushCompaction(where.builder);
    if (record["type"] === "assistant") readAssistant(where, record, message);
    else readUser(where, record, message);
  }

  /** Emits a compaction without a summary as soon as another line follows. */
  #flushCompaction(builder: EventBuilder): void {
    const at = this.#awaitingSummary.get(builder);
    if (at === undefined) return;
    this.#awaitingSummary.delete(builder);
    builder.compacted(at, undefined);
  }

  #readProgress(record: JsonRecord, line: number, range?: LineRange): void {
    const data = asRecord(record["data"]);
    const inner = asRecord(data?.["message"]);
    if (data?.["type"] !== "agent_progress" || inner === undefined) return;
    const agentId = data["agentId"];
    const { type, message, uuid, timestamp } = inner;
    const spoken = { ...record, type, message, uuid, timestamp, agentId, isSidechain: true };
    this.#readMessage(spoken, line, range);
  }
}

interface AgentFile {
  readonly agentId: string;
  readonly session?: string;
}

/** `<session>/subagents/agent-<id>.jsonl`, or `agent-<id>.jsonl` beside the session's own file. */
function agentOfFile(file: TranscriptFile): AgentFile | undefined {
  const named = /^agent-(.+)$/.exec(file.name)?.[1];
  if (named === undefined) return undefined;
  const parent = /([^\\/]+)[\\/]subagents[\\/][^\\/]+$/.exec(file.path)?.[1];
  return { agentId: named, ...(parent === undefined ? {} : { session: parent }) };
}

function readAssistant(
  { builder, at, id }: LineContext,
  record: JsonRecord,
  message: JsonRecord,
): void {
  const isMadeUp = message["model"] === "<synthetic>" || record["isApiErrorMessage"] === true;
  if (isMadeUp) return;
  const content = message["content"];
  if (typeof content === "string") builder.message({ ...at, key: `${id}:0` }, content);
  for (const [index, value] of asArray(content).entries()) {
    const part = asRecord(value);
    const here = { ...at, key: `${id}:${index}` };
    if (part?.["type"] === "text") builder.message(here, asText(part["text"]) ?? "");
    else if (part?.["type"] === "thinking") builder.reasoning(here, asText(part["thinking"]) ?? "");
    else if (part?.["type"] === "tool_use") {
      const callId = asText(part["id"]) ?? here.key;
      builder.call(here, {
        callId,
        hostTool: asText(part["name"]) ?? "unknown",
        input: part["input"],
      });
    }
  }
}

function readUser({ builder, at, id }: LineContext, record: JsonRecord, message: JsonRecord): void {
  const content = message["content"];
  const parts = asArray(content);
  for (const [index, value] of parts.entries()) {
    const part = asRecord(value);
    if (part?.["type"] !== "tool_result") continue;
    readResult(builder, { ...at, key: `${id}:${index}` }, part, record["toolUseResult"]);
  }
  if (record["isMeta"] === true || record["isVisibleInTranscriptOnly"] === true) return;
  const rest = parts.filter((part) => asRecord(part)?.["type"] !== "tool_result");
  const text = typeof content === "string" ? content : contentText(rest);
  if (text !== "") builder.prompt({ ...at, key: `${id}:prompt` }, text);
}

function readResult(builder: EventBuilder, at: At, part: JsonRecord, details: unknown): void {
  const output = contentText(part["content"]);
  const fields = asRecord(details);
  const isRejected =
    REJECTION.test(output) || (typeof details === "string" && REJECTION.test(details));
  const seconds = asNumber(fields?.["durationSeconds"]);
  builder.result(at, {
    callId: asText(part["tool_use_id"]) ?? at.key,
    output,
    isError: part["is_error"] === true || /^Exit code [1-9]/.test(output),
    isRejected,
    durationMs:
      asNumber(fields?.["durationMs"]) ??
      asNumber(fields?.["totalDurationMs"]) ??
      (seconds === undefined ? undefined : seconds * 1000),
  });
}
