/** What a shell command in pi told the model: one that failed ends with a line of pi's own. */

export interface PiOutput {
  /** Without that line. */
  readonly output: string;
  /** Undefined where none is told. */
  readonly exitCode: number | undefined;
}

const EXIT = /\n*Command exited with code (\d{1,10})$/;

export function readPiOutput(told: string): PiOutput {
  const exit = EXIT.exec(told);
  return exit === null
    ? { output: told, exitCode: undefined }
    : { output: told.slice(0, exit.index), exitCode: Number(exit[1]) };
}
