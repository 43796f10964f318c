/** Request and answer format for a batch of files between threads and processes: all facts in one buffer. */
import { type ExtractedFile, extractFile, type FileToExtract } from "../facts/extract-file.ts";
import type { OxcReader } from "../facts/oxc/oxc-reader.ts";

export interface BatchAnswer {
  readonly files: readonly (Omit<ExtractedFile, "facts"> & {
    readonly start: number;
    /** -1 without facts. */
    readonly length: number;
  })[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export async function answerBatch(
  root: string,
  batch: readonly FileToExtract[],
  oxc: OxcReader | null = null,
): Promise<BatchAnswer> {
  const extracted: ExtractedFile[] = [];
  for (const wanted of batch) extracted.push(await extractFile(root, wanted, oxc));
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

export function unpacked({ files, bytes }: BatchAnswer): ExtractedFile[] {
  return files.map(({ start, length, ...file }) => ({
    ...file,
    facts: length < 0 ? null : bytes.subarray(start, start + length),
  }));
}
