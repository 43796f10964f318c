/** Builds the handoff of a session from what was requested, done and left undone. Null when nothing happened. */
import { isIdleMessage } from "../../../domain/language/small-talk.ts";
import { editedWords, type Handoff } from "../../../domain/session/handoff.ts";
import { clip } from "../../../domain/text/text.ts";
import { isSmallTalk } from "../../../domain/text/turn.ts";
import { canonicalCommand, isReadOnly, purposeOf } from "../commands/command-shape.ts";
import { editedFiles } from "../detector.ts";
import type { Message, Step, Trace } from "../trace.ts";
import { asStatement, sentences } from "./sentences.ts";

const LEFT =
  /\b(?:next(?: step)?s?|remaining|left to do|still (?:need|to do|todo)|todo|follow[- ]?up|not yet|you (?:can|should|may want to) now)\b/i;
/** A label such as "Next:" that repeats the heading under which the item is listed. */
const LABEL = /^(?:next(?: steps?)?|remaining|to-?do|follow[- ]?ups?)\s*:\s+(?=\S)/i;
const MAX_ITEMS = 5;
/** A command for the host or the shell, such as `/compact`, and not a path. */
const COMMAND = /^\s*(?:\/[\w:.-]+(?:\s|$)|!)/;
const SLIGHT = /^(?:commit\b.*|push\b.*|thanks?\b.*)$/i;
/** A prompt that says how to do the work, not what to do; the task is in another prompt. */
const CORRECTS =
  /^(?:(?:no|nope|nein|wrong|stop)\b\s*(?:[,.!:;—-]|$)|(?:that|this)(?:'s| is) (?:not|wrong)\b|i (?:said|told you|meant)\b|(?:please )?(?:don't|do not|never|always) |(?:please )?use \S+ ?,? (?:not|instead|rather)\b|we (?:use|don't use|always|never) |instead\b|stop (?:using|doing)\b|not like (?:that|this)\b|actually,)/i;

export function handoffOf(
  trace: Trace,
  about: { readonly agent: string | null; readonly branch: string | null; readonly atMs: number },
): Handoff | null {
  const prompts = trace.messages.filter(
    (message) => message.by === "user" && message.agentId === null,
  );
  const tasks = tasksIn(prompts);
  const [ownGoal = ""] = tasksIn(prompts.filter(({ isTainted }) => !isTainted));
  const goal = tasks[0] ?? "";
  const files = editedFiles(trace.steps);
  if (goal === "" && files.length === 0) return null;
  const last = trace.messages.findLast(
    (message) => message.by === "agent" && message.agentId === null,
  );
  const closing = last === undefined ? [] : sentences(last.text);
  return {
    session: trace.session,
    agent: about.agent,
    branch: about.branch,
    goal: clip(tasks.length > 1 ? `${goal} — last asked: ${tasks.at(-1)}` : goal, 300),
    ...(ownGoal === "" ? {} : { ownGoal: clip(ownGoal, 300) }),
    done: done(trace, files),
    next: [
      ...openRuns(trace),
      ...closing
        .filter((item) => LEFT.test(item))
        .map((item) => clip(asStatement(item.replace(LABEL, "")), 200)),
    ].slice(0, MAX_ITEMS),
    openQuestions: closing
      .filter((item) => item.endsWith("?"))
      .map((item) => clip(item, 200))
      .slice(0, MAX_ITEMS),
    files: files.slice(-12),
    atMs: about.atMs,
  };
}

function tasksIn(prompts: readonly Message[]): string[] {
  return prompts
    .filter((prompt) => !COMMAND.test(prompt.text))
    .map((prompt) => firstLine(prompt.text))
    .filter((line) => line !== "" && isTask(line));
}

function isTask(line: string): boolean {
  return (
    !SLIGHT.test(line) &&
    !REFERS.test(line) &&
    !isSmallTalk(line) &&
    !isIdleMessage(line) &&
    !CORRECTS.test(line.replace(/’/g, "'"))
  );
}

/**
 * Returns the first meaningful line: the title of a plan, but not a heading such as "Context". A line that only announces the
 * next one, or has one or two words, is joined with it.
 */
function firstLine(text: string): string {
  const lines = text
    .split("\n")
    .map((line) => line.replace(/^["'“`\s]*#*\s*/, "").trim())
    .filter((item) => item.length > 2 && !HEADING.test(item));
  const [first = "", second] = lines;
  const isAnnouncing = first.endsWith(":");
  if (second === undefined || (!isAnnouncing && first.split(/\s+/).length >= 3))
    return clip(first, 240);
  return clip(`${first}${isAnnouncing ? "" : ":"} ${second}`, 240);
}

const HEADING =
  /^(?:(?:implement the following )?plan|context|overview|background|summary|task|goal|instructions?|description|introduction):?$/i;
/** A prompt that resumes another session, or contains only an address. */
const REFERS =
  /\b(?:pick up where|where (?:we|you|i) left off|continue (?:where|from))\b|^\S*https?:\S+$/i;

function done(trace: Trace, files: readonly string[]): string[] {
  const commits = trace.commits.map(
    (commit) => `committed: ${clip(commit.message.split("\n")[0] ?? "", 120)}`,
  );
  const edits = files.length === 0 ? [] : [editedWords(files)];
  const passed = lastRuns(trace).filter((step) => step.isOk);
  const checks = passed.map(
    (step) => `\`${clip(canonicalCommand(step.command ?? ""), 80)}\` passes`,
  );
  const found = [...commits.slice(-3), ...edits, ...checks.slice(-2)].slice(0, MAX_ITEMS);
  return found.length > 0 ? found : ranCommands(trace);
}

/** Returns the last successful commands that did more than look. Used when nothing else is known to be done. */
function ranCommands(trace: Trace): string[] {
  const ran = trace.steps.filter(
    ({ command, isOk }) => isOk && command !== null && !isReadOnly(command),
  );
  return ran
    .slice(-2)
    .map(({ command }) => `ran \`${clip(canonicalCommand(command ?? ""), 100)}\``);
}

/**
 * Returns the outcome, corrected to "partial" when a check was still failing at the end. Hosts report every session that was
 * not aborted as a success.
 */
export function outcomeSeen(trace: Trace, outcome: string | null): string | null {
  return outcome === "success" && openRuns(trace).length > 0 ? "partial" : outcome;
}

/** Returns the checks that failed and that no later run of the same purpose passed. */
function openRuns(trace: Trace): string[] {
  const runs = lastRuns(trace);
  const isMadeGood = (failed: Step) =>
    runs.some(
      (later) =>
        later.isOk &&
        later.seq > failed.seq &&
        purposeOf(later.command ?? "") === purposeOf(failed.command ?? ""),
    );
  return runs
    .filter((step) => !step.isOk && !isMadeGood(step))
    .map((step) => `\`${clip(canonicalCommand(step.command ?? ""), 100)}\` was still failing`)
    .slice(-2);
}

/** Returns the last run of each checking command. */
function lastRuns(trace: Trace): Step[] {
  const runs = new Map<string, Step>();
  for (const step of trace.steps) {
    if (step.command === null) continue;
    const purpose = purposeOf(step.command);
    if (
      purpose === "test" ||
      purpose === "typecheck" ||
      purpose === "lint" ||
      purpose === "build"
    ) {
      runs.set(canonicalCommand(step.command), step);
    }
  }
  return [...runs.values()];
}
