/** Interface of an agent host's registration: whether the host is installed, and how its files change. */
import { readTextAt } from "@tacit-memory/files";

export interface DisconnectRequest {
  /** The user's home folder. */
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tacit's home folder; receipts are stored there. */
  readonly home: string;
  /** Absolute paths of the files to write for a host without files of its own; default: the files written before. */
  readonly serverFiles?: readonly string[];
}

export interface ConnectRequest extends DisconnectRequest {
  readonly hookPath: string;
  readonly nodePath: string;
  readonly mcpCommand: string;
  readonly mcpArgs: readonly string[];
}

/** Commands that start our programs. */
export interface Programs {
  /** Path of the Node that runs hooks. */
  readonly nodePath: string;
  /** Path of the bundled hook. */
  readonly hookPath: string;
  readonly mcpCommand: string;
  readonly mcpArgs: readonly string[];
  /** Tacit's home folder. */
  readonly home: string;
  /** Whether programs find that folder without being passed its path. */
  readonly isDefaultHome: boolean;
}

/** Change of one file, and its removal. Both throw "config_malformed". */
export interface Edit {
  readonly path: string;
  /** Returns whether all our entries are present in the current form, wherever others have moved them. */
  readonly holds: (text: string, programs: Programs) => boolean;
  /** Returns the new text; null if the file was left alone, for the reason in `otherwise`. */
  readonly add: (text: string, programs: Programs) => string | null;
  /** Returns the text without our entries. `was`: the text before us, if it is known. */
  readonly remove: (text: string, was: string | null) => string;
  /** Returns whether the text is empty: what remains of a file that contained only our entries. */
  readonly isEmpty: (text: string) => boolean;
  readonly done: string;
  readonly otherwise: string;
  /**
   * Whether the file is completely ours or not at all: without our content it must not exist, because an empty file would be
   * an error.
   */
  readonly isWhole?: boolean;
  /** Whether the file is a program that the host runs. */
  readonly isProgram?: boolean;
  /** Host that must find the file again by its receipt, because its path is not known otherwise. */
  readonly keeper?: string;
}

export interface RegisteredHost {
  readonly name: string;
  /** Name for people. */
  readonly title: string;
  /** Name of the program on the PATH; null for an entry that represents many hosts and is connected only by name. */
  readonly program: string | null;
  /** Returns the configuration folder; null for such an entry. */
  readonly folder: (request: DisconnectRequest) => string | null;
  readonly edits: (request: DisconnectRequest) => readonly Edit[];
  /** Remaining step for the user, in one sentence; null for none. */
  readonly stillToDo: string | null;
  /** Whether the host has only our MCP server and no hooks. */
  readonly isServerOnly?: boolean;
  /** Whether the adapter follows the host's documentation and was never run against the program. */
  readonly isOnlyDocumented?: boolean;
  /** Returns the remaining step as the host reports it; null for none, undefined if the host could not be asked. */
  readonly askWhatIsLeft?: (
    request: DisconnectRequest,
    cwd: string,
  ) => Promise<string | null | undefined>;
}

export function isEmptyObject(text: string): boolean {
  return text.trim() === "{}";
}

/** Maximum bytes read; no host has a file of this size. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Returns the text of a host's file; null without one. */
export function hostFileText(path: string): string | null {
  return readTextAt(path, MAX_BYTES);
}
