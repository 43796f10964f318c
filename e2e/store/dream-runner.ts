/**
 * A process that consolidates the memories of a project: `dream-runner.ts HOME FOLDER`. Prints "begun" before and the number
 * of merges afterwards. On failure it exits with the status of the error.
 */
import { writeSync } from "node:fs";
import { ERRORS, MemoryError, openTacit } from "@tacit-memory/memory";

const [home = "", cwd = ""] = process.argv.slice(2);

async function run(): Promise<void> {
  const tacit = await openTacit({ home, cwd });
  writeSync(1, "begun\n");
  const { merges } = await tacit.memories.dream();
  writeSync(1, `${merges.length}\n`);
  await tacit.close();
}

run().catch((error: unknown) => {
  const code = MemoryError.is(error) ? error.code : null;
  writeSync(2, `${JSON.stringify({ code, message: String(error) })}\n`);
  process.exitCode = code === null ? 1 : ERRORS[code].exit;
});
