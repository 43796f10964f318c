/** What went wrong in hooks, one JSON line each, redacted and bounded: `tacit doctor` reads it, nobody else. */
import { renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { appendToFile, readTextAt } from "@tacit-memory/files";
import { ERRORS, MemoryError, makeHomeFolder, redact } from "@tacit-memory/memory";

const FILE = "hooks.log";
const MAX_BYTES = 256 * 1024;
const MAX_CHARS = 800;

/** Says it on stderr, where hosts show it to nobody but the curious, when it cannot be written. */
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

/** With its next step: who reads it has no other place to look it up. */
function messageOf(error: unknown): string {
  if (MemoryError.is(error)) return `${error.message}; next: ${ERRORS[error.code].next}`;
  return error instanceof Error ? error.message : String(error);
}

export interface HookFailure {
  readonly at: string;
  readonly where: string;
  readonly message: string;
}

/** Newest last; empty when there are none. */
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
