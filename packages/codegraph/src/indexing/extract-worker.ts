/** A thread that extracts batches: receives paths and returns facts as bytes, in one transferred buffer per batch. */
import { parentPort, workerData } from "node:worker_threads";
import type { FileToExtract } from "../facts/extract-file.ts";
import { answerBatch } from "./extract-batch.ts";

const { root } = workerData as { readonly root: string };

parentPort?.on("message", (batch: readonly FileToExtract[]) => {
  answerBatch(root, batch).then(
    (message) => parentPort?.postMessage(message, [message.bytes.buffer]),
    (error: unknown) => {
      throw error;
    },
  );
});
