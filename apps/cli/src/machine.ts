/** The environment of the process: variables, streams, clock. */

/** The environment of the process. `main.ts` creates the real one; tests create their own. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly userHome: string;
  /** Throws if the working directory was deleted. */
  readonly cwd: () => string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly nowMs: () => number;
  /** How the user calls this program, if not as `tacit`. */
  readonly calledAs?: string;
  /** Calls `act` at the next Ctrl-C instead of ending. Returns a function that cancels this. Absent: not possible. */
  readonly onInterrupt?: (act: () => void) => () => void;
}

export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly write: (text: string) => unknown;
}

/**
 * Replaces command names in our texts, which are `tacit …` in a sentence or after two spaces at the start of a line. A user
 * of npx has no such command.
 */
export function asCalled(text: string, { calledAs }: Machine): string {
  return calledAs === undefined
    ? text
    : text.replace(/(`|^ {2}(?:\$ )?)tacit /gm, `$1${calledAs} `);
}
