/**
 * Detects an option that a program on this machine does not support, and the replacement: the same program without the option, or
 * the host's own search. Wrappers and tools of another system cause such errors in every session.
 */

import { draft, titleOf } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import { signalFrom } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";
import { canonicalCommand, isPresentable, purposeOf } from "./command-shape.ts";

/** Error messages that name the unsupported option, in quotes or after "option". */
const REFUSED_OPTION =
  /\b(?:unexpected argument|unknown (?:option|flag|argument)|unrecogni[sz]ed (?:option|argument)|(?:illegal|invalid) option|bad flag|flag provided but not defined:?)\s*(?:--\s*)?['"`:]?\s*(-{0,2}[A-Za-z][\w-]*)/i;
const SEARCHING = /^(?:grep|rg|ag|find|egrep)$/;

/** Programs of every machine. Their options do not depend on the project, and one retry finds the right one. */
const GENERIC =
  /^(?:cat|ls|e?grep|rg|ag|find|fd|g?sed|g?awk|head|tail|sort|uniq|wc|cut|tr|xargs|date|stat|du|df|ps|cp|mv|rm|mkdir|touch|ln|chmod|tree|diff|echo|printf|tar|curl|wget|g?timeout|time|which|readlink|base64|tee|ssh|git|jq|less|more|file|kill|pkill|sleep|env|test)$/;

interface Refusal {
  readonly program: string;
  /** The option as the program names it: `-n` if the program read `-name` letter by letter. */
  readonly option: string;
  /** The option as the agent typed it. */
  readonly typed: string;
  readonly error: string;
}

/** At most one signal per program in a session, and one more for each option with another supported form. */
export function refusedOptions(trace: Trace, steps: readonly Step[]): Signal[] {
  const found = new Map<string, Signal>();
  for (const [i, refused] of steps.entries()) {
    const refusal = readRefusal(refused);
    if (refusal === null) continue;
    const window = steps.slice(i + 1, i + 1 + DETECT.refusedOptionWindow.value);
    const answer = window.find((step) => answers(refusal, step));
    if (answer === undefined) continue;
    // If the host's own search replaces the program, it does so for every option.
    const option = answer.command === null ? "" : ` ${refusal.option}`;
    const subject = `refused:${refusal.program}${option}`;
    if (found.has(subject)) continue;
    found.set(subject, toSignal(trace, { refused, answer, refusal, subject }));
  }
  return [...found.values()];
}

function readRefusal(step: Step): Refusal | null {
  if (step.command === null || purposeOf(step.command) !== null) return null;
  if (!isPresentable(step.command)) return null;
  if (step.output.length > SHORT) return null;
  const line = step.output.split("\n").find((item) => REFUSED_OPTION.test(item));
  const named = REFUSED_OPTION.exec(line ?? "")?.[1];
  if (line === undefined || named === undefined) return null;
  const program =
    /^(?!error\b)([a-z][\w.-]*): /.exec(line.trim())?.[1] ?? firstProgram(step.command);
  const option = named.startsWith("-") ? named : `-${named}`;
  const typed = program === null ? null : typedOption(step.command, program, option);
  // The error must be about the typed option, not about other output of the command.
  if (program === null || typed === null) return null;
  return { program, option, typed, error: clip(line.trim(), 160) };
}

const SHORT = 1500;

function firstProgram(command: string): string | null {
  const program = canonicalCommand(command).split(" ")[0]?.split("/").at(-1) ?? "";
  return /^[a-z][\w.-]*$/i.test(program) ? program : null;
}

/** The text between the program and the next pipe. Null if the command does not run the program. */
function argumentsOf(command: string, program: string): string | null {
  const name = program.replace(/[.]/g, "\\.");
  const found = new RegExp(
    `(?:^|[|;&(]\\s*|\\bcommand )(?:\\S*/)?${name}((?:\\s[^|;&]*)?)(?:[|;&]|$)`,
    "m",
  );
  return found.exec(command)?.[1] ?? null;
}

/** The typed word that contains the option: `-rn` for `-r`. */
function typedOption(command: string, program: string, option: string): string | null {
  const words = (argumentsOf(command, program) ?? "").split(/\s+/);
  if (option.length > 2) return words.find((word) => word.startsWith(option)) ?? null;
  const letter = new RegExp(`^-[A-Za-z]*${option.slice(1)}`);
  return words.find((word) => letter.test(word)) ?? null;
}

function answers(refusal: Refusal, step: Step): boolean {
  if (!step.isOk) return false;
  if (step.tool === "search" || step.tool === "glob") return SEARCHING.test(refusal.program);
  if (step.command === null || REFUSED_OPTION.test(step.output.slice(0, SHORT))) return false;
  return (
    argumentsOf(step.command, refusal.program) !== null &&
    typedOption(step.command, refusal.program, refusal.option) === null
  );
}

/** The program with its options and words, up to the first path or quoted text. */
function worded(command: string, program: string): string {
  const words = (argumentsOf(command, program) ?? "").trim().split(/\s+/);
  const end = words.findIndex((word) => !/^-{0,2}[A-Za-z][\w-]*$/.test(word));
  return [program, ...words.slice(0, end < 0 ? 3 : Math.min(end, 3))].join(" ");
}

function toSignal(
  trace: Trace,
  seen: {
    readonly refused: Step;
    readonly answer: Step;
    readonly refusal: Refusal;
    readonly subject: string;
  },
): Signal {
  const { refused, answer, refusal, subject } = seen;
  const what = `${refusal.program} ${refusal.typed}`;
  const instead =
    answer.command === null
      ? `the ${answer.hostTool} tool`
      : `\`${worded(answer.command, refusal.program)}\``;
  return signalFrom(trace, {
    type: "command_success",
    subject,
    score: DETECT.commandSuccessScore,
    minSessions: DETECT.refusedOptionMinSessions.value,
    isCountedOnly: GENERIC.test(refusal.program),
    from: [refused, answer],
    evidence: {
      kind: "exit_code",
      detail:
        answer.command === null
          ? sentenceOf("other_tool_worked", { command: what, tool: answer.hostTool })
          : sentenceOf("other_command_worked", {
              command: what,
              other: clip(worded(answer.command, refusal.program), 98),
            }),
    },
    draft: draft({
      type: "workflow_recipe",
      title: titleOf(`\`${what}\` is not supported on this machine`),
      content: `\`${what}\` is not supported on this machine: it fails with “${refusal.error}”. Use ${instead} instead; it worked right after the failure.`,
      payload: { refused: [what], steps: [instead] },
      tags: ["command"],
    }),
  });
}
