/**
 * What a shell of Gemini CLI or Qwen Code tells the model, `Output: …` and lines of facts after it → what the
 * command printed, and how it ended.
 */

export interface ShellReport {
  /** Without the labels: they hold process ids, and differ from run to run. */
  readonly output: string;
  /** 0 where none is told: one is told of failures always. */
  readonly exitCode: number;
}

const OPENING = /^(?:Command: (?:.|\n)*?\nDirectory: [^\n]*\n)?Output: /;
/** A told error stays: it is worded as what a command prints. */
const FACT = /^(?:Error: \(none\)|(?:Exit Code|Signal|Background PIDs|Process Group PGID): .*)$/;

/** Null for a text of another form: a command that was cancelled, or sent to the background. */
export function readShellReport(report: string): ShellReport | null {
  const opening = OPENING.exec(report)?.[0];
  if (opening === undefined) return null;
  const lines = report.slice(opening.length).split("\n");
  let exitCode = 0;
  let end = lines.length;
  for (; end > 1; end--) {
    const line = lines[end - 1] ?? "";
    if (!FACT.test(line)) break;
    const code = /^Exit Code: (-?\d{1,10})$/.exec(line)?.[1];
    if (code !== undefined) exitCode = Number(code);
    if (line.startsWith("Signal: ") && !line.endsWith("(none)")) exitCode ||= 1;
  }
  const output = lines.slice(0, end).join("\n").trim();
  return { output: output === "(empty)" ? "" : output, exitCode };
}

/** A failure as Claude Code words it, so that one error is the same error in every host. */
export function failureText({ output, exitCode }: ShellReport): string {
  return `Exit code ${exitCode}\n${output}`;
}
