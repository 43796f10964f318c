/**
 * Splits what a shell of Gemini CLI or Qwen Code shows the model, `Output: …` followed by lines of facts, into the command's
 * output and its exit status.
 */

export interface ShellReport {
  /** Output without the labels, which contain process ids and differ from run to run. */
  readonly output: string;
  /** Exit code; 0 if the report has none, because failures always report one. */
  readonly exitCode: number;
}

const OPENING = /^(?:Command: (?:.|\n)*?\nDirectory: [^\n]*\n)?Output: /;
/** Lines of facts. An error with a text stays in the output, because it looks like a command's output. */
const FACT = /^(?:Error: \(none\)|(?:Exit Code|Signal|Background PIDs|Process Group PGID): .*)$/;

/** Returns the report; null for a text of another form, such as a command that was cancelled or sent to the background. */
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

/** Returns a failure in Claude Code's form, so that an error has the same text in every host. */
export function failureText({ output, exitCode }: ShellReport): string {
  return `Exit code ${exitCode}\n${output}`;
}
