/**
 * What does a writer read of a session? Numbered lines: what user and agent said, what the user said when refusing a call, and
 * how runs ended. No tool output, no reasoning, no summaries of compactions, nothing a host or we put into the context.
 */
import type { Event } from "@tacit-memory/protocol";
import { stripContextBlocks } from "../../domain/text/injected-text.ts";
import { readNoteLines } from "../../domain/text/note-lines.ts";
import { isRefusal, wordsOfRefusal } from "../../domain/text/refused-call.ts";
import { CONCESSION } from "../../domain/text/retractions.ts";
import { clip } from "../../domain/text/text.ts";
import { onlyLooks, purposeOf } from "../detect/commands/command-shape.ts";
import { runOf } from "../detect/detector.ts";
import { errorOf, type Step, type Trace } from "../detect/trace.ts";

type Speaker = "user" | "agent" | "run";

export interface SessionLine {
  /** As the writer sees it, from 1. */
  readonly number: number;
  readonly seq: number;
  readonly by: Speaker;
  readonly text: string;
  /** Of a run: whether it passed. Null for what was said. */
  readonly passed: boolean | null;
  /** Text that the user copied from somebody else. */
  readonly isPasted: boolean;
  readonly isTainted: boolean;
}

type Line = Omit<SessionLine, "number"> & { readonly isLastOfTurn: boolean };

/**
 * In characters. Of the facts of 43 sessions 0.83 are within 14,000, 0.89 within 20,000 and 0.91 in everything that was said
 * (bench/worth, dev half); a session has 10,600 on average then, some 2,700 tokens.
 */
const MOST_CHARS = 20_000;
/** A user who pastes much leaves room for what the agent found out. */
const MOST_USER_CHARS = 9000;
/** A line is cited as a whole, so a long message is divided. In characters. */
const LINE_CHARS = 700;
/** Of a message that the user pasted or wrote at length, its beginning and its end. */
const USER_CHARS = 1600;
/** The code itself is in the repository. */
const CODE_CHARS = 200;
const COMMAND_CHARS = 120;
const OUTCOME_CHARS = 140;
/** Reading stops here: no session that somebody can follow is longer. */
const MOST_LINES = 4000;
const LAST_TURNS = 2;
/** Tools by which an agent puts a plan to the user. */
const PLAN_TOOL = /^exit_?plan_?mode$/i;

/** In order and numbered. `clean` removes secrets and home folders from a text. */
export function sessionLines(
  events: readonly Event[],
  trace: Trace,
  clean: (text: string) => string,
): SessionLine[] {
  const lines = [...saidIn(events, trace), ...runsIn(trace)].sort((a, b) => a.seq - b.seq);
  const readable = withoutRepeats(lines.slice(-MOST_LINES)).flatMap((line) =>
    divided({ ...line, text: clean(line.text) }),
  );
  return withinBudget(readable).map((line, i) => {
    const { isLastOfTurn: _last, ...rest } = line;
    return { number: i + 1, ...rest };
  });
}

function saidIn(events: readonly Event[], trace: Trace): Line[] {
  const sayings = new Map(trace.sayings.map((saying) => [saying.seq, saying]));
  let isTainted = false;
  const lines: Line[] = [];
  for (const event of events) {
    if (event.agentId !== undefined) continue;
    const { seq = 0 } = event;
    const saying = sayings.get(seq);
    isTainted ||= saying?.isTainted === true;
    const speech = speechOf(event);
    if (speech === null || speech.text === "") continue;
    const isPasted = saying?.isPasted === true;
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
  // Without words only a refused plan says something: a call may be refused for its moment.
  if (words === null && !isPlan) return null;
  const what = isPlan ? "the plan" : "a call";
  return { by: "user", text: bounded(`(refusing ${what}) ${words ?? ""}`.trim()) };
}

function plain(text: string): string {
  // Frames and gaps of what a terminal shows.
  const bare = stripContextBlocks(text)
    .replace(/[ \t]{3,}/g, "  ")
    .replace(/^(?:[ \t]*-{3,}[ \t]*|Read file: undefined)$/gm, "")
    .replace(/\n(?:[ \t]*\n){2,}/g, "\n\n")
    .replace(/([─━═_=*#·-])\1{5,}/g, "$1$1$1")
    .trim();
  if (!bare.includes("```")) return bare;
  // Every odd part lies between two fences.
  const parts = bare.split("```");
  return parts.map((part, i) => (i % 2 === 1 ? clip(part, CODE_CHARS) : part)).join("```");
}

function bounded(text: string): string {
  if (text.length <= USER_CHARS) return text;
  const half = USER_CHARS / 2;
  return `${clip(text, half)}\n${text.slice(-half).trimStart()}`;
}

/** Runs of tests, builds and the like where their result changes, and other commands that failed. */
function runsIn(trace: Trace): Line[] {
  const last = new Map<string, boolean>();
  return trace.steps.flatMap((step) => {
    if (step.command === null || step.agentId !== null || onlyLooks(step.command)) return [];
    const run = runOf(step);
    const isTold = last.get(run) === step.isOk;
    const hasPurpose = purposeOf(step.command) !== null;
    if (isTold || (step.isOk && !hasPurpose && last.get(run) !== false)) return [];
    last.set(run, step.isOk);
    return [runLine(step, run)];
  });
}

function runLine(step: Step, run: string): Line {
  const why = step.isOk ? "" : oneLine(errorOf(step).line, OUTCOME_CHARS);
  const text = `\`${oneLine(run, COMMAND_CHARS)}\` ${step.isOk ? "passed" : "failed"}${why === "" ? "" : `: ${why}`}`;
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

function oneLine(text: string, limit: number): string {
  return clip(text.replace(/\s+/g, " ").trim(), limit);
}

/** Some hosts record a final report twice. Short texts ("yes") are said anew. */
function withoutRepeats(lines: readonly Line[]): Line[] {
  const last = new Map(lines.map((line, i) => [`${line.by} ${line.text}`, i]));
  return lines.filter(
    (line, i) => line.text.length < LINE_CHARS / 2 || last.get(`${line.by} ${line.text}`) === i,
  );
}

/** A long message in lines of whole paragraphs. */
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

/** What an agent is about to do, some hosts with its thoughts under a bold heading. */
const PLANS =
  /^(?:\*\*[^*\n]{1,80}\*\*\s*)?(?:(?:Okay|Now|Next|First|Perfect|Great)[,:!.]?\s+)?(?:I(?:['’]m| am| need| should| will|['’]ll| think| want| could)\b|Let(?:['’]s| me)\b)/i;

/** What is left out of a long session is said least usefully: plans, and work in progress in its first part. */
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
  const room = { user: MOST_USER_CHARS, all: MOST_CHARS };
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
