/**
 * Writes standard output at once: loading a stream for it takes longer than opening the store. If the pipe is full and must
 * not block, the stream is used.
 */
import { writeSync } from "node:fs";

export function writeOutput(text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(1, bytes, written);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
    process.stdout.write(bytes.subarray(written));
  }
}
