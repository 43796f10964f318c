/** The project package as the library uses it: its failures become a `MemoryError` with the same code and facts. */
import {
  makeHomeFolder as makeFolder,
  ProjectError,
  type ProjectIdentity,
  type ResolveOptions,
  resolveProjectSync as resolve,
} from "@tacit-memory/project";
import { memoryErrorOf } from "../domain/errors.ts";

/** Throws "config_malformed" for a `.tacit.json` that identifies the project and cannot be read, and "input_missing". */
export function resolveProjectSync(cwd: string, options: ResolveOptions = {}): ProjectIdentity {
  return translated(() => resolve(cwd, options));
}

/** Creates Tacit's home folder for its owner only, unless it exists. Throws "store_unwritable". */
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
