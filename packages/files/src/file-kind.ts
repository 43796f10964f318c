/** Finds what kind of file a path leads to, without opening it. A path that cannot be read counts as missing. */
import { statSync } from "node:fs";

export function isFile(path: string): boolean {
  return statOf(path)?.isFile() === true;
}

export function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // No permission, a loop of links, a name that is too long, or a path with a zero byte.
    return undefined;
  }
}
