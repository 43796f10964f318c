/** The output of a shell command in pi. Output of a failed command ends with a line that pi added. */

export interface PiOutput {
  /** Without the line that pi added. */
  readonly output: string;
  /** Undefined if the output has none. */
  readonly exitCode: number | undefined;
}

const EXIT = /\n*Command exited with code (\d{1,10})$/;

export function readPiOutput(text: string): PiOutput {
  const exit = EXIT.exec(text);
  return exit === null
    ? { output: text, exitCode: undefined }
    : { output: text.slice(0, exit.index), exitCode: Number(exit[1]) };
}
