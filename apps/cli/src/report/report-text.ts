/** A report on a terminal: the essentials of a session on one screen. */
import { type ListedSession, type SessionReport, shortId } from "@tacit-memory/memory";
import { columns, cutTo, padded, plural, wrap } from "../output/layout.ts";
import { reasonWords, typeName } from "../output/memory-text.ts";
import type { Renderer } from "../output/renderer.ts";
import {
  aboutStretch,
  askedInWords,
  becauseInWords,
  clock,
  effectInWords,
  fixInWords,
  isoMinute,
  oneLine,
  outcomeInWords,
  ROLE_ORDER,
  ROLE_WORDS,
  signalName,
  sizeInWords,
  stretchInWords,
  timeInWords,
  turnInWords,
  whoseInWords,
  writingInWords,
} from "./report-words.ts";

const MAX_LINES_OF = {
  path: 12,
  errors: 4,
  files: 6,
  shown: 4,
  memories: 6,
  candidates: 3,
  signals: 10,
  writing: 8,
};
const NAME_WIDTH = 9;
const ID_CHARS = 13;

export function reportText(report: SessionReport, out: Renderer): string {
  const width = out.width - NAME_WIDTH - 1;
  const parts: [string, string[]][] = [
    ["path", pathLines(report, width)],
    ["errors", errorLines(report, width)],
    ["files", fileLines(report, width)],
    ["shown", shownLines(report, width)],
    ["asked", [askedInWords(report)].filter((line) => line !== "")],
    ["learned", memoryLines(report, width, out)],
    ["writing", writingLines(report, width)],
    ["dropped", candidateLines(report, width)],
    ["signals", signalLines(report, width)],
    ["left", leftLines(report, width)],
  ];
  const body = parts.flatMap(([name, lines]) =>
    lines.map((line, i) => `${out.colors.dim(padded(i === 0 ? name : "", NAME_WIDTH))} ${line}`),
  );
  return [
    ...headLines(report, out),
    "",
    ...body,
    "",
    out.colors.dim(
      `For the full report as a page, run \`tacit report ${oneLine(report.id, 200)} --html\`.`,
    ),
  ].join("\n");
}

function headLines(report: SessionReport, out: Renderer): string[] {
  const { colors, width } = out;
  const task = firstLines(wrap(oneLine(report.task ?? "unknown task"), width), 2);
  const outcome = outcomeInWords(report);
  const isGood = report.outcome === "success" && report.standing === "over";
  const unread = report.isLearnedFrom ? "" : "; learning is not finished yet";
  return [
    ...task.map((line) => colors.bold(line)),
    cutTo(whoseInWords(report), width),
    `${isGood ? colors.green(outcome) : colors.yellow(outcome)}${unread}`,
    ...wrap(`${timeInWords(report)}; ${sizeInWords(report)}`, width),
  ];
}

/** Returns the prompts and, if space allows, the steps taken for each. */
function pathLines({ turns, commits }: SessionReport, width: number): string[] {
  const room = Math.max(0, MAX_LINES_OF.path - turns.length);
  const each = turns.length === 0 ? 0 : Math.floor(room / turns.length);
  const lines = turns.flatMap((turn) => {
    const prompt = turn.asked === null ? "before the first prompt" : `“${oneLine(turn.asked)}”`;
    const more = turn.prompts > 1 ? ` (and ${turn.prompts - 1} more)` : "";
    const head = cutTo(`${clock(turn.fromMs)} ${turnInWords(turn)}${more}: ${prompt}`, width);
    const stretches = turn.stretches.length < 2 ? [] : folded(turn.stretches, each);
    return [head, ...stretches.map((line) => cutTo(`  ${line}`, width))];
  });
  const commitLines = commits
    .filter(({ sha }) => sha !== null)
    .slice(-2)
    .map((commit) =>
      cutTo(
        `${clock(commit.atMs)} commit ${(commit.sha ?? "").slice(0, 9)} ${oneLine(commit.message, 100)}`,
        width,
      ),
    );
  return [...firstLines(lines, MAX_LINES_OF.path + 2), ...commitLines];
}

/** Returns the first and the last entries. */
function folded(stretches: SessionReport["turns"][number]["stretches"], limit: number): string[] {
  const words = stretches.map((stretch) => {
    const about = aboutStretch(stretch).slice(0, 2);
    const detail =
      about.length === 0 ? "" : ` (${about.map((part) => oneLine(part, 60)).join(", ")})`;
    return `${clock(stretch.fromMs)} ${stretchInWords(stretch)}${detail}`;
  });
  if (limit < 3) return [];
  if (words.length <= limit) return words;
  const last = Math.floor((limit - 1) / 2);
  const first = limit - 1 - last;
  return [
    ...words.slice(0, first),
    `… ${plural(words.length - first - last, "more group", "more groups")} of steps …`,
    ...words.slice(words.length - last),
  ];
}

function errorLines({ errors, errorsLeftOut }: SessionReport, width: number): string[] {
  const shown = errors.slice(0, MAX_LINES_OF.errors);
  const lines = shown.flatMap(({ line, what, times, mended: fix }) => [
    cutTo(`${oneLine(line)}${times === 1 ? "" : ` (${times} times)`}`, width),
    cutTo(`  ${oneLine(what, 60)}: ${fixInWords(fix)}`, width),
  ]);
  return [...lines, ...more(errors.length - shown.length + errorsLeftOut)];
}

