/**
 * A process that extracts batches with oxc, which is native code: what nests deep enough ends it, and nobody else. It
 * ends with whoever started it.
 */
import type { Wanted } from "../facts/extract-file.ts";
import { openOxc } from "../facts/oxc/oxc-reader.ts";
import { answerBatch } from "./extract-batch.ts";

const [, , root = "."] = process.argv;
const opening = openOxc();

process.once("disconnect", () => process.exit());
process.on("message", (batch: readonly Wanted[]) => {
  answering = answering.then(() => answer(batch));
});

/** One after the other, as they were asked for. */
let answering: Promise<unknown> = Promise.resolve();

async function answer(batch: readonly Wanted[]): Promise<void> {
  const oxc = await opening;
  process.send?.(oxc === null ? "unavailable" : await answerBatch(root, batch, oxc));
}
