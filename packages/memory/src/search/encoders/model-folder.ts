/**
 * A pulled model on disk: `models/NAME/` below the home, complete once `lock.json` is there, which is written
 * last and says what every file hashed to when it came.
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
  /** False where the files are not those of our table but were trusted when they came. */
  isPinned: z.boolean(),
  dims: z.number().check(z.int(), z.gte(1), z.lte(65_536)),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
});

export type ModelLock = Readonly<z.infer<typeof lockSchema>>;

export function modelFolder(home: string, name: string): string {
  return join(home, "models", catalogueModel(name).name);
}

/** Null where the model was not pulled, or not to the end. Throws "config_malformed" for a broken lock. */
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

/** The first digits of the weights' checksum: what the encoder's id carries. */
export function revisionOf(model: CatalogueModel, lock: ModelLock): string {
  const weights = lock.files.find((file) => file.path === model.weights);
  return weights?.sha256.slice(0, 12) ?? "";
}

/** Reads every file again. Throws "model_mismatch" with the first that is not what it was, or is gone. */
export async function verifyModel(home: string, lock: ModelLock): Promise<void> {
  for (const { path, sha256 } of lock.files) {
    const full = join(modelFolder(home, lock.name), path);
    const found = isFile(full) ? await fileSha256(full) : "no such file";
    if (found !== sha256) {
      throw new MemoryError("model_mismatch", { file: full, expected: sha256, found });
    }
  }
}