function fileLines(report: SessionReport, width: number): string[] {
  const { edited, editedLeftOut, read, readLeftOut } = report;
  return [
    ...fileList(
      "edited",
      edited.map(({ path, edits }) => `${oneLine(path, 120)} ×${edits}`),
      { leftOut: editedLeftOut, width },
    ),
    ...fileList(
      "read",
      read.map(({ path, reads }) => `${oneLine(path, 120)} ×${reads}`),
      { leftOut: readLeftOut, width },
    ),
  ];
}

/** Returns as many files as fit on two lines. */
function fileList(
  name: string,
  files: readonly string[],
  { leftOut, width }: { readonly leftOut: number; readonly width: number },
): string[] {
  if (files.length === 0) return [];
  const renderFiles = (count: number) => {
    const rest = files.length - count + leftOut;
    return wrap(
      `${name} ${files.slice(0, count).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`,
      width,
    );
  };
  let count = Math.min(files.length, MAX_LINES_OF.files);
  while (count > 1 && renderFiles(count).length > 2) count--;
  return renderFiles(count);
}

function shownLines(report: SessionReport, width: number): string[] {
  const { told: shownMemories, toldLeftOut: leftOutLine } = report;
  if (shownMemories.length === 0) return ["none (besides the handoff)"];
  // Useful memories come first, because they matter most to a person.
  const order = [...shownMemories].sort(
    (a, b) => b.fruit.length - a.fruit.length || a.atMs - b.atMs,
  );
  const shown = order.slice(0, MAX_LINES_OF.shown);
  const lines = shown.flatMap((item) => {
    const words = item.memory === null ? "(forgotten later)" : oneLine(item.memory.content);
    const effect = effectInWords(item);
    return [
      cutTo(`${clock(item.atMs)} [${shortId(item.memoryId)}] ${words}`, width),
      cutTo(`  ${becauseInWords(item)}${effect === "" ? "" : `; ${effect}`}`, width),
    ];
  });
  return [...lines, ...more(shownMemories.length - shown.length + leftOutLine)];
}

function memoryLines({ memories }: SessionReport, width: number, out: Renderer): string[] {
  const made = ROLE_ORDER.flatMap((role) =>
    memories.filter((memory) => memory.role === role),
  ).filter(({ role }) => role !== "confirmed");
  const shown = made.slice(0, MAX_LINES_OF.memories);
  const lines = shown.map(({ memory, role }) => {
    const head = `[${shortId(memory.id)}] ${ROLE_WORDS[role]}: ${typeName(memory.type)}, ${memory.standing}:`;
    const room = Math.max(20, width - head.length - 1);
    return `${out.colors.cyan(head)} ${cutTo(oneLine(memory.content), room)}`;
  });
  const again = memories
    .filter(({ role }) => role === "confirmed")
    .map(({ memory }) => `[${shortId(memory.id)}] ${typeName(memory.type)}`);
  return [
    ...(made.length === 0 ? ["no new memories"] : lines),
    ...more(made.length - shown.length),
    ...(again.length === 0
      ? []
      : [cutTo(`already known, observed again: ${again.join(", ")}`, width)]),
  ];
}

function writingLines(report: SessionReport, width: number): string[] {
  return firstLines(
    writingInWords(report).map((line) => cutTo(line, width)),
    MAX_LINES_OF.writing,
  );
}

function candidateLines(report: SessionReport, width: number): string[] {
  const { candidates, candidatesLeftOut } = report;
  const shown = candidates.slice(0, MAX_LINES_OF.candidates);
  const lines = shown.map(({ reason, content }) =>
    cutTo(`${reasonWords(reason)}: ${oneLine(content)}`, width),
  );
  return [...lines, ...more(candidates.length - shown.length + candidatesLeftOut)];
}

function signalLines({ signals }: SessionReport, width: number): string[] {
  const words = signals
    .slice(0, MAX_LINES_OF.signals)
    .map(({ type, count }) => `${signalName(type)} ${count}`);
  return wrap(words.join(", "), width);
}

function leftLines({ left }: SessionReport, width: number): string[] {
  return [...left.next, ...left.openQuestions]
    .slice(0, 3)
    .map((line) => cutTo(oneLine(line), width));
}

function more(count: number): string[] {
  return count > 0 ? [`and ${count} more`] : [];
}

/** Returns at most `limit` lines; the last one counts the others. */
function firstLines(lines: readonly string[], limit: number): string[] {
  return lines.length <= limit
    ? [...lines]
    : [...lines.slice(0, limit - 1), `… ${lines.length - limit + 1} more`];
}

/** Returns one line per session. */
export function sessionList(sessions: readonly ListedSession[], out: Renderer): string {
  if (sessions.length === 0) return "no sessions of this project are stored yet";
  const rows = sessions.map((session) => [
    out.colors.cyan(shortSession(session.id, sessions)),
    isoMinute(session.startedAtMs),
    session.agent === null ? "" : oneLine(session.agent, 20),
    session.standing === "over" ? (session.outcome ?? "ended") : session.standing,
    session.learned === 0 ? "" : `${session.learned} learned`,
    oneLine(session.task ?? "", 60),
  ]);
  return columns(rows).join("\n");
}

/** Returns the shortest prefix of an id that is unique in the list, at least 13 characters. */
function shortSession(id: string, all: readonly ListedSession[]): string {
  for (let length = ID_CHARS; length < id.length; length++) {
    const beginning = id.slice(0, length);
    if (all.filter((listedSession) => listedSession.id.startsWith(beginning)).length === 1)
      return oneLine(beginning, 200);
  }
  return oneLine(id, 200);
}
