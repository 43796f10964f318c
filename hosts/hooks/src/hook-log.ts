/** Logs errors of hooks as JSON lines, redacted and limited in size; only `tacit doctor` reads the log. */
import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { appendToFile, readTextAt } from "@tacit-memory/files";
import { ERRORS, MemoryError, makeHomeFolder, redact } from "@tacit-memory/memory";

const FILE = "hooks.log";
const MAX_BYTES = 256 * 1024;
const MAX_CHARS = 800;

/** Logs a failure. If the log cannot be written, it prints the failure on stderr, which hosts show only on request. */
export function logFailure(home: string, where: string, error: unknown): void {
  const message = redact(messageOf(error)).text.slice(0, MAX_CHARS);
  try {
    const path = join(home, FILE);
    makeHomeFolder(home);
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MAX_BYTES)
      renameSync(path, `${path}.1`);
    const line = JSON.stringify({ at: new Date().toISOString(), where, message });
    appendToFile(path, `${line}\n`);
  } catch {
    process.stderr.write(`tacit: ${where}: ${message}\n`);
  }
}

/** Returns the message with its next step, because the reader of the log has no other place to find it. */
function messageOf(error: unknown): string {
  if (MemoryError.is(error)) return `${error.message}; next: ${ERRORS[error.code].next}`;
  return error instanceof Error ? error.message : String(error);
}

export interface HookFailure {
  readonly at: string;
  readonly where: string;
  readonly message: string;
}

/** Returns the latest failures, newest last; empty if there are none. */
export function recentFailures(home: string, limit: number): HookFailure[] {
  return (readTextAt(join(home, FILE), 2 * MAX_BYTES) ?? "")
    .split("\n")
    .filter((line) => line !== "")
    .slice(-limit)
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as HookFailure];
      } catch {
        return [];
      }
    });
}
