/**
 * Opens a regular file. A pipe with nobody at its other end is opened at once instead of being waited for, and what was
 * opened is looked at, so that nobody can put a pipe there between a look and the opening.
 */
import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";

/** Windows has neither flag. */
export const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

export interface OpenFile {
  /** To be closed by the caller. */
  readonly fd: number;
  readonly stat: Stats;
}

export interface OpenOptions {
  /** Refuses a link in the place of the file itself; folders above it may be links. */
  readonly noFollow?: boolean;
}

/** Null for what is no regular file. Throws what the system says where nothing can be opened. */
export function openToRead(path: string, { noFollow = false }: OpenOptions = {}): OpenFile | null {
  let fd: number;
  try {
    fd = openSync(path, noFollow ? READ_AT_ONCE | NO_FOLLOW : READ_AT_ONCE);
  } catch (error) {
    // A socket cannot be opened, nor can a device without a driver.
    if (isCode(error, ["ENXIO", "ENODEV", "EOPNOTSUPP", "ENOTSUP"])) return null;
    throw error;
  }
  try {
    const stat = fstatSync(fd);
    if (stat.isFile()) return { fd, stat };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
  closeSync(fd);
  return null;
}

export function isCode(error: unknown, codes: readonly string[]): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && codes.includes(code);
}
