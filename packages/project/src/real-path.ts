/**
 * Resolves the symbolic links of a path as far as the path exists. A payload can contain a path of any length, so the
 * search starts at the root and stops at the first part that is missing. Its cost depends on the folders that exist.
 */
import { existsSync, realpathSync } from "node:fs";
import { dirname, join, parse, resolve, sep } from "node:path";

export interface RealPath {
  /** The whole path. */
  readonly path: string;
  /** The deepest folder or file of the path that exists. */
  readonly existing: string;
}

/** `absolute` must be normalised. Null if not even its root can be read. */
export function realPathOf(absolute: string): RealPath | null {
  const whole = real(absolute);
  if (whole !== null) return { path: whole, existing: whole };
  for (let found = deepestExisting(absolute); ; found = dirname(found)) {
    const existing = real(found);
    if (existing !== null) {
      return { path: resolve(existing, `.${sep}${absolute.slice(found.length)}`), existing };
    }
    if (dirname(found) === found) return null;
  }
}

function deepestExisting(absolute: string): string {
  let found = parse(absolute).root;
  for (const part of absolute.slice(found.length).split(sep)) {
    const next = join(found, part);
    if (!existsSync(next)) return found;
    found = next;
  }
  return found;
}

function real(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
