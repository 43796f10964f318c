/** A report's facts in words, the same on a terminal and on a page. */
import type {
  FixedError,
  KindCounts,
  LearnedMemory,
  SessionReport,
  ShownMemories,
  StepKind,
  Stretch,
  Turn,
} from "@tacit-memory/memory";
import { DROPS, grouped, STEP_KINDS, shortId } from "@tacit-memory/memory";
import { cutTo, plural, printable } from "../output/layout.ts";
import { reasonWords } from "../output/memory-text.ts";

const ORDER_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Returns other people's text on one line of at most `limit` characters, without control characters. Marks that change the
 * text direction are made visible.
 */
export function oneLine(text: string, limit = 400): string {
  const beginning = text.slice(0, limit * 4);
  const marked = beginning.replace(
    ORDER_MARKS,
    (mark) => `‹U+${mark.charCodeAt(0).toString(16).padStart(4, "0").toUpperCase()}›`,
  );
  const line = printable(marked.toWellFormed()).replace(/\s+/g, " ").trim();
  return cutTo(line, limit);
}

/** Returns `2026-02-19 08:22 UTC`; without the day if `since` is on the same day. */
export function utc(ms: number, since?: number): string {
  const text = isoMinute(ms);
  const isSameDay = since !== undefined && isoMinute(since).slice(0, 10) === text.slice(0, 10);
  return `${isSameDay ? text.slice(11) : text} UTC`;
}

/** `08:22` */
export function clock(ms: number): string {
  return isoMinute(ms).slice(11);
}

export function isoMinute(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime())
    ? "unknown"
    : date.toISOString().slice(0, 16).replace("T", " ");
}

