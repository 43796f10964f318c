/**
 * The transcripts that a repository contains: copies of sessions in `.specstory/history`, and checkpoints of Entire.
 * Other people may have written them, so they are read only if a person asks for it.
 */
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRepositoryTranscripts, findTranscripts } from "@tacit-memory/transcripts";
import { type Checkpoint, findCheckpoints, writeCheckpoints } from "./checkpoints.ts";
import type { TranscriptToImport } from "./import-transcripts.ts";

export interface RepositoryTranscripts {
  readonly files: readonly TranscriptToImport[];
  readonly checkpoints: readonly Checkpoint[];
  /** The folder that contains some of them, or null. */
  readonly folder: string | null;
  readonly count: number;
  readonly bytes: number;
}

export async function transcriptsInRepository(root: string): Promise<RepositoryTranscripts> {
  const files: TranscriptToImport[] = [];
  let bytes = 0;
  for await (const file of findRepositoryTranscripts(root)) {
    files.push(file);
    // It may be deleted meanwhile, or be unreadable for this user; the import reports the latter.
    bytes += await stat(file.path).then(
      ({ size }) => size,
      () => 0,
    );
  }
  const checkpoints = await findCheckpoints(root);
  return {
    files,
    checkpoints,
    folder: files.length === 0 ? null : ".specstory/history",
    count: files.length + checkpoints.length,
    bytes: checkpoints.reduce((sum, checkpoint) => sum + checkpoint.bytes, bytes),
  };
}

/** Calls `read` with all of them as files. Checkpoints are in a temporary folder until `read` has ended. */
export async function withRepositoryTranscripts<T>(
  root: string,
  { files, checkpoints }: Pick<RepositoryTranscripts, "files" | "checkpoints">,
  read: (files: readonly TranscriptToImport[]) => Promise<T>,
): Promise<T> {
  if (checkpoints.length === 0) return read(files);
  const folder = await mkdtemp(join(tmpdir(), "tacit-checkpoints-"));
  try {
    await writeCheckpoints(root, checkpoints, folder);
    const all = [...files];
    for await (const found of findTranscripts(folder)) all.push(found);
    return await read(all);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
