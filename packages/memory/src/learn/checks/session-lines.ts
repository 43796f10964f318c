/**
 * Builds what a writer reads of a session: numbered lines with the messages of user and agent, the user's words when refusing
 * a call, and the results of runs. No tool output, no reasoning, no compaction summaries, and nothing that a host or Tacit
 * injected.
 */
import type { Event } from "@tacit-memory/protocol";
import { stripContextBlocks } from "../../domain/text/injected-text.ts";
import { readNoteLines } from "../../domain/text/note-lines.ts";
import { isRefusal, wordsOfRefusal } from "../../domain/text/refused-call.ts";
import { CONCESSION } from "../../domain/text/retractions.ts";
import { clip, oneLine, withShortCode } from "../../domain/text/text.ts";
import { isReadOnly, purposeOf } from "../detect/commands/command-shape.ts";
import { runOf } from "../detect/detector.ts";
import { errorOf, type Step, type Trace } from "../detect/trace.ts";

type Speaker = "user" | "agent" | "run";

export interface SessionLine {
  /** Number shown to the writer, from 1. */
  readonly number: number;
  readonly seq: number;
  readonly by: Speaker;
  readonly text: string;
  /** For a run: whether it passed. Null for a message. */
  readonly passed: boolean | null;
  /** True for text that the user copied from another source. */
  readonly isPasted: boolean;
  readonly isTainted: boolean;
}

type Line = Omit<SessionLine, "number"> & { readonly isLastOfTurn: boolean };

/**
 * Characters. Of the facts of 43 sessions 0.83 are within 14,000, 0.89 within 20,000 and 0.91 in the full text (bench/worth,
 * dev half); an average session then has 10,600, some 2,700 tokens.
 */
const MAX_CHARS = 20_000;
/** Maximum characters of the user's lines, so that much pasted text leaves room for the agent's findings. */
const MAX_USER_CHARS = 9000;
/** Maximum characters of a line. A line is cited as a whole, so a long message is divided. */
const LINE_CHARS = 700;
/** Maximum characters of a long or pasted user message, of which the beginning and the end are shown. */
const USER_CHARS = 1600;
/** Maximum characters of a code block: the code itself is in the repository. */
const CODE_CHARS = 200;
const COMMAND_CHARS = 120;
const OUTCOME_CHARS = 140;
/** Maximum lines that are read; no session that a person can follow is longer. */
const MAX_LINES = 4000;
const LAST_TURNS = 2;
/** Matches tools with which an agent presents a plan to the user. */
const PLAN_TOOL = /^exit_?plan_?mode$/i;

/** Returns the numbered lines in order. `clean` removes secrets and home folders from a text. */
export function sessionLines(
  events: readonly Event[],
  trace: Trace,
  clean: (text: string) => string,
): SessionLine[] {
  const lines = [...messageLines(events, trace), ...runsIn(trace)].sort((a, b) => a.seq - b.seq);
  const readable = withoutRepeats(lines.slice(-MAX_LINES)).flatMap((line) =>
    divided({ ...line, text: clean(line.text) }),
  );
  return withinBudget(readable).map((line, i) => {
    const { isLastOfTurn: _last, ...rest } = line;
    return { number: i + 1, ...rest };
  });
}

function messageLines(events: readonly Event[], trace: Trace): Line[] {
  const messages = new Map(trace.messages.map((message) => [message.seq, message]));
  let isTainted = false;
  const lines: Line[] = [];
  for (const event of events) {
    if (event.agentId !== undefined) continue;
    const { seq = 0 } = event;
    const message = messages.get(seq);
    isTainted ||= message?.isTainted === true;
    const speech = speechOf(event);
    if (speech === null || speech.text === "") continue;
    const isPasted = message?.isPasted === true;
    lines.push({ seq, ...speech, passed: null, isPasted, isTainted, isLastOfTurn: false });
  }
  return lines.map((line, i) => {
    const next = lines[i + 1];
    return { ...line, isLastOfTurn: line.by === "agent" && next?.by !== "agent" };
  });
}

function speechOf(event: Event): { readonly by: "user" | "agent"; readonly text: string } | null {
  if (event.kind === "prompt") return { by: "user", text: bounded(plain(event.text)) };
  if (event.kind === "message") return { by: "agent", text: plain(readNoteLines(event.text).rest) };
  if (event.kind !== "tool_result") return null;
  if (!isRefusal(event.output)) return null;
  const words = wordsOfRefusal(event.output);
  const isPlan = PLAN_TOOL.test(event.hostTool ?? "");
  // A refusal without words is informative only for a plan: a call may be refused because of its timing.
  if (words === null && !isPlan) return null;
  const what = isPlan ? "the plan" : "a call";
  return { by: "user", text: bounded(`(refusing ${what}) ${words ?? ""}`.trim()) };
}

