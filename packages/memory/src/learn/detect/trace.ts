/**
 * A session as detectors read it: steps (calls joined with their results), what was said, commits and test runs, in order.
 * Built once per session; every detector is a pure function of it.
 */
import type { Event, EventOf, Tool } from "@tacit-memory/protocol";
import type { MemoryId } from "../../domain/ids.ts";
import { errorFingerprint, errorLineOf, stripAnsi } from "../../domain/text/error-fingerprint.ts";
import { type NoteLine, readNoteLines } from "../../domain/text/note-lines.ts";
import { isSuccess } from "./commands/run-result.ts";
import { type OutsideOrigin, OutsideText } from "./outside-text.ts";
import { holdsPastedText } from "./pasted-text.ts";
import {
  commandText,
  folderText,
  lookedUp,
  readEdit,
  searchQuery,
  type TextEdit,
} from "./tool-input.ts";

export interface Step {
  readonly seq: number;
  readonly tool: Tool;
  readonly hostTool: string;
  readonly agentId: string | null;
  readonly files: readonly string[];
  /** The shell command, unwrapped; null for other tools. */
  readonly command: string | null;
  /** Directory in which the command ran, if the call states it: absolute, or relative to where the session began. */
  readonly folder: string | null;
  /** Pattern searched for, by a search tool or by grep in a shell; null otherwise. */
  readonly query: string | null;
  readonly edit: TextEdit | null;
  /** Address or question looked up outside, by a web tool; null otherwise. */
  readonly page: string | null;
  readonly output: string;
  /** Characters of the whole output, including what the log left out. */
  readonly outputChars: number;
  /** Duration from the call to its result, as the host measured it or from their dates; null when neither is known. */
  readonly durationMs: number | null;
  /** Whether the step succeeded, by its exit status, or by its output when a pipe hides the status. */
  readonly isOk: boolean;
  readonly exitCode: number | null;
  /** Whether outside text that had come into the session before may have led to this step. */
  readonly isTainted: boolean;
  readonly atMs: number;
}

export interface Message {
  readonly seq: number;
  readonly by: "user" | "agent";
  readonly text: string;
  readonly agentId: string | null;
  /** Whether the user's message contains text that another person wrote, such as a ticket, a review or a mail. */
  readonly isPasted: boolean;
  readonly isTainted: boolean;
  readonly atMs: number;
}

/** A marked line with which the agent recorded, replaced or removed a note. */
export interface NoteMark {
  readonly line: NoteLine;
  readonly seq: number;
  readonly isTainted: boolean;
  readonly atMs: number;
  /** The existing memory, if the note was stored with a tool; null for a marked line. */
  readonly memoryId: MemoryId | null;
}

export interface Trace {
  readonly session: string;
  readonly steps: readonly Step[];
  /** What was said, without the lines that are notes. */
  readonly messages: readonly Message[];
  /** Notes of the session's own agent, in order. */
  readonly notes: readonly NoteMark[];
  readonly commits: readonly EventOf<"commit">[];
  readonly lastSeq: number;
  /** Whether outside text came into the session at any time. */
  readonly isTainted: boolean;
  /** What brought it in, in order. */
  readonly outside: readonly OutsideOrigin[];
  /** What sessions of this project usually take; null when too few are known. */
  readonly usual: Usual | null;
  /** Directory in which the session began, absolute; null when unknown. */
  readonly folder: string | null;
}

/** Medians over earlier sessions. */
export interface Usual {
  readonly steps: number;
}

const REJECTED = /^\[rejected by the user\]|^The user doesn't want to (proceed|take this action)/;

export function buildTrace(
  session: string,
  events: readonly Event[],
  usual: Usual | null = null,
  folder: string | null = beganIn(events),
): Trace {
  const results = resultsByCall(events);
  const steps: Step[] = [];
  const messages: Message[] = [];
  const notes: NoteMark[] = [];
  const outside = new OutsideText();
  const written = new Map<string, string>();
  for (const event of events) {
    if (event.kind === "tool_call") {
      const result = results.get(`${event.agentId ?? ""}:${event.callId}`);
      const step = toStep(event, result, outside.mayHaveLedTo(event));
      if (step === null) continue;
      steps.push(step);
      outside.takeCall(step, (name) => written.get(name) ?? null);
      noteWritten(step, written);
      continue;
    }
    const message = toMessage(event, outside.isThere);
    if (message === null) continue;
    if (message.isPasted) outside.takePasted(message.text, message.seq);
    messages.push(message);
    notes.push(...notesIn(event, outside.isThere));
  }
  return {
    session,
    steps,
    messages,
    notes,
    commits: events.filter((event) => event.kind === "commit"),
    lastSeq: events.at(-1)?.seq ?? events.length - 1,
    isTainted: outside.isThere,
    outside: outside.origins,
    usual,
    folder,
  };
}

