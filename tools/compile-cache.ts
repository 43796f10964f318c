/** Gives all processes of a test run one cache of compiled code: a process that runs the sources needs 0.4 of the CPU time. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder = "";

export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), "tacit-test-code-"));
  process.env["NODE_COMPILE_CACHE"] = folder;
}

/** Removed at the end of the whole process, because a worker writes what it compiled when it ends, after the teardown. */
export function teardown(): void {
  process.once("exit", () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    } catch {
      // A process is still writing its cache. What stays is left to the system; the result of the tests stands.
    }
  });
}
