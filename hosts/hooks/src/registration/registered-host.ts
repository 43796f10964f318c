/** What every agent host's registration provides: is it here, and how do its files change? */

export interface DisconnectRequest {
  /** The user's home folder. */
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tacit's home folder; receipts are kept there. */
  readonly home: string;
  /** Absolute; the files that a host without files of its own is to be written into. Those it was written into, where not given. */
  readonly serverFiles?: readonly string[];
}

export interface ConnectRequest extends DisconnectRequest {
  readonly hookPath: string;
  readonly nodePath: string;
  readonly mcpCommand: string;
  readonly mcpArgs: readonly string[];
}

/** How our programs are started. */
export interface Programs {
  /** The Node that runs hooks. */
  readonly nodePath: string;
  /** The bundled hook. */
  readonly hookPath: string;
  readonly mcpCommand: string;
  readonly mcpArgs: readonly string[];
  /** Tacit's home folder. */
  readonly home: string;
  /** Whether programs would find that folder without being told. */
  readonly isDefaultHome: boolean;
}

/** What changes in one file, and how that is taken back. Both throw "config_malformed". */
export interface Edit {
  readonly path: string;
  /** Everything of ours is there as we would write it, wherever others have moved it. */
  readonly holds: (text: string, programs: Programs) => boolean;
  /** Null: it was left alone, for the reason in `otherwise`. */
  readonly add: (text: string, programs: Programs) => string | null;
  /** `was`: the text before us, where it is known. */
  readonly remove: (text: string, was: string | null) => string;
  /** A text with nothing in it: what is left of a file that was ours alone. */
  readonly isEmpty: (text: string) => boolean;
  readonly done: string;
  readonly otherwise: string;
  /** Whether the file is ours as a whole or not at all: without us there is none, empty it would be an error. */
  readonly isWhole?: boolean;
  /** Whether it is a program that the host runs. */
  readonly isProgram?: boolean;
  /** The host that must find the file again by its receipt, since nothing else tells where it is. */
  readonly keeper?: string;
}

export interface RegisteredHost {
  readonly name: string;
  /** As people call it. */
  readonly title: string;
  /** The program, as it is called on the PATH; null for what stands for many, and is connected only by name. */
  readonly program: string | null;
  /** Where it keeps its configuration; null likewise. */
  readonly folder: (request: DisconnectRequest) => string | null;
  readonly edits: (request: DisconnectRequest) => readonly Edit[];
  /** What the user must still do, in one sentence; null for nothing. */
  readonly stillToDo: string | null;
  /** It has our MCP server alone: no hook of its tells anything. */
  readonly isServerOnly?: boolean;
  /** Written by the host's documentation, and never run against the program itself. */
  readonly isOnlyDocumented?: boolean;
  /** The same by what the host says of itself; null for nothing, undefined where it could not be asked. */
  readonly askWhatIsLeft?: (
    request: DisconnectRequest,
    cwd: string,
  ) => Promise<string | null | undefined>;
}

export function isEmptyObject(text: string): boolean {
  return text.trim() === "{}";
}
