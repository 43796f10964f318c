/** The edit of a file that is completely ours or not at all: a plugin, a skill, a command, a hook program. */
import type { Edit, Programs } from "../registered-host.ts";

interface OwnFile {
  readonly textOf: (programs: Programs) => string;
  /** Recognizes what this version or an earlier version wrote. */
  readonly isOurs: (text: string) => boolean;
  readonly done: string;
}

/** Returns the edit. A file with other content is left alone. */
export function ownFileEdit(path: string, { textOf, isOurs, done }: OwnFile): Edit {
  return {
    path,
    holds: (text, programs) => text === textOf(programs),
    add: (text, programs) => (text.trim() === "" ? textOf(programs) : null),
    remove: (text) => (isOurs(text) ? "" : text),
    isEmpty: (text) => text.trim() === "",
    isWhole: true,
    done: `${path}: ${done}`,
    otherwise: `${path}: not changed, because the file exists and Tacit did not create it`,
  };
}
