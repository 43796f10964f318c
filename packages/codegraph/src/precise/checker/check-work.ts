/** Input and output of the process that queries a type checker. */
import type { ResolvedSites } from "../../facts/facts.ts";

/** The project's own compiler. */
export interface TypeScriptEntry {
  readonly version: string;
  /** URL of its programming interface. */
  readonly url: string;
}

export interface FileToCheck {
  readonly path: string;
  /** Lines from 1, columns from 0. */
  readonly calls: readonly { readonly line: number; readonly column: number }[];
}

/** Keys of definitions by file and by `line:column` of their name. Files outside of this project are not included. */
export type DefinitionPlaces = ReadonlyMap<string, ReadonlyMap<string, string>>;

export interface CheckWork {
  readonly root: string;
  readonly typescript: TypeScriptEntry;
  readonly files: readonly FileToCheck[];
  readonly places: DefinitionPlaces;
}

export interface CheckedFile {
  readonly path: string;
  readonly resolved: ResolvedSites;
}

export type CheckNews =
  | { readonly checked: CheckedFile }
  | { readonly isDone: true }
  | { readonly failed: "checker_missing" | "checker_failed"; readonly reason: string };
