/**
 * A process that extracts batches with oxc. oxc is native code: extremely nested code crashes only this process. The process
 * ends with its parent.
 */
import type { FileToExtract } from "../facts/extract-file.ts";
import { openOxc } from "../facts/oxc/oxc-reader.ts";
import { answerBatch } from "./extract-batch.ts";

const [, , root = "."] = process.argv;
const opening = openOxc();

process.once("disconnect", () => process.exit());
process.on("message", (batch: readonly FileToExtract[]) => {
  answering = answering.then(() => answer(batch));
});

/** Batches are processed one after the other, in request order. */
let answering: Promise<unknown> = Promise.resolve();

async function answer(batch: readonly FileToExtract[]): Promise<void> {
  const oxc = await opening;
  process.send?.(oxc === null ? "unavailable" : await answerBatch(root, batch, oxc));
}