export function duration(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "under a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  const rest = minutes % 60;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

/** Singular and plural nouns, as in "3 edits". */
const KIND_NOUNS: Readonly<Record<StepKind, readonly [string, string]>> = {
  read: ["look", "looks"],
  edit: ["edit", "edits"],
  check: ["check", "checks"],
  run: ["command", "commands"],
  web: ["web lookup", "web lookups"],
  delegate: ["subagent started", "subagents started"],
  other: ["other tool", "other tools"],
};

export const KIND_LABELS: Readonly<Record<StepKind, string>> = {
  read: "read, search",
  edit: "edit",
  check: "test, check",
  run: "run",
  web: "web",
  delegate: "subagents",
  other: "other tools",
};

/** Returns `12 looks, 4 edits`. The order of kinds is the same everywhere, not by frequency. */
export function countsInWords(kinds: KindCounts): string {
  return STEP_KINDS.flatMap((kind) => {
    const count = kinds[kind] ?? 0;
    return count === 0 ? [] : [plural(count, ...KIND_NOUNS[kind])];
  }).join(", ");
}

/** Describes a turn: steps by kind, errors and commits, or that it took no steps. */
export function turnInWords({ kinds, errors, commits, isAnswered }: Turn): string {
  const none = isAnswered ? "text answer only" : "no answer recorded";
  const counts = [countsInWords(kinds) || none, wrongInWords(errors)];
  return [...counts, commits === 0 ? "" : plural(commits, "commit")].filter(Boolean).join("; ");
}

function wrongInWords(errors: number): string {
  return errors === 0 ? "" : `${errors} failed`;
}

/** Describes a stretch: `subagents: 12 looks`, `4 edits, 1 went wrong`. */
export function stretchInWords({ by, kinds, errors }: Stretch): string {
  const counts = countsInWords(kinds);
  const summary = by === "subagent" ? `subagents: ${counts}` : counts;
  return errors === 0 ? summary : `${summary}; ${wrongInWords(errors)}`;
}

const ORIGINS = {
  live: "recorded live",
  transcript: "from its transcript",
  replay: "from replayed events",
} as const;

/** Returns the most informative part of a stretch: commands for runs and checks, otherwise files. */
export function aboutStretch({ kinds, files, commands }: Stretch): readonly string[] {
  const isRun = (kinds.run ?? 0) + (kinds.check ?? 0) > (kinds.edit ?? 0);
  return isRun && commands.length > 0 ? commands : files.length > 0 ? files : commands;
}

/** Agent, source, branch. */
export function whoseInWords({ agent, origin, branch, commit }: SessionReport): string {
  const at = [
    branch === null ? "" : `on ${oneLine(branch, 80)}`,
    commit === null ? "" : `at ${oneLine(commit, 12)}`,
  ];
  return [agent === null ? "an agent" : oneLine(agent, 60), ORIGINS[origin], ...at]
    .filter((part) => part !== "")
    .join(", ");
}

/** Describes note requests; "" if none were made and nothing was recorded. */
export function askedInWords({ asked }: Pick<SessionReport, "asked">): string {
  const { requests, tokens, answered, notes } = asked;
  if (requests + notes === 0) return "";
  const share = requests === 0 ? "" : ` (${Math.round((100 * answered) / requests)} %)`;
  return `${plural(requests, "request")} to record a note, ${plural(tokens, "token")}; ${answered}${share} led to a stored memory; ${plural(notes, "memory", "memories")} from notes`;
}

export function outcomeInWords({ standing: state, outcome }: SessionReport): string {
  if (state === "running") return "still running";
  const ending = outcome === null ? "unknown outcome" : `ended: ${oneLine(outcome, 40)}`;
  return state === "silent" ? "no end recorded" : ending;
}

export function sizeInWords({ counts, commits, commitsLeftOut }: SessionReport): string {
  return [
    plural(counts.prompts, "prompt"),
    plural(counts.steps, "step"),
    counts.errors === 0 ? "" : wrongInWords(counts.errors),
    commits.length === 0 ? "" : plural(commits.length + commitsLeftOut, "commit"),
    counts.subagents === 0 ? "" : plural(counts.subagents, "subagent"),
    counts.compactions === 0 ? "" : plural(counts.compactions, "compaction"),
  ]
    .filter((part) => part !== "")
    .join(", ");
}

export function timeInWords({ startedAtMs, lastEventAtMs, activeMs }: SessionReport): string {
  const [from, to] = [isoMinute(startedAtMs), utc(lastEventAtMs, startedAtMs)];
  const wholeMs = lastEventAtMs - startedAtMs;
  const pauses = wholeMs - activeMs > 600_000 ? `, ${duration(activeMs)} active` : "";
  return `${from} to ${to}, ${duration(wholeMs)}${pauses}`;
}

export function fixInWords(fix: FixedError | null): string {
  if (fix === null) return "no fix observed";
  const detail = oneLine(fix.detail, 200);
  const words = {
    command: `fixed by running ${detail}`,
    edit: `fixed by editing ${detail}`,
    options: `fixed with ${detail}`,
    other: `fixed: ${detail}`,
    again: "the same command passed later; cause of the fix unknown",
  };
  return words[fix.how];
}

export function becauseInWords({ because, point }: ShownMemories): string {
  const detail = because.detail === null ? "" : oneLine(because.detail, 160);
  const words = {
    start: "at the start",
    compaction: "after a compaction",
    subagent: "at the start of a subagent",
    asked: `relevant to “${detail}”`,
    file: `relevant to the file ${detail}`,
    error: `for the error: ${detail}`,
    search: `for the search “${detail}”`,
    step: `at a ${point === "step" || point === "tool" ? "step" : point.replaceAll("_", " ")}`,
  };
  return words[because.kind];
}

/** Describes what shown memories led to; "" if nothing is known. */
export function effectInWords({ fruit }: ShownMemories): string {
  return fruit
    .map(({ kind, detail }) => {
      const words = {
        confirmed: "confirmed in this session",
        command_ran: "its command then succeeded",
        error_gone: "the failed run then passed",
        error_again: "the error occurred again",
      };
      return detail === "" ? words[kind] : `${words[kind]} (${oneLine(detail, 120)})`;
    })
    .join("; ");
}

export const ROLE_WORDS: Readonly<Record<LearnedMemory["role"], string>> = {
  learned: "learned",
  written: "recorded explicitly",
  shared: "contributed to",
  confirmed: "observed again",
};

/** Memories that this session produced come first, those it only confirmed last. */
export const ROLE_ORDER = ["learned", "written", "shared", "confirmed"] as const;

export function signalName(type: string): string {
  return type.replaceAll("_", " ");
}

/** Describes the use of a model, one sentence per line; empty if none was used. */
export function writingInWords({ writing }: SessionReport): readonly string[] {
  if (writing === null || writing.state === "nothing") return [];
  const { by, atMs, state, problem, calls, sentBytes, receivedBytes } = writing;
  const size = (bytes: number, tokens: number | null) =>
    `${grouped(bytes)} bytes${tokens === null ? "" : ` (${plural(tokens, "token")})`}`;
  const back =
    receivedBytes === 0 ? "no answer" : `${size(receivedBytes, writing.outputTokens)} received`;
  const callLine = `${oneLine(by, 120)} made ${plural(calls, "call")} at ${utc(atMs)}: ${size(sentBytes, writing.inputTokens)} sent, ${back}.`;
  const trouble = problem === null ? [] : [`Problem: ${oneLine(problem, 200)}.`];
  if (state !== "answered") return [callLine, ...trouble];
  const verdicts = writing.statements.map(({ id, verdict }) =>
    id === null
      ? `a statement was dropped: ${dropWords(verdict)}`
      : `[${shortId(id)}] ${verdict === "stored" ? "stored as a new memory" : "already known, now with more evidence"}`,
  );
  return [callLine, ...trouble, ...verdicts];
}

function dropWords(verdict: string): string {
  return DROPS[verdict as keyof typeof DROPS] ?? reasonWords(verdict);
}
