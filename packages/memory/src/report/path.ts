/**
 * Folds the steps of a session for a person to read: consecutive steps of one kind form a stretch, stretches between two
 * prompts form a turn, and the whole is a picture with a limited number of columns. Pure.
 */
import type { Event, EventOf } from "@tacit-memory/protocol";
import { clip } from "../domain/text/text.ts";
import { canonicalCommand, isReadOnly, purposeOf } from "../learn/detect/commands/command-shape.ts";
import type { Message, Step, Trace } from "../learn/detect/trace.ts";

/** check: tests, types, linters, builds. run: any other command. delegate: a subagent was started. */
export type StepKind = "read" | "edit" | "check" | "run" | "web" | "delegate" | "other";

export const STEP_KINDS: readonly StepKind[] = [
  "read",
  "edit",
  "check",
  "run",
  "web",
  "delegate",
  "other",
];

/** Number of steps of each kind; kinds without steps are left out. */
export type KindCounts = Partial<Record<StepKind, number>>;

/** Consecutive steps of one kind, or what subagents did meanwhile, of any kind. */
export interface Stretch {
  readonly by: "agent" | "subagent";
  readonly kinds: KindCounts;
  readonly steps: number;
  /** Number of failed steps. */
  readonly errors: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** At most 5, each once, in order of use. */
  readonly files: readonly string[];
  /** At most 3, each once, clipped. */
  readonly commands: readonly string[];
}

/** The part of a session from one prompt to the next. */
export interface Turn {
  /** The prompt, clipped; null for what was done before the first prompt. */
  readonly asked: string | null;
  /** Number of prompts in this turn; more than one when a long session was folded further. */
  readonly prompts: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly kinds: KindCounts;
  readonly steps: number;
  readonly errors: number;
  readonly commits: number;
  /** Whether the agent did or said something before the next prompt. */
  readonly isAnswered: boolean;
  /** At most 40, and fewer the more turns exist. Successful steps that only keep lists of tasks and the like are in none. */
  readonly stretches: readonly Stretch[];
  /** Number of steps in further stretches, which are left out. */
  readonly stepsLeftOut: number;
}

/** A column of the picture: some consecutive steps. */
interface Column {
  readonly fromMs: number;
  readonly toMs: number;
  readonly kinds: KindCounts;
  /** Failed steps, by kind. */
  readonly errors: KindCounts;
}

interface Mark {
  readonly kind: "asked" | "told" | "commit" | "compaction";
  readonly atMs: number;
  /** Column of the picture, from 0, that contains the next step. */
  readonly column: number;
}

export interface Picture {
  /** At most 160, each with the same number of steps. */
  readonly columns: readonly Column[];
  readonly stepsPerColumn: number;
  /** Each kind once per column, in order of time. */
  readonly marks: readonly Mark[];
}

const MAX_TURNS = 60;
const MAX_STRETCHES = 40;
/** Approximate maximum of all turns together. */
const ALL_STRETCHES = 480;
const MIN_STRETCHES = 4;
const MAX_COLUMNS = 160;
/** Maximum consecutive looks that do not interrupt other work. */
const FEW_LOOKS = 3;
const MAX_FILES = 5;
const MAX_COMMANDS = 3;
const COMMAND_CHARS = 100;
const ASKED_CHARS = 200;
/** Excludes formatting, because its word occurs in too many file names. */
const CHECKS: ReadonlySet<string> = new Set(["test", "lint", "typecheck", "build"]);

function kindOf(step: Step): StepKind {
  const { tool, command } = step;
  if (tool === "read" || tool === "search" || tool === "glob") return "read";
  if (tool === "edit" || tool === "write") return "edit";
  if (tool === "web") return "web";
  if (tool === "task") return "delegate";
  if (command === null) return "other";
  if (CHECKS.has(purposeOf(command) ?? "")) return "check";
  return isReadOnly(command) ? "read" : "run";
}

