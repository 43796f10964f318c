/** What is behind a path, without opening it. A path that cannot be looked at has nothing behind it. */
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
    // Not ours to look at, a loop of links, a name too long, a path with a zero byte.
    return undefined;
  }
}
