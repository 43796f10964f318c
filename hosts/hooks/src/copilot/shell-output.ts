/** Reads the output that Copilot's shell shows the model. Its last line names the shell and how the command ended. */

export interface ShellOutput {
  /** Output without the last line: the shell's number differs from run to run. */
  readonly output: string;
  /** Null if the command had not ended. */
  readonly exitCode: number | null;
}

const ENDED =
  /\n?<(?:shellId: [^\n>]*|command) (?:completed|exited) with exit code (-?\d{1,10})>\s*$/;

export function readShellOutput(output: string): ShellOutput {
  const ended = ENDED.exec(output);
  return ended === null
    ? { output: output, exitCode: null }
    : { output: output.slice(0, ended.index), exitCode: Number(ended[1]) };
}
