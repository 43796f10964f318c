/**
 * Detects whether the open file still has its name. A person who restores a backup replaces the file by a rename: later
 * writes would go to a file without a name, and the log beside it would be read as the new file's.
 */
import { rmSync, statSync } from "node:fs";
import { DatabaseError } from "./database-error.ts";

interface Identity {
  readonly inode: string;
  /** Creation time; 0 if it is not known. */
  readonly bornNs: bigint;
}

export interface FileInPlace {
  /** Throws "store_replaced". Once thrown, it always throws, whatever file has the name: its log may be lost. */
  readonly check: () => void;
  /**
   * Whether a file has the name that must be opened again: another one, or this one after it was away. Removes the log of the
   * replaced file, as the new file would be read with it.
   */
  readonly isReplaced: () => boolean;
  /** Closes the file, and removes the log that it left if another file has its name now. */
  readonly leave: (close: () => void) => void;
}

/**
 * Watches a file that was just opened. `checkpoint` writes the content of its log into the file itself, wherever the file is
 * now.
 */
export function watchFile(path: string, checkpoint: () => void): FileInPlace {
  const opened = identityOf(path);
  const sideFiles = [`${path}-wal`, `${path}-shm`];
  let own = sideFiles.map(identityOf);
  let isLost = false;
  const isInPlace = () => {
    isLost ||= opened !== null && !isSame(opened, identityOf(path));
    return !isLost;
  };
  /**
   * Removes our log only beside another file: if no file has the name, ours may come back with other programs that have it
   * open.
   */
  const discard = () => {
    const found = identityOf(path);
    if (opened === null || found === null || isSame(opened, found)) return;
    for (const [i, name] of sideFiles.entries()) {
      const [previous, found] = [own[i] ?? null, identityOf(name)];
      const isOwn = previous?.inode === found?.inode && previous?.bornNs === found?.bornNs;
      if (previous !== null && isOwn) rmSync(name, { force: true });
    }
  };
  const isLeft = () => {
    if (isInPlace()) return false;
    checkpoint();
    discard();
    return true;
  };
  return {
    check: () => {
      if (isLeft()) throw new DatabaseError("store_replaced", { path });
      own = sideFiles.map(identityOf);
    },
    isReplaced: () => isLeft() && identityOf(path) !== null,
    leave: (close) => {
      // The engine does not write the log into a file that has lost its name.
      if (!isInPlace()) checkpoint();
      close();
      if (!isInPlace()) discard();
    },
  };
}

function identityOf(path: string): Identity | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : { inode: `${stat.dev}:${stat.ino}`, bornNs: stat.birthtimeNs };
}

/** Compares two files. A file system may renumber an open file; another file was not created at the same moment. */
function isSame(one: Identity, other: Identity | null): boolean {
  if (other === null) return false;
  return one.inode === other.inode || (one.bornNs > 0n && one.bornNs === other.bornNs);
}
