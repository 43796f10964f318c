/**
 * Writes every memory with its evidence, one line of JSON each, for a reader who judges it without having seen the code or
 * earlier verdicts. The evidence is what the signals saw, step by step, or, for memories counted over sessions, what each
 * session of the project did with its files and commands. It contains no verdict. Nothing of it may be committed.
 */
import { createHash } from "node:crypto";
import type { Candidate, Memory } from "@tacit-memory/memory";
import { detect } from "../../packages/memory/src/learn/detect/detect.ts";
import {
  buildTrace,
  errorOf,
  type Step,
  type Trace,
} from "../../packages/memory/src/learn/detect/trace.ts";
import type { Session } from "../observer/session.ts";
import type { Learned } from "./known.ts";
import { repositoryOf, taskOf } from "./sets.ts";

export interface Readable {
  readonly id: string;
  readonly text: string;
  readonly type: string;
  /** Project of the memory; a set has several projects, and a memory is shown only in its own. */
  readonly project: string;
  readonly learnedIn: string;
  readonly excerpt: readonly string[];
}

const MAX_SESSIONS = 6;
const MAX_LINES = 60;
const STEPS_AFTER_A_WORD = 6;

export function idOf(set: string, content: string): string {
  return createHash("sha256").update(`${set}\n${content}`).digest("hex").slice(0, 12);
}

/**
 * Reports whether a memory may be shown without a request. Excludes handoffs, which the next handoff replaces, and memories
 * that later sessions retracted.
 */
export function isShown({ type, needsReview, standing: trust, isTainted }: Memory): boolean {
  return type !== "handoff" && !(needsReview && (isTainted || trust === "hypothesis"));
}

export function forReader(set: string, sessions: readonly Session[], learned: Learned): Readable[] {
  const whole = wholeSessions(sessions);
  const [first] = sessions;
  const project = first === undefined ? set : `${set}: ${repositoryOf(set, first)}`;
  return learned.memories.filter(isShown).map((memory) => {
    const seen = learned.candidates.filter(
      (candidate) => candidate.state === "promoted" && candidate.memoryId === memory.id,
    );
    const shown = new Set(seen.flatMap((candidate) => candidate.sessions));
    return {
      id: idOf(set, memory.content),
      text: memory.content,
      type: memory.type,
      project,
      learnedIn: `${shown.size} of ${whole.length} sessions`,
      excerpt: excerptOf(memory, seen, whole),
    };
  });
}

interface Whole {
  readonly trace: Trace;
  readonly task: string;
}

/** Merges the files of one session, because each of its agents may have a separate file. */
function wholeSessions(sessions: readonly Session[]): Whole[] {
  return [...Map.groupBy(sessions, ({ id }) => id)].map(([id, [first, ...more]]) => {
    const parts = first === undefined ? [] : [first, ...more];
    const events = parts.flatMap((part) => part.events).map((event, seq) => ({ ...event, seq }));
    return {
      trace: buildTrace(id, events),
      task: first === undefined ? "" : taskOf(first),
    };
  });
}

function excerptOf(memory: Memory, seen: readonly Candidate[], whole: readonly Whole[]): string[] {
  const subjects = new Set(seen.map(({ subject }) => subject));
  const pointed = whole.flatMap(({ trace, task }) => {
    const signals = detect(trace).filter((signal) => subjects.has(signal.subject));
    const seqs = [...new Set(signals.flatMap((signal) => signal.seqs))];
    const lines = seqs.flatMap((seq) => around(trace, seq));
    const head = `session ${trace.session.slice(0, 40)}: ${short(task, 160)}`;
    return lines.length === 0 ? [] : [[head, ...lines]];
  });
  const spread = pointed.filter(
    (_, i) => i % Math.max(1, Math.ceil(pointed.length / MAX_SESSIONS)) === 0,
  );
  const counted = countedOver(
    memory,
    whole.map(({ trace }) => trace),
  );
  return [...spread.flat(), ...counted].slice(0, MAX_LINES);
}

/** Returns a step, or a message with the action that followed it. */
function around(trace: Trace, seq: number): string[] {
  const step = trace.steps.find((item) => item.seq === seq);
  if (step !== undefined) return [lineOf(step)];
  const message = trace.messages.find((item) => item.seq === seq);
  if (message === undefined) return [];
  const next = trace.steps.filter((item) => item.seq > seq).slice(0, STEPS_AFTER_A_WORD);
  return [`  the ${message.by} said: ${short(message.text, 900)}`, ...next.map(lineOf)];
}

function lineOf(step: Step): string {
  const what = step.command ?? `${step.hostTool} ${step.query ?? ""} ${step.files.join(" ")}`;
  const { line } = errorOf(step);
  const out = step.isOk ? short(step.output.slice(-400), 200) : short(line || step.output, 300);
  return `  #${step.seq} ${step.isOk ? "ok" : "FAILED"}: ${short(what, 220)} => ${out}`;
}

/** Returns what each session of the project did with the files and commands of the memory. */
function countedOver(memory: Memory, traces: readonly Trace[]): string[] {
  const commands = commandsOf(memory);
  const module = memory.payload["module"];
  const isOwn = (file: string) =>
    memory.files.includes(file) || (typeof module === "string" && file.startsWith(`${module}/`));
  return traces.flatMap((trace) => {
    const list = [...filesIn(trace, isOwn), ...runsIn(trace, commands)];
    return list.length === 0
      ? []
      : [`  in ${trace.session.slice(0, 12)}: ${short(list.join("; "), 300)}`];
  });
}

function filesIn({ steps }: Trace, isOwn: (file: string) => boolean): string[] {
  const done = new Map<string, string>();
  for (const { files, isOk, tool } of steps) {
    const how = tool === "edit" || tool === "write" ? "changed" : "opened";
    for (const file of isOk ? files.filter(isOwn) : [])
      if (done.get(file) !== "changed") done.set(file, how);
  }
  return [...done].map(([file, how]) => `${how} ${file}`);
}

/** Returns a plus for each successful run and a minus for each failed one. */
function runsIn({ steps }: Trace, commands: readonly string[]): string[] {
  const runs = steps.flatMap(({ command, isOk }) => {
    const name = commands.find((item) => command?.includes(item));
    return name === undefined ? [] : [{ name, sign: isOk ? "+" : "-" }];
  });
  return [...Map.groupBy(runs, ({ name }) => name)].map(
    ([name, own]) =>
      `${own
        .slice(0, 12)
        .map(({ sign }) => sign)
        .join("")} ${name}`,
  );
}

function commandsOf({ payload }: Memory): string[] {
  const { command, steps } = payload;
  const commands = [command, ...(Array.isArray(steps) ? steps : [])];
  const plain = commands
    .filter((item) => typeof item === "string")
    .map((item) => item.replace(/`/g, ""));
  return [...new Set(plain)].filter((item) => !item.startsWith("change the ")).reverse();
}

function short(text: string, limit: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= limit ? line : `${line.slice(0, limit)}…`;
}
