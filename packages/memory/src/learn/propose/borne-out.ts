/**
 * Decides whether the current files support the statement that files were added together with a change to another: the other
 * file names most of the files in the folder, or its folder has files with the same names. Otherwise a feature may have
 * caused both.
 */
import { PROPOSE } from "./limits.ts";

/** The project's current files. */
export interface Tree {
  /** False when the project is not on this machine; every path then counts as existing. */
  readonly isKnown: boolean;
  readonly isThere: (path: string) => boolean;
  /** Returns the text of a small file; null when it does not exist or is too large. */
  readonly read: (path: string) => string | null;
  /** Returns the names of the files in a folder. */
  readonly list: (folder: string) => readonly string[];
}

/** Whether the files support the statement. `path` is a file, or a folder with a trailing slash. */
export function isBorneOut(folder: string, path: string, tree: Tree): boolean {
  if (!tree.isThere(path)) return false;
  const stems = stemsIn(folder, tree).slice(0, PROPOSE.namedMost);
  if (stems.length < PROPOSE.namedMin) return false;
  const isNamed = path.endsWith("/") ? namesOf(path, tree) : namedIn(path, tree);
  const named = stems.filter(isNamed).length;
  return named / stems.length >= PROPOSE.namedMinShare;
}

function namesOf(folder: string, tree: Tree): (stem: string) => boolean {
  const stems = new Set(stemsIn(folder.slice(0, -1), tree).map(plain));
  return (stem) => stems.has(plain(stem));
}

/** Returns a test for whether a file names a stem, as written or in the case and separators of another language. */
function namedIn(path: string, tree: Tree): (stem: string) => boolean {
  const text = (tree.read(path) ?? "").toLowerCase();
  const joined = plain(text);
  return (stem) => {
    const word = stem.toLowerCase();
    return hasWord(text, word) || (word !== plain(word) && joined.includes(plain(word)));
  };
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/[a-z0-9]/.test(text.charAt(at - 1))) return true;
  return false;
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, "");
}

const NO_NAME = /^(?:index|mod|__init__|readme|main|base|common|utils?|types?|package|license)$/i;

/** Returns the names of the files in a folder up to the first dot, without test markers. */
function stemsIn(folder: string, tree: Tree): string[] {
  const stems = tree
    .list(folder)
    .map((name) =>
      name.replace(/\..*$/, "").replace(/^test_|[-_](?:test|spec)$|(?<=[a-z])Tests?$/, ""),
    );
  return [...new Set(stems)].filter((stem) => stem.length >= 2 && !NO_NAME.test(stem)).sort();
}
