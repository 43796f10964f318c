/**
 * Finds `@path` imports in a rule file and resolves their targets. Never outside the project, whatever home folder they name.
 */
import { posix } from "node:path";

export interface ImportLine {
  /** The path as written, without the `@`. */
  readonly written: string;
  readonly line: number;
  /** Path from the project's root; null if outside the project. */
  readonly path: string | null;
}

const IMPORT = /(?<=^|[\s(])@((?:~\/|\.{0,2}\/)?[\w.+~-][\w.+/~-]*)/g;
const FENCE = /^\s*(`{3,}|~{3,})/;
const TEXT_FILE = /\.(?:md|mdc|markdown|txt|rst)$/i;

/** Returns the imports in `text`, the content of the file `from`. Code, fenced or between backticks, is skipped. */
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
      // `@scope/package`, `@somebody` and `@decorator.name` are not imports: only names of text files are.
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