export function kindsOf(steps: readonly Step[]): KindCounts {
  const counts: KindCounts = {};
  for (const step of steps) {
    const kind = kindOf(step);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Output of search tools that report an empty result as an error. */
const FOUND_NOTHING =
  /^\s*(?:$|no (?:file|match|result|occurrence)|found (?:no|0)\b|0 (?:file|match|result)|nothing (?:was )?found)/i;

/** Whether a step failed. A search without results and a listing of a missing path did not fail. */
export function isFailure(step: Step): boolean {
  if (step.isOk || (step.command !== null && isReadOnly(step.command))) return false;
  const isSearch = step.tool === "search" || step.tool === "glob";
  return !(isSearch && FOUND_NOTHING.test(step.output));
}

/** Returns the user's prompts in order, without those that hosts generate. */
function promptsOf(trace: Trace): Message[] {
  return trace.messages.filter(
    (message) => message.by === "user" && message.agentId === null && isAsking(message),
  );
}

const HOSTS_OWN =
  /^\s*(?:<(?:command-|local-command|system-reminder|task-notification)|\[Request interrupted)/;

function isAsking({ text }: Message): boolean {
  return text.trim() !== "" && !HOSTS_OWN.test(text);
}

export function turnsOf(trace: Trace): Turn[] {
  const prompts = promptsOf(trace);
  const groups: { prompt: Message | null; steps: Step[] }[] = [{ prompt: null, steps: [] }];
  let next = 0;
  for (const step of trace.steps) {
    for (; (prompts[next]?.seq ?? Number.POSITIVE_INFINITY) < step.seq; next++)
      groups.push({ prompt: prompts[next] ?? null, steps: [] });
    groups.at(-1)?.steps.push(step);
  }
  for (const prompt of prompts.slice(next)) groups.push({ prompt, steps: [] });
  const turns = groups.filter(({ prompt, steps }, i) => {
    const next = groups[i + 1]?.prompt ?? null;
    return (
      steps.length > 0 ||
      (prompt !== null && (next === null || !isStatedAgain(prompt.text, next.text)))
    );
  });
  const starts = turns.map(({ prompt, steps }) => prompt?.seq ?? steps[0]?.seq ?? 0);
  return foldTurns(
    turns.map(({ prompt, steps }, i) => {
      const [from, to] = [starts[i] ?? 0, starts[i + 1] ?? Number.POSITIVE_INFINITY];
      const within = trace.commits.filter(({ seq = 0 }) => seq >= from && seq < to);
      const isAnswered =
        steps.length > 0 ||
        trace.messages.some((message) => isWord(message) && message.seq > from && message.seq < to);
      return { ...toTurn(prompt, steps, within), isAnswered };
    }),
  );
}

/** Whether it is something the agent said to the user. */
function isWord({ by, agentId, text }: Message): boolean {
  return by === "agent" && agentId === null && text.trim() !== "";
}

const SAME_CHARS = 40;

/** Whether a prompt was aborted, possibly edited, and sent again: both begin alike. */
export function isStatedAgain(text: string, next: string): boolean {
  return headline(text).slice(0, SAME_CHARS) === headline(next).slice(0, SAME_CHARS);
}

/** Returns the time of the call; a step is dated by its result. */
function startOf({ atMs, durationMs }: Step): number {
  return atMs - (durationMs ?? 0);
}

const PLAN = /^implement the following plan:?$/i;

/** Returns the topic of a prompt on one line; for a pasted plan, its title. */
export function headline(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const [first = "", second = ""] = lines.filter((line) => line !== "");
  if (PLAN.test(first) && second !== "") return second.replace(/^#+\s*(?:plan:\s*)?/i, "");
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^#+\s+/, "");
}

function toTurn(
  prompt: Message | null,
  steps: readonly Step[],
  commits: readonly EventOf<"commit">[],
): Omit<Turn, "isAnswered"> {
  const fromMs = prompt?.atMs ?? (steps[0] === undefined ? 0 : startOf(steps[0]));
  const turn = {
    asked: prompt === null ? null : clip(headline(prompt.text), ASKED_CHARS),
    prompts: prompt === null ? 0 : 1,
    fromMs,
    toMs: Math.max(fromMs, steps.at(-1)?.atMs ?? fromMs),
    kinds: kindsOf(steps),
    steps: steps.length,
    errors: steps.filter(isFailure).length,
    commits: commits.length,
    stretches: stretchesOf(steps),
    stepsLeftOut: 0,
  };
  return withFirstStretches(turn, MAX_STRETCHES);
}

function withFirstStretches<T extends Pick<Turn, "stretches" | "stepsLeftOut">>(
  turn: T,
  limit: number,
): T {
  const rest = turn.stretches.slice(limit);
  const left = rest.reduce((sum, { steps }) => sum + steps, turn.stepsLeftOut);
  return { ...turn, stretches: turn.stretches.slice(0, limit), stepsLeftOut: left };
}

/**
 * Merges adjacent turns as evenly as possible until few enough are left; the more prompts a turn has, the less it shows of
 * each.
 */
function foldTurns(turns: readonly Turn[]): Turn[] {
  const each = Math.max(1, Math.ceil(turns.length / MAX_TURNS));
  const folded: Turn[] = [];
  for (let at = 0; at < turns.length; at += each)
    folded.push(turns.slice(at, at + each).reduce(joined));
  const maxStretches = Math.max(
    MIN_STRETCHES,
    Math.floor(ALL_STRETCHES / Math.max(1, folded.length)),
  );
  return folded.map((turn) => withFirstStretches(turn, maxStretches));
}

function joined(a: Turn, b: Turn): Turn {
  const turn = {
    asked: a.asked ?? b.asked,
    prompts: a.prompts + b.prompts,
    fromMs: Math.min(a.fromMs, b.fromMs),
    toMs: Math.max(a.toMs, b.toMs),
    kinds: added(a.kinds, b.kinds),
    steps: a.steps + b.steps,
    errors: a.errors + b.errors,
    commits: a.commits + b.commits,
    isAnswered: a.isAnswered || b.isAnswered,
    stretches: [...a.stretches, ...b.stretches],
    stepsLeftOut: a.stepsLeftOut + b.stepsLeftOut,
  };
  return withFirstStretches(turn, MAX_STRETCHES);
}

function added(a: KindCounts, b: KindCounts): KindCounts {
  const sum: KindCounts = {};
  for (const kind of STEP_KINDS) {
    const count = (a[kind] ?? 0) + (b[kind] ?? 0);
    if (count > 0) sum[kind] = count;
  }
  return sum;
}

/**
 * Returns the stretches in order; parallel subagents form one. One or two looks between edits or checks belong to that work,
 * and maintaining a list of tasks interrupts nothing.
 */
function stretchesOf(steps: readonly Step[]): Stretch[] {
  const runs: Run[] = [];
  for (const step of steps) {
    if (step.tool === "other" && step.isOk) continue;
    const group = step.agentId === null ? kindOf(step) : "subagent";
    const last = runs.at(-1);
    if (last?.group === group) last.steps.push(step);
    else runs.push({ group, steps: [step] });
  }
  return withoutGlances(runs).map(({ group, steps: own }) => ({
    by: group === "subagent" ? "subagent" : "agent",
    kinds: kindsOf(own),
    steps: own.length,
    errors: own.filter(isFailure).length,
    fromMs: own[0] === undefined ? 0 : startOf(own[0]),
    toMs: own.at(-1)?.atMs ?? 0,
    files: [...new Set(own.filter(namesStretch(group)).flatMap(({ files }) => files))].slice(
      0,
      MAX_FILES,
    ),
    commands: [...new Set(own.filter(namesStretch(group)).flatMap(commandOf))].slice(
      0,
      MAX_COMMANDS,
    ),
  }));
}

interface Run {
  readonly group: StepKind | "subagent";
  readonly steps: Step[];
}

function withoutGlances(runs: readonly Run[]): Run[] {
  const merged: Run[] = [];
  for (const [i, run] of runs.entries()) {
    const last = merged.at(-1);
    const isGlance =
      run.group === "read" && run.steps.length <= FEW_LOOKS && last?.group === runs[i + 1]?.group;
    if (last !== undefined && (isGlance || last.group === run.group)) last.steps.push(...run.steps);
    else merged.push({ group: run.group, steps: [...run.steps] });
  }
  return merged;
}

/** Returns a filter for the steps whose files and commands name a stretch. */
function namesStretch(group: Run["group"]): (step: Step) => boolean {
  return (step) => group === "subagent" || kindOf(step) === group;
}

function commandOf({ command }: Step): string[] {
  if (command === null) return [];
  return [clip(shownCommand(command), COMMAND_CHARS)];
}

const HEREDOC = /"\$\(cat <<-?\\?['"]?\w+['"]?\s*/;

/** Returns a command on one line, without what only trims its output; a piped message becomes an argument. */
export function shownCommand(command: string): string {
  return (canonicalCommand(command) || command).replace(/\s+/g, " ").replace(HEREDOC, '"').trim();
}

/** Builds the picture of a session. `toldAtMs`: times at which something was shown to the agent. */
export function pictureOf(
  trace: Trace,
  events: readonly Event[],
  shownAtMs: readonly number[],
): Picture {
  const { steps } = trace;
  const stepsPerColumn = Math.max(1, Math.ceil(steps.length / MAX_COLUMNS));
  const columns: Column[] = [];
  for (let at = 0; at < steps.length; at += stepsPerColumn) {
    const own = steps.slice(at, at + stepsPerColumn);
    columns.push({
      fromMs: own[0] === undefined ? 0 : startOf(own[0]),
      toMs: own.at(-1)?.atMs ?? 0,
      kinds: kindsOf(own),
      errors: kindsOf(own.filter(isFailure)),
    });
  }
  const bySeq = (kind: Mark["kind"], seq: number, atMs: number) =>
    ({
      kind,
      atMs,
      column: columnOf(steps, ({ seq: own }) => own >= seq, stepsPerColumn),
    }) as const;
  const compactions = events.filter(({ kind, agentId }) => kind === "compaction" && !agentId);
  const marks: Mark[] = [
    ...promptsOf(trace).map(({ seq, atMs }) => bySeq("asked", seq, atMs)),
    ...trace.commits.map(({ seq = 0, ts }) => bySeq("commit", seq, Date.parse(ts))),
    ...compactions.map(({ seq = 0, ts }) => bySeq("compaction", seq, Date.parse(ts))),
    ...shownAtMs.map((atMs) => ({
      kind: "told" as const,
      atMs,
      column: columnOf(steps, (step) => step.atMs >= atMs, stepsPerColumn),
    })),
  ];
  const seen = new Set<string>();
  const once = marks
    .sort((a, b) => a.column - b.column || a.atMs - b.atMs)
    .filter(({ kind, column }) => {
      const isNew = !seen.has(`${kind}${column}`);
      seen.add(`${kind}${column}`);
      return isNew;
    });
  return { columns, stepsPerColumn, marks: once };
}

function columnOf(
  steps: readonly Step[],
  isNext: (step: Step) => boolean,
  stepsPerColumn: number,
): number {
  const at = steps.findIndex(isNext);
  const place = at < 0 ? Math.max(0, steps.length - 1) : at;
  return Math.floor(place / stepsPerColumn);
}
