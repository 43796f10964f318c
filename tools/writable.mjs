/** Explains that a tree cannot be written. Setup, tests and bundles write there. Runs under any Node from 20 on. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Throws an explained error if this tree cannot be written. */
export function checkWritable(root) {
  const path = join(root, ".cache", `try-${process.pid}`);
  try {
    mkdirSync(join(root, ".cache"), { recursive: true });
    writeFileSync(path, "");
    rmSync(path);
  } catch (error) {
    throw explainedUnwritable(error, root);
  }
}

/** Explains errors of a tree that cannot be written; other errors are returned unchanged. */
export function explainedUnwritable(error, root) {
  if (!["EROFS", "EACCES", "EPERM", "ENOSPC"].includes(error?.code)) return error;
  const why = error.code === "ENOSPC" ? "has no room left" : "cannot be written";
  const next = error.code === "ENOSPC" ? "make room" : "make it writable, or work in a copy of it";
  return new Error(
    `${root} ${why} (${error.code}: ${error.path ?? error.message}). Setup, tests and bundles write there: ${next}, then run this again.`,
    { cause: error },
  );
}
