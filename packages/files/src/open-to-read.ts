/**
 * Opens a regular file. A pipe without a writer is opened at once instead of waiting, and the opened file itself is checked,
 * so that a pipe cannot be put in place between a check and the opening.
 */
import { closeSync, constants, fstatSync, openSync, type Stats } from "node:fs";

/** Flags for opening without waiting; Windows has neither. */
export const READ_AT_ONCE = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;

export interface OpenFile {
  /** File descriptor, which the caller closes. */
  readonly fd: number;
  readonly stat: Stats;
}

export interface OpenOptions {
  /** Refuses a link in place of the file itself; folders above it may be links. */
  readonly noFollow?: boolean;
}

/** Opens the file; null if it is not a regular file. Throws the system's error if nothing can be opened. */
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
