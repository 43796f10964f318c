/** Wraps the project package for this library: its errors become a `MemoryError` with the same code and details. */
import {
  makeHomeFolder as makeFolder,
  ProjectError,
  type ProjectIdentity,
  type ResolveOptions,
  resolveProjectSync as resolve,
} from "@tacit-memory/project";
import { memoryErrorOf } from "../domain/errors.ts";

/**
 * Identifies the project of a folder. Throws "config_malformed" if the `.tacit.json` that identifies the project cannot be
 * read, and "input_missing".
 */
export function resolveProjectSync(cwd: string, options: ResolveOptions = {}): ProjectIdentity {
  return translated(() => resolve(cwd, options));
}

/** Creates Tacit's home folder, accessible to its owner only, unless it exists. Throws "store_unwritable". */
export function makeHomeFolder(home: string): void {
  translated(() => makeFolder(home));
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw ProjectError.is(error) ? memoryErrorOf(error) : error;
  }
}
