/** What Copilot's shell tells the model ends with a line of its own: which shell it was, and how the command ended. */

export interface ShellOutput {
  /** Without that line: the shell's number differs from run to run. */
  readonly output: string;
  /** Null where the command had not ended. */
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
