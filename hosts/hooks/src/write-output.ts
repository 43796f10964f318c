/**
 * Standard output, written at once: what makes a stream of it takes longer to load than the store takes to open.
 * Where a pipe is full and nobody may wait for it here, the stream does.
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
