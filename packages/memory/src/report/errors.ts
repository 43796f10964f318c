/** Lists the errors of a session, each once, with the fix that was seen. Pure. */

import { sentenceOf } from "../domain/sentences/sentences.ts";
import type { Signal } from "../domain/signal.ts";
import { clip, oneLine } from "../domain/text/text.ts";
import { canonicalCommand } from "../learn/detect/commands/command-shape.ts";
import { editedFiles, isSameRun } from "../learn/detect/detector.ts";
import { errorOf, type Step, type Trace } from "../learn/detect/trace.ts";
import { isFailure, shownCommand } from "./path.ts";

/**
 * How the error was fixed. command: it was run in between. edit: those files were edited in between. options: they were
 * added. other: as described. again: the same command passed later without a visible reason.
 */
export interface FixedError {
  readonly how: "command" | "edit" | "options" | "other" | "again";
  /** The command, the files, the options or the description; "" for again. Clipped. */
  readonly detail: string;
  readonly atMs: number;
}

export interface SessionError {
  /** The line that states the error, or how the step failed when no line does. */
  readonly line: string;
  /** The failed command on one line, or the tool. Clipped. */
  readonly what: string;
  readonly atMs: number;
  /** Number of occurrences, from 1. */
  readonly times: number;
  /** The fix; null when none was seen. */
  readonly mended: FixedError | null;
}

const MAX_COMPARED = 400;
const LINE_CHARS = 240;
const WHAT_CHARS = 160;
const DETAIL_CHARS = 200;

/** Returns the errors in order of first occurrence, at most `limit`, and how many were left out. */
export function errorsOf(
  trace: Trace,
  signals: readonly Signal[],
  limit: number,
): { readonly errors: SessionError[]; readonly leftOut: number } {
  const groups = Map.groupBy(
    trace.steps.filter(isFailure),
    (step) => errorOf(step).fingerprint ?? `${whatOf(step)}\n${errorOf(step).line}`,
  );
  const all = [...groups.values()];
  const fixes = new Map(
    signals
      .filter(({ type, seqs }) => type === "error_retry" && seqs.length > 0)
      .map((signal) => [signal.seqs[0], signal]),
  );
  const places = new Map(trace.steps.map((step, i) => [step, i]));
  const errors = all.slice(0, limit).map((own): SessionError => {
    const [first] = own as [Step, ...Step[]];
    const signal = own.map(({ seq }) => fixes.get(seq)).find((item) => item !== undefined);
    const { line } = errorOf(first);
    return {
      line: clip(line === "" ? failedHow(first) : line, LINE_CHARS),
      what: whatOf(first),
      atMs: first.atMs,
      times: own.length,
      mended:
        (signal === undefined ? null : asLearned(signal)) ??
        asPassed(trace.steps, places, own.at(-1) ?? first),
    };
  });
  return { errors, leftOut: all.length - errors.length };
}

function failedHow({ exitCode }: Step): string {
  return exitCode === null
    ? sentenceOf("failed_silently", {})
    : sentenceOf("exit_status", { status: exitCode });
}

function whatOf(step: Step): string {
  const { command, hostTool, files } = step;
  const description =
    command === null ? [hostTool, ...files.slice(0, 1)].join(" ") : shownCommand(command);
  return clip(oneLine(description), WHAT_CHARS);
}

/** Returns the fix that detection found, from the payload of the memory. */
function asLearned({ draft, evidence }: Signal): FixedError | null {
  const fix = draft?.payload.fix;
  const atMs = evidence.at(-1)?.atMs;
  if (fix === undefined || atMs === undefined) return null;
  const fixedError = (how: FixedError["how"], detail: string): FixedError => ({
    how,
    detail: clip(detail, DETAIL_CHARS),
    atMs,
  });
  if (typeof fix === "string") return fixedError("other", fix);
  switch (fix.kind) {
    case "command":
      return fixedError("command", fix.command);
    case "options":
      return fixedError("options", fix.options);
    case "edit":
      return fixedError("edit", fix.files.join(", "));
    case "setting":
      return null;
  }
}

/** Returns the fix when the same command passed later; edits since the last occurrence are the most likely reason. */
function asPassed(
  steps: readonly Step[],
  places: ReadonlyMap<Step, number>,
  failure: Step,
): FixedError | null {
  if (failure.command === null || canonicalCommand(failure.command) === "") return null;
  const from = (places.get(failure) ?? 0) + 1;
  const window = steps.slice(from, from + MAX_COMPARED);
  const at = window.findIndex((step) => step.isOk && isSameRun(failure, step));
  const passed = window[at];
  if (passed === undefined) return null;
  const files = editedFiles(window.slice(0, at));
  const detail = clip(files.slice(0, 5).join(", "), DETAIL_CHARS);
  return { how: files.length === 0 ? "again" : "edit", detail, atMs: passed.atMs };
}