function resultsByCall(events: readonly Event[]): ReadonlyMap<string, EventOf<"tool_result">> {
  const found = new Map<string, EventOf<"tool_result">>();
  for (const event of events) {
    if (event.kind === "tool_result") found.set(`${event.agentId ?? ""}:${event.callId}`, event);
  }
  return found;
}

/** Records the text of files that the session wrote, by name, so that a script is judged by its text. */
function noteWritten({ tool, edit, files, isOk }: Step, written: Map<string, string>): void {
  const name = files[0]?.split("/").at(-1);
  if (!isOk || edit === null || name === undefined) return;
  const before = written.get(name);
  if (tool === "write") written.set(name, edit.after);
  else if (before !== undefined) written.set(name, `${before}\n${edit.after}`);
}

/** Reads the working directory from the events; they contain it when they were read from a record and are not stored. */
function beganIn(events: readonly Event[]): string | null {
  return events.find(({ cwd }) => cwd !== undefined)?.cwd ?? null;
}

function toMessage(event: Event, isTainted: boolean): Message | null {
  if (event.kind !== "prompt" && event.kind !== "message" && event.kind !== "reasoning")
    return null;
  const isPasted = event.kind === "prompt" && holdsPastedText(event.text);
  return {
    seq: event.seq ?? 0,
    by: event.kind === "prompt" ? "user" : "agent",
    text: event.kind === "message" ? readNoteLines(event.text).rest : event.text,
    agentId: event.agentId ?? null,
    isPasted,
    isTainted: isTainted || isPasted,
    atMs: Date.parse(event.ts),
  };
}

/** Returns the notes in an event. Notes of a subagent are ignored: it reports to the agent that started it. */
function notesIn(event: Event, isTainted: boolean): NoteMark[] {
  if (event.kind !== "message" || event.agentId !== undefined) return [];
  const at = { seq: event.seq ?? 0, isTainted, atMs: Date.parse(event.ts), memoryId: null };
  return readNoteLines(event.text).notes.map((line) => ({ line, ...at }));
}

/** Builds a step. Null for an interrupted call without a result and for a call the user rejected: neither is informative. */
function toStep(
  call: EventOf<"tool_call">,
  result: EventOf<"tool_result"> | undefined,
  isTainted: boolean,
): Step | null {
  if (result === undefined || REJECTED.test(result.output)) return null;
  const command = call.tool === "shell" ? commandText(call.input) : null;
  const output = stripAnsi(result.output);
  const exitCode = result.exitCode ?? null;
  return {
    seq: call.seq ?? 0,
    tool: call.tool,
    hostTool: call.hostTool ?? call.tool,
    agentId: call.agentId ?? null,
    files: call.files ?? [],
    command,
    folder: command === null ? null : folderText(call.input),
    query: searchQuery(call.tool, call.input, command),
    edit: call.tool === "edit" || call.tool === "write" ? readEdit(call.input) : null,
    page: call.tool === "web" ? lookedUp(call.input) : null,
    output,
    outputChars: wholeLength(output),
    durationMs: result.durationMs ?? between(call.ts, result.ts),
    isOk: isSuccess(command, output, { isError: result.isError, exitCode }),
    exitCode,
    isTainted,
    atMs: Date.parse(result.ts),
  };
}

const LEFT_OUT = /\[… (\d{1,12}) characters left out …\]/;

/** Returns the length of the whole output. Outputs are truncated on ingest and state how much was removed. */
export function wholeLength(output: string): number {
  if (!output.includes("characters left out")) return output.length;
  return output.length + Number(LEFT_OUT.exec(output)?.[1] ?? 0);
}

function between(from: string, to: string): number | null {
  const ms = Date.parse(to) - Date.parse(from);
  return Number.isNaN(ms) || ms <= 0 ? null : ms;
}

interface StepError {
  /** The line that states the error; "" when there is none. */
  readonly line: string;
  readonly fingerprint: string | null;
}

const ERRORS = new WeakMap<Step, StepError>();

/** Returns the error in a step's output; computed once per step. */
export function errorOf(step: Step): StepError {
  const cached = ERRORS.get(step);
  if (cached !== undefined) return cached;
  const error = { line: errorLineOf(step.output), fingerprint: errorFingerprint(step.output) };
  ERRORS.set(step, error);
  return error;
}
