/** What a command may touch: the place it works in, where it prints, whom it may ask. */
import type { Renderer } from "./renderer.ts";

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

export interface Place {
  /** Tacit's home folder. */
  readonly home: string;
  /** What --project said; null when it said nothing. */
  readonly named: string | null;
}

export interface CommandContext {
  readonly machine: Machine;
  readonly place: Place;
  readonly out: Renderer;
  /** The process ends with this status, though nothing is thrown. */
  readonly endWith: (status: number) => void;
}

/** Our texts name commands as `tacit …`, in a sentence or two spaces into a line; a person who came by npx has no such command. */
export function asCalled(text: string, { calledAs }: Machine): string {
  return calledAs === undefined
    ? text
    : text.replace(/(`|^ {2}(?:\$ )?)tacit /gm, `$1${calledAs} `);
}

/** A person sits at both ends. */
export function isInteractive(world: CommandContext): boolean {
  const { stdin, stderr } = world.machine;
  return stdin.isTTY === true && stderr.isTTY === true && !world.out.isJson;
}
