/**
 * A pulled model on disk: `models/NAME/` below the home. It is complete once `lock.json` exists, which is written last and
 * contains the hash of every file.
 */
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isFile, READ_AT_ONCE, replaceFile } from "@tacit-memory/files";
import * as z from "zod/mini";
import { MemoryError } from "../../domain/errors.ts";
import { fileSha256 } from "../models/file-sha256.ts";
import { type CatalogueModel, catalogueModel } from "./model-catalogue.ts";

const LOCK = "lock.json";

const lockSchema = z.object({
  name: z.string(),
  source: z.string(),
  /** False when the files differ from the catalogue but were trusted when they were pulled. */
  isPinned: z.boolean(),
  dims: z.number().check(z.int(), z.gte(1), z.lte(65_536)),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type ModelLock = Readonly<z.infer<typeof lockSchema>>;

export function modelFolder(home: string, name: string): string {
  return join(home, "models", catalogueModel(name).name);
}

/** Reads the lock; null when the model was not, or not completely, pulled. Throws "config_malformed" for a broken lock. */
export function readModelLock(home: string, name: string): ModelLock | null {
  const path = join(modelFolder(home, name), LOCK);
  let text: string;
  try {
    text = textOf(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return z.parse(lockSchema, JSON.parse(text));
  } catch (cause) {
    throw new MemoryError("config_malformed", { path, reason: "not a lock of ours", cause });
  }
}

function textOf(path: string): string {
  const file = openSync(path, READ_AT_ONCE);
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

export function writeModelLock(home: string, lock: ModelLock): void {
  const path = join(modelFolder(home, lock.name), LOCK);
  replaceFile(path, `${JSON.stringify(lock, null, 2)}\n`);
}

/** Returns the first digits of the weights' checksum, which are part of the encoder's id. */
export function revisionOf(model: CatalogueModel, lock: ModelLock): string {
  const weights = lock.files.find((file) => file.path === model.weights);
  return weights?.sha256.slice(0, 12) ?? "";
}

/** Checks the hash of every file. Throws "model_mismatch" for the first file that has changed or is missing. */
export async function verifyModel(home: string, lock: ModelLock): Promise<void> {
  for (const { path, sha256 } of lock.files) {
    const full = join(modelFolder(home, lock.name), path);
    const found = isFile(full) ? await fileSha256(full) : "no such file";
    if (found !== sha256) {
      throw new MemoryError("model_mismatch", { file: full, expected: sha256, found });
    }
  }
}
