/** Lists what was shown to an agent in a session, at which point and why, and the visible result. Pure. */

import type { MemoryId } from "../domain/ids.ts";
import type { Memory, MemoryType, TrustLevel } from "../domain/memory.ts";
import { advisedCommand } from "../domain/text/advised-command.ts";
import { clip, oneLine } from "../domain/text/text.ts";
import { canonicalCommand } from "../learn/detect/commands/command-shape.ts";
import { isSameRun } from "../learn/detect/detector.ts";
import { errorOf, type Step, type Trace } from "../learn/detect/trace.ts";
import type { InjectionPoint, InjectionRow } from "../store/sessions/injections.ts";

/**
 * Derived from the session's events at that moment: the ledger stores when and what, the events show why. start: the block at
 * the beginning of a session. asked: it is relevant to this prompt. file, error, search: it is about what the agent was
 * working with. step: the reason is unknown. compaction, subagent: as at the start, again.
 */
interface ShownReason {
  readonly kind:
    | "start"
    | "asked"
    | "file"
    | "error"
    | "search"
    | "step"
    | "compaction"
    | "subagent";
  /** The prompt, file, error or pattern, clipped; null for the others. */
  readonly detail: string | null;
}

/**
 * The visible result. confirmed: this session has become evidence for it. command_ran: its command was run afterwards and
 * succeeded. error_gone: the run that failed with its error passed afterwards. error_again: its error came again.
 */
interface ShownOutcome {
  readonly kind: "confirmed" | "command_ran" | "error_gone" | "error_again";
  readonly detail: string;
}

export interface ShownMemories {
  readonly atMs: number;
  readonly point: InjectionPoint;
  readonly tokens: number;
  readonly memoryId: MemoryId;
  /** Null when it has been forgotten. */
  readonly memory: {
    readonly type: MemoryType;
    readonly standing: TrustLevel;
    /** Clipped. */
    readonly content: string;
  } | null;
  readonly because: ShownReason;
  /** Empty when nothing is known, which is the usual case. */
  readonly fruit: readonly ShownOutcome[];
}

/**
 * Maximum milliseconds between an injection and its step: a hook answers before the step's result is dated, and a little
 * after the prompt is.
 */
const NEAR_MS = 120_000;
const SLACK_MS = 5_000;
const CONTENT_CHARS = 320;
const DETAIL_CHARS = 160;

/** Lists what was shown. `rows`: in order of time, without the agent's own writes. */
export function shownIn(
  trace: Trace,
  rows: readonly InjectionRow[],
  memories: ReadonlyMap<MemoryId, Memory>,
): ShownMemories[] {
  return rows.map(({ atMs, point, tokens, memoryId }) => {
    const memory = memories.get(memoryId);
    return {
      atMs,
      point,
      tokens,
      memoryId,
      memory:
        memory === undefined
          ? null
          : {
              type: memory.type,
              standing: memory.standing,
              content: clip(memory.content, CONTENT_CHARS),
            },
      because: becauseOf(trace, point, atMs, memory),
      fruit: memory === undefined ? [] : fruitOf(trace, atMs, memory),
    };
  });
}

const BY_POINT: Partial<Record<InjectionPoint, ShownReason["kind"]>> = {
  session_start: "start",
  compaction: "compaction",
  subagent: "subagent",
};

function becauseOf(
  trace: Trace,
  point: InjectionPoint,
  atMs: number,
  memory: Memory | undefined,
): ShownReason {
  const kind = BY_POINT[point];
  if (kind !== undefined) return { kind, detail: null };
  if (point === "prompt") {
    const prompt = trace.messages.findLast(
      (message) => message.by === "user" && message.atMs <= atMs + SLACK_MS,
    );
    return prompt === undefined
      ? { kind: "step", detail: null }
      : { kind: "asked", detail: short(prompt.text) };
  }
  if (memory === undefined) return { kind: "step", detail: null };
  const near = trace.steps
    .filter((step) => Math.abs(step.atMs - atMs) <= NEAR_MS)
    .sort((a, b) => Math.abs(a.atMs - atMs) - Math.abs(b.atMs - atMs));
  return aboutError(near, memory) ?? aboutSearch(near, memory) ?? aboutFile(near, memory);
}

function aboutError(near: readonly Step[], { errorFingerprint }: Memory): ShownReason | null {
  if (errorFingerprint === null) return null;
  const failed = near.find((step) => !step.isOk && errorOf(step).fingerprint === errorFingerprint);
  return failed === undefined ? null : { kind: "error", detail: short(errorOf(failed).line) };
}

function aboutSearch(near: readonly Step[], { payload }: Memory): ShownReason | null {
  const searched = near.find(({ query }) => query !== null && query === payload.pattern);
  return searched === undefined ? null : { kind: "search", detail: short(searched.query ?? "") };
}

function aboutFile(near: readonly Step[], { files }: Memory): ShownReason {
  const used = near.flatMap((step) => step.files).find((file) => files.includes(file));
  return used === undefined
    ? { kind: "step", detail: null }
    : { kind: "file", detail: short(used) };
}

function fruitOf(trace: Trace, atMs: number, memory: Memory): ShownOutcome[] {
  const confirmed = memory.evidence.find(
    (evidence) => evidence.session === trace.session && evidence.atMs > atMs,
  );
  return [
    ...(confirmed === undefined
      ? []
      : [{ kind: "confirmed" as const, detail: short(confirmed.detail) }]),
    ...commandRan(trace, atMs, memory),
    ...errorAfter(trace, atMs, memory),
  ];
}

function commandRan({ steps }: Trace, atMs: number, memory: Memory): ShownOutcome[] {
  const command = advisedCommand(memory);
  if (command === null) return [];
  const wanted = canonicalCommand(command);
  const ran = steps.find(
    (step) =>
      step.atMs > atMs &&
      step.isOk &&
      step.command !== null &&
      isCall(canonicalCommand(step.command), wanted),
  );
  return ran === undefined ? [] : [{ kind: "command_ran", detail: short(command) }];
}

/** Whether a command is the advised one, possibly with further arguments. */
function isCall(command: string, wanted: string): boolean {
  return wanted !== "" && (command === wanted || command.startsWith(`${wanted} `));
}

function errorAfter({ steps }: Trace, atMs: number, { errorFingerprint }: Memory): ShownOutcome[] {
  if (errorFingerprint === null) return [];
  const isIt = (step: Step) => !step.isOk && errorOf(step).fingerprint === errorFingerprint;
  const again = steps.find((step) => step.atMs > atMs + SLACK_MS && isIt(step));
  if (again !== undefined) return [{ kind: "error_again", detail: short(errorOf(again).line) }];
  const met = steps.findLast((step) => step.atMs <= atMs + SLACK_MS && isIt(step));
  if (met === undefined) return [];
  const passed = steps.find((step) => step.seq > met.seq && step.isOk && isSameRun(met, step));
  return passed === undefined ? [] : [{ kind: "error_gone", detail: short(passed.command ?? "") }];
}

function short(text: string): string {
  return clip(oneLine(text), DETAIL_CHARS);
}
