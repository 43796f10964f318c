/**
 * Builds the events of one session from the records that a format's reader found. The builder adds what every event carries
 * (session, time, folder, key), finds the neutral tool and the files of a call, and finds commits and test runs in the
 * results of shell calls.
 *
 * Keys are unique within a session and equal on every reading: `call:<id>` and `result:<id>` for tools, `start`, `end`, and
 * the reader's own keys for the rest. A record with a known key is ignored.
 *
 * Resumed reading starts from the state that `snapshot` returned. That state does not contain the commands whose results are
 * still to come. The reader reads their lines again, and until `finishReplay` those lines only restore the commands.
 */
import { createHash } from "node:crypto";
import type { Event, Outcome, Tool } from "@tacit-memory/protocol";
import { present } from "../input/message-content.ts";
import { UNKNOWN_LINE } from "../resume/line-ranges.ts";
import type { EventBuilderState, LineRange } from "../resume/resume-point.schema.ts";
import {
  cleanInput,
  clipEnd,
  clipMiddle,
  MAX_TEXT_CHARS,
  typedText,
  wasInterrupted,
  withoutInjected,
} from "./clean-text.ts";
import { parseCommitOutput } from "./commit-output.ts";
import { EventKeys } from "./event-keys.ts";
import { pathInSession } from "./session-paths.ts";
import { parseTestSummary, type TestSummary } from "./test-summary.ts";
import { describeTool, placedInput } from "./tool-names.ts";

const MAX_ID_CHARS = 200;
const MAX_TASK_CHARS = 2_000;
const MAX_AGENT_CHARS = 60;
/** Slightly before the last instant of a date, so that following records without a time fit as well. */
const MAX_TIME_MS = 8_639_000_000_000_000;
/** Smaller times are seconds: as milliseconds they would be in early 1973. */
const MIN_TIME_MS = 100_000_000_000;
const REJECTED = "[rejected by the user]";

export interface EventBuilderOptions {
  /** The host's session id. */
  readonly session: string;
  readonly agent: string;
  readonly source?: string | undefined;
  /** The time of records without a time, before the first record with one. */
  readonly startMs: number;
  /** Set for a file that holds one subagent's part of a session. */
  readonly agentId?: string | undefined;
}

/** Where and when something was recorded. */
export interface At {
  readonly key: string;
  /** ISO 8601, or milliseconds or seconds since 1970. */
  readonly ts?: unknown;
  readonly agentId?: string | undefined;
  /** The folder at that moment; relative paths start there. */
  readonly folder?: string | undefined;
  /** Of files of lines. */
  readonly line?: LineRange | undefined;
}

export interface ToolCall {
  readonly callId: string;
  readonly hostTool: string;
  readonly input: unknown;
  /** Set if the host's tool name alone does not determine it. */
  readonly tool?: Tool | undefined;
  /** As the host wrote them, when they are not in the input. */
  readonly paths?: readonly string[] | undefined;
  /** The command whose output this call returns, when the input does not hold it. */
  readonly command?: string | undefined;
}

export interface ToolResult {
  readonly callId: string;
  readonly output: string;
  readonly isError: boolean;
  readonly exitCode?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The user rejected the call. That is not a failure of the tool. */
  readonly isRejected?: boolean | undefined;
  readonly tests?: TestSummary | undefined;
}

interface OpenCall {
  readonly tool: Tool;
  readonly hostTool?: string;
  readonly files?: string[];
  readonly command?: string;
  readonly line?: LineRange;
}

export class EventBuilder {
  readonly session: string;
  readonly #options: EventBuilderOptions;
  readonly #keys: EventKeys;
  readonly #calls = new Map<string, OpenCall>();
  readonly #openAgents = new Map<string, string | undefined>();
  #events: Event[] = [];
  #lastMs: number;
  #cwd: string | undefined;
  #branch: string | undefined;
  #task: string | undefined;
  #isStarted = false;
  #isInTrouble = false;
  #hasClock = false;
  /** Set while lines are read again. */
  #replayed: EventBuilderState | undefined;

  /** `stored`: the state to resume from. The lines it names must be read again before it takes effect. */
  constructor(options: EventBuilderOptions, stored?: EventBuilderState) {
    this.#options = options;
    this.session = clipEnd(options.session, MAX_ID_CHARS) || "unknown";
    const { startMs } = options;
    this.#lastMs = startMs > 0 && startMs < MAX_TIME_MS ? startMs : 0;
    this.#keys = new EventKeys(stored?.keys);
    this.#replayed = stored;
    if (stored === undefined) return;
    const { cwd, isStarted, clock, agents } = stored;
    this.#cwd = cwd;
    this.#isStarted = isStarted;
    this.#hasClock = "atMs" in clock;
    this.#lastMs = "atMs" in clock ? clock.atMs : this.#lastMs + clock.afterFileMs;
    for (const [id, kind] of agents) this.#openAgents.set(id, kind ?? undefined);
  }

