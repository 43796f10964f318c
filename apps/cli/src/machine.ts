/** The machine around the process: environment, streams, clock. */

/** The machine around the process; `main.ts` makes the real one, tests make their own. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly userHome: string;
  /** Throws where the working directory was deleted. */
  readonly cwd: () => string;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly nowMs: () => number;
  /** How the person calls this program, where that is not `tacit`. */
  readonly calledAs?: string;
  /** Calls `act` at the next Ctrl-C instead of ending; gives what takes that back. Absent: nobody can. */
  readonly onInterrupt?: (act: () => void) => () => void;
}

export interface Output {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly write: (text: string) => unknown;
}

/** Our texts name commands as `tacit …`, in a sentence or two spaces into a line; a person who came by npx has no such command. */
export function asCalled(text: string, { calledAs }: Machine): string {
  return calledAs === undefined
    ? text
    : text.replace(/(`|^ {2}(?:\$ )?)tacit /gm, `$1${calledAs} `);
}
