/** Ends a server at a signal, or when its parent process has ended. */
import { LOOPBACK } from "./limits.ts";

/** SIGHUP: the terminal was closed. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves after `close`. If `close` takes longer than the limit, the process exits. */
export async function untilEnd(close: () => Promise<void>): Promise<void> {
  await askedToEnd();
  const grace = setTimeout(() => process.exit(0), LOOPBACK.graceMs);
  await close();
  clearTimeout(grace);
}

/** Resolves at the first signal, or when the parent process has ended; a second signal ends the process immediately. */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    // The end of stdin is not used: a script may close stdin although it still needs the server.
    const watch = setInterval(() => {
      if (!isThere(parent)) done();
    }, LOOPBACK.parentCheckMs);
    const done = () => {
      clearInterval(watch);
      for (const signal of SIGNALS) process.off(signal, done);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, done);
  });
}

/** On POSIX an orphan gets another parent; on Windows it keeps the id of the parent that has ended. */
function isThere(parent: number): boolean {
  if (process.platform !== "win32") return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