  /** Resumes a session of a file that was read before. `changedMs` is the file's time now. */
  static resumed(stored: EventBuilderState, changedMs: number): EventBuilder {
    const { session, agent, source, agentId } = stored;
    return new EventBuilder({ session, agent, source, agentId, startMs: changedMs }, stored);
  }

  /** The state from which reading the same file can resume, and the lines whose calls are open. */
  snapshot(changedMs: number): { state: EventBuilderState; again: LineRange[] } {
    const { session, agent, source, agentId, startMs } = this.#options;
    const isByFile = !this.#hasClock && startMs === changedMs && startMs > 0;
    const open = [...this.#calls];
    return {
      state: {
        session,
        agent,
        isStarted: this.#isStarted,
        isInTrouble: this.#isInTrouble,
        clock: isByFile ? { afterFileMs: this.#lastMs - startMs } : { atMs: this.#lastMs },
        agents: [...this.#openAgents].map(([id, kind]) => [id, kind ?? null]),
        open: open.map(([id, { command, line, ...call }]) => ({ id, ...call })),
        keys: this.#keys.pack(),
        ...present({ source, agentId, cwd: this.#cwd, branch: this.#branch }),
      },
      again: open.map(([, { line }]) => line ?? UNKNOWN_LINE),
    };
  }

  /** Ends the replay: from here on every record becomes an event. */
  finishReplay(): void {
    const stored = this.#replayed;
    if (stored === undefined) return;
    this.#replayed = undefined;
    const commands = new Map(this.#calls);
    this.#calls.clear();
    for (const { id, ...call } of stored.open) {
      const { command, line } = commands.get(id) ?? {};
      this.#calls.set(id, { ...present({ ...call, command, line }), tool: call.tool });
    }
    this.#branch = stored.branch;
    this.#isInTrouble = stored.isInTrouble;
  }

  /** Sets the folder if it is not set yet, and the branch to the latest. */
  place(cwd: string | undefined, branch: string | undefined): void {
    this.#cwd ??= cwd === "" ? undefined : cwd;
    if (branch !== undefined && branch !== "" && branch !== "HEAD") this.#branch = branch;
  }

  /** Sets the task, for formats that record it apart from the prompts. */
  task(text: string): void {
    this.#task ??= clipEnd(typedText(text), MAX_TASK_CHARS);
  }

  prompt(at: At, text: string): void {
    if (wasInterrupted(text)) this.interrupted();
    const typed = typedText(text);
    if (typed === "") return;
    // The prompts of a subagent were written by the agent that started it.
    if (at.agentId !== undefined || this.#options.agentId !== undefined) return;
    this.task(typed);
    const isNew = this.#push(at, { kind: "prompt", text: clipMiddle(typed) });
    if (isNew) this.#isInTrouble = false;
  }

  message(at: At, text: string): void {
    this.#text(at, "message", text);
  }

  reasoning(at: At, text: string): void {
    this.#text(at, "reasoning", text);
  }

  call(at: At, call: ToolCall): void {
    const use = describeTool(call.hostTool, call.input);
    const placed = placedInput(call.hostTool, call.input, { at: at.folder, began: this.#cwd });
    const open: OpenCall = {
      tool: call.tool ?? use.tool,
      hostTool: call.hostTool,
      files: this.#files(call.paths ?? use.paths, use.folder ?? at.folder),
      ...present({ command: call.command ?? use.command, line: at.line }),
    };
    const isNew = this.#push(
      { ...at, key: `call:${call.callId}` },
      {
        kind: "tool_call",
        callId: call.callId,
        tool: open.tool,
        hostTool: call.hostTool,
        input: cleanInput(placed) ?? null,
        ...fileList(open.files),
      },
    );
    // Of replayed lines the first call with an id counts, as in the first reading.
    const isKnown = this.#replayed !== undefined && this.#calls.has(call.callId);
    if (isNew && !isKnown) this.#calls.set(call.callId, open);
  }

  result(at: At, result: ToolResult): void {
    const open = this.#calls.get(result.callId) ?? { tool: "other" };
    const output = withoutInjected(result.output);
    const isRejected = result.isRejected === true;
    const exitCode = result.exitCode ?? exitCodeIn(output);
    const wasNew = this.#push(
      { ...at, key: `result:${result.callId}` },
      {
        kind: "tool_result",
        callId: result.callId,
        tool: open.tool,
        ...present({ hostTool: open.hostTool, exitCode, durationMs: result.durationMs }),
        output: isRejected ? `${REJECTED} ${clipMiddle(output)}` : clipMiddle(output),
        isError: result.isError && !isRejected,
        ...fileList(open.files),
      },
    );
    if (!wasNew) return;
    // A replayed line closes no call: every call that was open at the resume point stays open, even in an odd order.
    if (this.#replayed === undefined) this.#calls.delete(result.callId);
    this.#isInTrouble = result.isError;
    if (!isRejected) this.#consequences(at, open, result, output);
  }

  subagentStarted(at: At, agentId: string, agentKind: string | undefined): void {
    if (this.#openAgents.has(agentId)) return;
    this.#openAgents.set(agentId, agentKind);
    this.#push(
      { ...at, key: `agent:${agentId}:start`, agentId },
      { kind: "subagent_start", ...present({ agentKind }) },
    );
  }

  subagentStopped(at: At, agentId: string): void {
    const agentKind = this.#openAgents.get(agentId);
    this.#push(
      { ...at, key: `agent:${agentId}:stop`, agentId },
      { kind: "subagent_stop", ...present({ agentKind }) },
    );
  }

  compacted(at: At, summary: string | undefined): void {
    const text = summary === undefined ? "" : withoutInjected(summary).trim();
    this.#push(at, { kind: "compaction", ...(text === "" ? {} : { summary: clipMiddle(text) }) });
  }

  interrupted(): void {
    this.#isInTrouble = true;
  }

  /**
   * Ends the session. Without a recorded outcome it is "partial" if the last result failed or the user interrupted last,
   * otherwise "success".
   */
  finish(outcome?: Outcome, reason?: string): void {
    for (const agentId of this.#openAgents.keys()) this.subagentStopped({ key: "" }, agentId);
    if (!this.#isStarted) return;
    const guess: Outcome = this.#isInTrouble ? "partial" : "success";
    this.#push(
      { key: "end" },
      { kind: "session_end", outcome: outcome ?? guess, ...present({ reason }) },
    );
  }

  drain(): Event[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  #text(at: At, kind: "message" | "reasoning", text: string): void {
    const own = withoutInjected(text).trim();
    if (own !== "") this.#push(at, { kind, text: clipMiddle(own) });
  }

  #consequences(at: At, open: OpenCall, result: ToolResult, output: string): void {
    const { callId } = result;
    const { command } = open;
    const tests =
      result.tests ?? (command === undefined ? null : parseTestSummary(command, output));
    if (tests !== null) {
      this.#push(
        { ...at, key: `test:${callId}` },
        { kind: "test_run", command: clipEnd(command ?? "", MAX_TEXT_CHARS), ...tests },
      );
    }
    const commit = command === undefined ? null : parseCommitOutput(command, output);
    if (commit !== null && !result.isError) {
      this.#push({ ...at, key: `commit:${callId}` }, { kind: "commit", files: [], ...commit });
    }
  }

  #files(paths: readonly string[], folder: string | undefined): string[] {
    const inside = paths.map((path) => pathInSession(path, this.#cwd, folder ?? this.#cwd));
    return [...new Set(inside.filter((path) => path !== null))];
  }

  /** Returns false if the session already has an event with this key. */
  #push(at: At, body: EventBody): boolean {
    if (this.#replayed !== undefined) return true;
    const agentId = at.agentId ?? this.#options.agentId;
    if (!this.#isStarted && this.#options.agentId === undefined) this.#start(at.ts);
    const key = fittingId(at.key);
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    this.#events.push({
      ...this.#envelope(at.ts, key),
      ...body,
      ...optionalAgent(agentId),
    } as Event);
    return true;
  }

  #start(ts: unknown): void {
    this.#isStarted = true;
    this.#keys.add("start");
    this.#events.push({
      ...this.#envelope(ts, "start"),
      kind: "session_start",
      ...present({ source: this.#options.source, task: this.#task || undefined }),
    });
  }

  #envelope(ts: unknown, key: string) {
    return {
      v: 1 as const,
      session: this.session,
      ts: this.#time(ts),
      agent: clipEnd(this.#options.agent, MAX_AGENT_CHARS),
      ...present({ cwd: this.#cwd, branch: this.#branch }),
      key,
    };
  }

  /** A record without a time gets the time of the record before it plus one millisecond. */
  #time(ts: unknown): string {
    const read = typeof ts === "string" ? Date.parse(ts) : Number(ts ?? Number.NaN);
    const timeMs = Math.abs(read) < MIN_TIME_MS && typeof ts === "number" ? read * 1000 : read;
    const isUsable = timeMs > 0 && timeMs < MAX_TIME_MS;
    this.#hasClock ||= isUsable;
    this.#lastMs = isUsable ? timeMs : this.#lastMs + 1;
    return new Date(this.#lastMs).toISOString();
  }
}

type EventBody = Event extends infer Each
  ? Each extends { kind: string }
    ? Omit<Each, "v" | "session" | "ts" | "agent" | "key">
    : never
  : never;

/** The exit code at the beginning of a shell result, as several hosts write it. */
function exitCodeIn(output: string): number | undefined {
  const found = /^(?:Error: )?Exit code:? (-?\d{1,10})\b/i.exec(output);
  return found === null ? undefined : Number(found[1]);
}

function fileList(files: string[] | undefined): { files?: string[] } {
  return files === undefined || files.length === 0 ? {} : { files };
}

function optionalAgent(agentId: string | undefined): { agentId?: string } {
  return agentId === undefined ? {} : { agentId: clipEnd(agentId, MAX_ID_CHARS) };
}

/** A long id is cut, and a digest of the whole keeps it unique. */
function fittingId(id: string): string {
  if (id.length <= MAX_ID_CHARS) return id;
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 32);
  return `${clipEnd(id, MAX_ID_CHARS - 33)}#${digest}`;
}
