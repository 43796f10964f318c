/** A thread that extracts batches: paths in, facts as bytes out, one transferred buffer a batch. */
import { parentPort, workerData } from "node:worker_threads";
import { type ExtractedFile, extractFile, type Wanted } from "./extract-file.ts";

const { root } = workerData as { readonly root: string };

export interface BatchAnswer {
  readonly files: readonly (Omit<ExtractedFile, "facts"> & {
    readonly start: number;
    /** -1 when there are no facts. */
    readonly length: number;
  })[];
  readonly bytes: Uint8Array;
}

parentPort?.on("message", (batch: readonly Wanted[]) => {
  answer(batch).then(
    (message) => parentPort?.postMessage(message, [message.bytes.buffer as ArrayBuffer]),
    (error: unknown) => {
      throw error;
    },
  );
});

async function answer(batch: readonly Wanted[]): Promise<BatchAnswer> {
  const extracted: ExtractedFile[] = [];
  for (const wanted of batch) extracted.push(await extractFile(root, wanted));
  const total = extracted.reduce((sum, { facts }) => sum + (facts?.length ?? 0), 0);
  const bytes = new Uint8Array(new ArrayBuffer(total));
  let at = 0;
  const files = extracted.map(({ facts, ...file }) => {
    const start = at;
    if (facts !== null) bytes.set(facts, at);
    at += facts?.length ?? 0;
    return { ...file, start, length: facts?.length ?? -1 };
  });
  return { files, bytes };
}
