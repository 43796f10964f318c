/**
 * Claude Code: one JSON object on each line, a tree by `parentUuid`. Lines of the user, the assistant and the system contain
 * the conversation; about twenty other kinds do not. A resumed session repeats earlier lines with the id of the session they
 * came from. Subagents have files of their own (`agent-*.jsonl`); older versions put their lines between the others
 * (`isSidechain`) or inside progress lines (`agent_progress`).
 */
import type { Event } from "@tacit-memory/protocol";
import { type At, EventBuilder } from "../events/event-builder.ts";
import {
  asArray,
  asNumber,
  asRecord,
  asText,
  contentText,
  type JsonRecord,
  present,
} from "../input/json-access.ts";
import { sortedLines, UNKNOWN_LINE } from "../resume/line-ranges.ts";
import type { LineRange } from "../resume/resume-point.schema.ts";
import type { TranscriptFile, TranscriptReader } from "../transcript-host.ts";

const REJECTION =
  /^(?:Error: )?(?:The user doesn't want to |User rejected |\[Request interrupted by user|The user rejected)/;

/** The metadata of a line, and the builder of its session. */
interface Place {
  readonly builder: EventBuilder;
  readonly at: At;
  readonly id: string;
}

export function claudeCodeReader(file: TranscriptFile): TranscriptReader {
  const builders = new Map<string, EventBuilder>();
  const agentFile = agentOfFile(file);
  const sidechains = new Map<string, string>();
  const awaitingSummary = new Map<EventBuilder, At>();
  let lastSession: string | undefined;
  /** The sessions of replayed lines that do not name one. */
  const ofLine = new Map<number, string>();

  function builderOf(session: string): EventBuilder {
    const existing = builders.get(session);
    if (existing !== undefined) return existing;
    const agentId = agentFile?.agentId;
    const options = {
      session,
      agent: "claude-code",
      source: "transcript",
      startMs: file.changedMs,
    };
    const builder = new EventBuilder({ ...options, agentId });
    builders.set(session, builder);
    return builder;
  }

  function place(record: JsonRecord, line: number, range: LineRange | undefined): Place {
    const named =
      asText(record["sessionId"]) ??
      ofLine.get(range?.start ?? -1) ??
      lastSession ??
      agentFile?.session;
    lastSession = named ?? file.name;
    const builder = builderOf(lastSession);
    const folder = asText(record["cwd"]);
    builder.place(folder, asText(record["gitBranch"]));
    const id = asText(record["uuid"]) ?? `line:${line}`;
    const agentId = agentFile?.agentId ?? sidechainOf(record, id);
    const at: At = { key: id, ts: record["timestamp"], agentId, folder, line: range };
    if (agentId !== undefined) {
      builder.subagentStarted(at, agentId, asText(record["attributionAgent"]));
    }
    return { builder, at, id };
  }

  /** Sidechain lines of old versions name no agent. The first line of the chain identifies it. */
  function sidechainOf(record: JsonRecord, id: string): string | undefined {
    if (record["isSidechain"] !== true) return undefined;
    const named = asText(record["agentId"]);
    if (named !== undefined) return named;
    const chain = sidechains.get(asText(record["parentUuid"]) ?? "") ?? id;
    sidechains.set(id, chain);
    return chain;
  }

  function readMessage(record: JsonRecord, line: number, range?: LineRange): void {
    const message = asRecord(record["message"]);
    if (message === undefined) return;
    const where = place(record, line, range);
    if (record["isCompactSummary"] === true) {
      awaitingSummary.delete(where.builder);
      where.builder.compacted(where.at, contentText(message["content"]));
      return;
    }
    flushCompaction(where.builder);
    if (record["type"] === "assistant") readAssistant(where, record, message);
    else readUser(where, record, message);
  }

  /** Emits a compaction without a summary as soon as another line follows. */
  function flushCompaction(builder: EventBuilder): void {
    const at = awaitingSummary.get(builder);
    if (at === undefined) return;
    awaitingSummary.delete(builder);
    builder.compacted(at, undefined);
  }

  function readProgress(record: JsonRecord, line: number, range?: LineRange): void {
    const data = asRecord(record["data"]);
    const inner = asRecord(data?.["message"]);
    if (data?.["type"] !== "agent_progress" || inner === undefined) return;
    const agentId = data["agentId"];
    const { type, message, uuid, timestamp } = inner;
    const spoken = { ...record, type, message, uuid, timestamp, agentId, isSidechain: true };
    readMessage(spoken, line, range);
  }

  return {
    read(value, line, range) {
      const record = asRecord(value);
      if (record === undefined) return;
      const type = record["type"];
      if (type === "user" || type === "assistant") readMessage(record, line, range);
      else if (type === "progress") readProgress(record, line, range);
      else if (record["subtype"] === "compact_boundary") {
        const { builder, at } = place(record, line, range);
        flushCompaction(builder);
        awaitingSummary.set(builder, at);
      }
    },
    finish() {
      for (const builder of builders.values()) {
        flushCompaction(builder);
        builder.finish();
      }
    },
    drain: () => [...builders.values()].flatMap((builder): Event[] => builder.drain()),
    snapshot() {
      const snapshots = [...builders.values()].map((builder) => {
        const { state, again } = builder.snapshot(file.changedMs);
        const waiting = awaitingSummary.get(builder);
        return {
          state,
          again: waiting === undefined ? again : [...again, waiting.line ?? UNKNOWN_LINE],
        };
      });
      const sessions = snapshots.flatMap(({ state, again }) =>
        again.map(({ start }): [number, string] => [start, state.session]),
      );
      return {
        scribes: snapshots.map(({ state }) => state),
        own: { ...present({ session: lastSession }), sessions, chains: [...sidechains] },
        again: sortedLines(snapshots.flatMap(({ again }) => again)),
      };
    },
    resume(saved, replay) {
      for (const state of saved.scribes)
        builders.set(state.session, EventBuilder.resumed(state, file.changedMs));
      for (const [id, chain] of saved.own.chains ?? []) sidechains.set(id, chain);
      for (const [start, session] of saved.own.sessions ?? []) ofLine.set(start, session);
      replay();
      ofLine.clear();
      for (const builder of builders.values()) builder.finishReplay();
      lastSession = saved.own.session;
    },
  };
}

/** `<session>/subagents/agent-<id>.jsonl`, or `agent-<id>.jsonl` beside the session's own file. */
function agentOfFile(file: TranscriptFile): { agentId: string; session?: string } | undefined {
  const named = /^agent-(.+)$/.exec(file.name)?.[1];
  if (named === undefined) return undefined;
  const parent = /([^\\/]+)[\\/]subagents[\\/][^\\/]+$/.exec(file.path)?.[1];
  return { agentId: named, ...(parent === undefined ? {} : { session: parent }) };
}

function readAssistant({ builder, at, id }: Place, record: JsonRecord, message: JsonRecord): void {
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

function readUser({ builder, at, id }: Place, record: JsonRecord, message: JsonRecord): void {
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
