/**
 * Is the file that is open still the one of its name? Somebody who restores a backup replaces it by a rename: what is
 * written from then on goes to a file without a name, and the log that lies beside it would be read as the new file's.
 */
import { rmSync, statSync } from "node:fs";
import { DatabaseError } from "./database-error.ts";

interface Identity {
  readonly inode: string;
  /** 0 where it is not known. */
  readonly bornNs: bigint;
}

export interface FileInPlace {
  /** Throws "store_replaced", from the first time on whatever has the name: its log may be gone. */
  readonly check: () => void;
  /** Closes it, and takes away the log that it left, where another file has its name now. */
  readonly leave: (close: () => void) => void;
}

/** Of a file that was just opened. `settle`: puts what is in its log into the file itself, wherever that lies now. */
export function watchFile(path: string, checkpoint: () => void): FileInPlace {
  const opened = identityOf(path);
  const beside = [`${path}-wal`, `${path}-shm`];
  let own = beside.map(identityOf);
  let isLost = false;
  const isInPlace = () => {
    isLost ||= opened !== null && !isSame(opened, identityOf(path));
    return !isLost;
  };
  /** Only from beside another file: where there is none, ours may come back, and with it who else has it open. */
  const discard = () => {
    const found = identityOf(path);
    if (opened === null || found === null || isSame(opened, found)) return;
    for (const [i, name] of beside.entries()) {
      const [previous, found] = [own[i] ?? null, identityOf(name)];
      const isOwn = previous?.inode === found?.inode && previous?.bornNs === found?.bornNs;
      if (previous !== null && isOwn) rmSync(name, { force: true });
    }
  };
  return {
    check: () => {
      if (!isInPlace()) {
        checkpoint();
        discard();
        throw new DatabaseError("store_replaced", { path });
      }
      own = beside.map(identityOf);
    },
    leave: (close) => {
      // The engine does not, for a file without its name.
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

/** A file system may number a file anew while it is open; no other file was made at the same moment. */
function isSame(one: Identity, other: Identity | null): boolean {
  if (other === null) return false;
  return one.inode === other.inode || (one.bornNs > 0n && one.bornNs === other.bornNs);
}
