/**
 * That files were added with a change to another is borne out by what is there today: the other names most of what is in
 * the folder, or has files of the same names. Else it may have been features that brought both.
 */
import { PROPOSE } from "./limits.ts";

/** The project's files as they are. */
export interface Tree {
  /** False where the project is not on this machine: everything counts as there then. */
  readonly isKnown: boolean;
  readonly isThere: (path: string) => boolean;
  /** The text of a small file; null where there is none, or it is too large. */
  readonly read: (path: string) => string | null;
  /** The names of the files in a folder. */
  readonly list: (folder: string) => readonly string[];
}

/** `path` is a file, or a folder with a slash at its end. */
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

/** As it is written, or in the case and with the marks of another language. */
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

/** Of the files in it, what comes before the first dot, without what marks a test. */
function stemsIn(folder: string, tree: Tree): string[] {
  const stems = tree
    .list(folder)
    .map((name) =>
      name.replace(/\..*$/, "").replace(/^test_|[-_](?:test|spec)$|(?<=[a-z])Tests?$/, ""),
    );
  return [...new Set(stems)].filter((stem) => stem.length >= 2 && !NO_NAME.test(stem)).sort();
}
