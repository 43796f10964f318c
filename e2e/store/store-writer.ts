/**
 * Writes memories one after the other and prints each id as soon as it is written:
 * `store-writer.ts HOME FOLDER NAME COUNT [BUSY_MS]`. Ends with the exit status of the error.
 */
import { writeSync } from "node:fs";
import { ERRORS, MemoryError, openTacit } from "@tacit-memory/memory";

const [home = "", cwd = "", name = "", count = "0", busyMs = "20000"] = process.argv.slice(2);

async function write(): Promise<void> {
  const tacit = await openTacit({ home, cwd, busyTimeoutMs: Number(busyMs) });
  for (let i = 0; i < Number(count); i++) {
    const content = `Process ${name} wrote number ${i} of its memories.`;
    const { id } = await tacit.memories.remember({ content, source: "imported", isVerbatim: true });
    writeSync(1, `${id}\n`);
  }
  await tacit.close();
}

write().catch((error: unknown) => {
  const code = MemoryError.is(error) ? error.code : null;
  writeSync(2, `${JSON.stringify({ code, message: String(error) })}\n`);
  process.exitCode = code === null ? 1 : ERRORS[code].exit;
});
