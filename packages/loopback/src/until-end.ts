/** When does a server end? At a signal, or when the process that started it is gone. */
import { LOOPBACK } from "./limits.ts";

/** SIGHUP: the terminal was closed. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves with `close` done. What does not end in time is left, and the process with it. */
export async function untilEnd(close: () => Promise<void>): Promise<void> {
  await askedToEnd();
  const grace = setTimeout(() => process.exit(0), LOOPBACK.graceMs);
  await close();
  clearTimeout(grace);
}

/** Resolves at the first signal, or when the parent process has ended; a second signal ends at once. */
function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    // Not by stdin's end: a script may close it at once, and mean nothing by it.
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

/** An orphan is adopted, and then has another parent; on Windows it keeps the number of the one that is gone. */
function isThere(parent: number): boolean {
  if (process.platform !== "win32") return process.ppid === parent;
  try {
    return process.kill(parent, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
