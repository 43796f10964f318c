/** Statistics of a session, with which later sessions are compared. A single digest has no meaning by itself. */
import {
  type DoneAction,
  type FileUse,
  type ModuleVisit,
  moduleOf,
  type SeenError,
  type SessionDigest,
  taskKindOf,
} from "../../../domain/session/session-digest.ts";
import { clip } from "../../../domain/text/text.ts";
import { type Action, actionsOf } from "../action.ts";
import { isScratch, purposeOf } from "../commands/command-shape.ts";
import { isEdit } from "../detector.ts";
import { errorOf, type Step, type Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { outputTokens } from "./context-token-spike.ts";

const MAX_ERRORS = 5;
const MAX_ERROR_CHARS = 160;

/** Returns null for a session without a step, such as a repository's history or a chat. */
export function digestOf(trace: Trace): SessionDigest | null {
  const { steps } = trace;
  const [first] = steps;
  if (first === undefined) return null;
  const times = steps.map(({ atMs }) => atMs).filter((atMs) => !Number.isNaN(atMs));
  return {
    kind: taskKindOf(trace.messages.find(({ by }) => by === "user")?.text ?? ""),
    steps: steps.length,
    tokens: steps.reduce((sum, step) => sum + outputTokens(step), 0),
    fromMs: minOf(times),
    toMs: maxOf(times),
    actions: actionsOf(trace)
      .map((actions) => actions.slice(-DETECT.digestActions))
      .map((actions) => actions.map(asDone))
      .filter((actions) => actions.length > 0),
    modules: visits(steps),
  };
}

function asDone({ name, isOk, isTainted }: Action): DoneAction {
  return isTainted ? { name, isOk, isTainted } : { name, isOk };
}

/** Not by spreading: a session may have more steps than a call can have arguments. */
function minOf(times: readonly number[]): number {
  return times.reduce((a, b) => Math.min(a, b), times[0] ?? 0);
}

function maxOf(times: readonly number[]): number {
  return times.reduce((a, b) => Math.max(a, b), times[0] ?? 0);
}

interface Counting {
  tokens: number;
  isTainted: boolean;
  readonly files: Map<string, ReturnType<typeof firstUse>>;
  readonly errors: Map<string, SeenError>;
}

function visits(steps: readonly Step[]): ModuleVisit[] {
  const modules = new Map<string, Counting>();
  const knownFiles = new Set<string>();
  const met = new Set<string>();
  for (const step of steps) {
    for (const file of usedFiles(step)) {
      const own = counting(modules, moduleOf(file));
      const use = own.files.get(file) ?? firstUse(step);
      own.files.set(file, use);
      if (isEdit(step)) {
        use.edits++;
        use.toMs = step.atMs;
      } else use.reads++;
      own.isTainted ||= step.isTainted;
      if (step.tool === "read") own.tokens += outputTokens(step);
      knownFiles.add(file);
    }
    const error = !step.isOk && isRun(step) ? errorOf(step).fingerprint : null;
    // Each error once: a session that meets the same error a hundred times does not search a hundred outputs.
    if (error === null || met.has(error) || met.size >= DETECT.digestErrors) continue;
    met.add(error);
    noteError(modules, step, knownFiles);
  }
  return [...modules].map(([module, { tokens, isTainted, files, errors }]) => {
    const uses = [...files].map(([path, use]): FileUse => ({ path, ...use }));
    return {
      module,
      reads: uses.reduce((sum, { reads }) => sum + reads, 0),
      edits: uses.reduce((sum, { edits }) => sum + edits, 0),
      tokens,
      files: uses
        .sort((a, b) => b.edits - a.edits || b.reads - a.reads)
        .slice(0, DETECT.digestFiles),
      errors: [...errors.values()],
      ...(isTainted && { isTainted }),
    };
  });
}

/** Returns whether a command counts as a run; complaints of a linter or formatter about new code are normal work. */
function isRun({ command }: Step): boolean {
  const purpose = command === null ? null : purposeOf(command);
  return purpose !== null && purpose !== "lint" && purpose !== "format";
}

function firstUse({ atMs }: Step) {
  return { reads: 0, edits: 0, fromMs: atMs, toMs: atMs };
}

function usedFiles(step: Step): string[] {
  if (!isEdit(step) && !(step.isOk && step.tool === "read")) return [];
  return [...new Set(step.files)].filter((file) => !isScratch(file));
}

function counting(modules: Map<string, Counting>, module: string): Counting {
  const own = modules.get(module) ?? {
    tokens: 0,
    isTainted: false,
    files: new Map(),
    errors: new Map(),
  };
  modules.set(module, own);
  return own;
}

/** Assigns an error to the modules whose files are named in its significant line or the lines around it. */
function noteError(modules: Map<string, Counting>, step: Step, knownFiles: Iterable<string>): void {
  const { fingerprint, line } = errorOf(step);
  if (fingerprint === null) return;
  const error = { fingerprint, line: clip(line, MAX_ERROR_CHARS) };
  const context = linesAround(step.output, line);
  for (const file of knownFiles) {
    const own = context.includes(file) ? modules.get(moduleOf(file)) : undefined;
    if (own === undefined || own.errors.size >= MAX_ERRORS) continue;
    own.errors.set(fingerprint, error);
    own.isTainted ||= step.isTainted;
  }
}

/** Returns the lines around the error: a run lists everything it processes, and only lines near the error concern it. */
function linesAround(output: string, line: string): string {
  const lines = output.split("\n");
  const at = lines.findIndex((item) => item.includes(line));
  const around = DETECT.digestErrorLines;
  return lines.slice(Math.max(0, at - around), Math.max(0, at) + around + 1).join("\n");
}