function plain(text: string): string {
  // Frames and gaps of terminal output.
  const bare = stripContextBlocks(text)
    .replace(/[ \t]{3,}/g, "  ")
    .replace(/^(?:[ \t]*-{3,}[ \t]*|Read file: undefined)$/gm, "")
    .replace(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .replace(/([─━═_=*#·-])\1{5,}/g, "$1$1$1")
    .trim();
  return withShortCode(bare, CODE_CHARS);
}

function bounded(text: string): string {
  if (text.length <= USER_CHARS) return text;
  const half = USER_CHARS / 2;
  return `${clip(text, half)}\n${text.slice(-half).trimStart()}`;
}

/** Returns runs of tests, builds and the like whose result changed, and other commands that failed. */
function runsIn(trace: Trace): Line[] {
  const last = new Map<string, boolean>();
  return trace.steps.flatMap((step) => {
    if (step.command === null || step.agentId !== null || isReadOnly(step.command)) return [];
    const run = runOf(step);
    const isRepeated = last.get(run) === step.isOk;
    const hasPurpose = purposeOf(step.command) !== null;
    if (isRepeated || (step.isOk && !hasPurpose && last.get(run) !== false)) return [];
    last.set(run, step.isOk);
    return [runLine(step, run)];
  });
}

function runLine(step: Step, run: string): Line {
  const why = step.isOk ? "" : clip(oneLine(errorOf(step).line), OUTCOME_CHARS);
  const text = `\`${clip(oneLine(run), COMMAND_CHARS)}\` ${step.isOk ? "passed" : "failed"}${why === "" ? "" : `: ${why}`}`;
  const { seq, isTainted } = step;
  return {
    seq,
    by: "run",
    text,
    passed: step.isOk,
    isPasted: false,
    isTainted,
    isLastOfTurn: false,
  };
}

/** Removes repeated long messages, because some hosts record a final report twice. Short texts ("yes") may be repeated. */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const last = new Map(lines.map((line, i) => [`${line.by} ${line.text}`, i]));
  return lines.filter(
    (line, i) => line.text.length < LINE_CHARS / 2 || last.get(`${line.by} ${line.text}`) === i,
  );
}

/** Divides a long message into lines of whole paragraphs. */
function divided(line: Line): Line[] {
  if (line.text.length <= LINE_CHARS) return [line];
  const parts: string[] = [];
  let part = "";
  for (const piece of line.text.split(/\n(?=\s*\n|\s*[-*#\d])/)) {
    if (part !== "" && part.length + piece.length > LINE_CHARS) {
      parts.push(part);
      part = "";
    }
    part += `${part === "" ? "" : "\n"}${piece}`;
  }
  parts.push(part);
  return parts
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) => ({ ...line, text: clip(text, LINE_CHARS * 2) }));
}

const CONCLUDES =
  /\b(?:because|root cause|caused? by|due to|turns? out|the (?:cause|reason|problem|issue) (?:is|was)|decided|instead of|rather than|must|never|always|only works|cannot|can't|requires?)\b/i;

/** Matches an agent's announcement of its next step; some hosts add its thoughts under a bold heading. */
const PLANS =
  /^(?:\*\*[^*\n]{1,80}\*\*\s*)?(?:(?:Okay|Now|Next|First|Perfect|Great)[,:!.]?\s+)?(?:I(?:['’]m| am| need| should| will|['’]ll| think| want| could)\b|Let(?:['’]s| me)\b)/i;

/** Drops the least useful lines of a long session: plans, and intermediate results of its first part. */
function withinBudget(lines: readonly Line[]): Line[] {
  const prompts = lines.flatMap(({ by }, i) => (by === "user" ? [i] : []));
  const lastTurns = prompts.at(-LAST_TURNS) ?? 0;
  const worth = (line: Line, i: number): number => {
    const isLate = i >= lastTurns ? 2 : 0;
    // What follows the beginning of a long prompt is mostly pasted.
    if (line.by === "user") return (lines[i - 1]?.seq === line.seq ? 1 : 4) + isLate;
    if (line.by === "run") return 2 + isLate;
    return worthOfAgents(line) + isLate;
  };
  const ranked = lines
    .map((line, i) => ({ line, i, worth: worth(line, i) }))
    .sort((a, b) => b.worth - a.worth || b.i - a.i);
  const room = { user: MAX_USER_CHARS, all: MAX_CHARS };
  const selected = ranked.filter(({ line: { by, text } }) => {
    if (text.length > room.all || (by === "user" && text.length > room.user)) return false;
    room.all -= text.length;
    if (by === "user") room.user -= text.length;
    return true;
  });
  return selected.sort((a, b) => a.i - b.i).map(({ line }) => line);
}

function worthOfAgents({ text, isLastOfTurn }: Line): number {
  const last = isLastOfTurn ? 1 : 0;
  if (CONCLUDES.test(text) || CONCESSION.test(text)) return 2.5 + last;
  return last + (PLANS.test(text) ? 0 : 1);
}
