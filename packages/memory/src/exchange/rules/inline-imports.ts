/**
 * `@path` in a rule file: the text of that file belongs to it. Which are meant, and where they lead. Never outside
 * the project, whoever's home folder they name.
 */
import { posix } from "node:path";

export interface ImportLine {
  /** As written, without the `@`. */
  readonly written: string;
  readonly line: number;
  /** From the project's root; null: it leads out of the project. */
  readonly path: string | null;
}

const IMPORT = /(?<=^|[\s(])@((?:~\/|\.{0,2}\/)?[\w.+~-][\w.+/~-]*)/g;
const FENCE = /^\s*(`{3,}|~{3,})/;
const TEXT_FILE = /\.(?:md|mdc|markdown|txt|rst)$/i;

/** In `text`, which is all of the file at `from`. Not in code, fenced or between backticks. */
export function importsIn(text: string, from: string): ImportLine[] {
  const found: ImportLine[] = [];
  let fence: string | null = null;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const mark = FENCE.exec(raw)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence) === true) fence = null;
      continue;
    }
    if (mark !== null) {
      fence = mark;
      continue;
    }
    for (const [, reference = ""] of raw.replace(/`[^`]*`/g, " ").matchAll(IMPORT)) {
      const written = reference.replace(/(?<!\.)\.+$/, "");
      // `@scope/package`, `@somebody`, `@decorator.name` are none: a text file's name is meant.
      if (!TEXT_FILE.test(written)) continue;
      found.push({ written, line: index + 1, path: resolved(written, from) });
    }
  }
  return found;
}

function resolved(written: string, from: string): string | null {
  if (/^[~/]/.test(written)) return null;
  const path = posix.normalize(posix.join(posix.dirname(from), written));
  return path === ".." || path.startsWith("../") ? null : path;
}
