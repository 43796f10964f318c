/** The stored facts of a tree, and what a look at the tree found changed. */
import type { Database } from "@tacit-memory/sqlite";
import type { MentionedNames } from "../facts/mentioned-names.ts";
import type { Sized } from "./batches.ts";
import type { FileRow, UnsavedRows } from "./unsaved-rows.ts";
import type { Walked } from "./walk.ts";

export interface Progress {
  readonly step: "listing" | "reading" | "importing" | "checking" | "linking" | "history";
  readonly done: number;
  readonly total: number;
  /** Progress of this step, 0 to 1, where the number of files is a poor measure because the largest are read first. */
  readonly share?: number;
}

export interface CodeStore {
  readonly db: Database;
  readonly root: string;
  readonly snapshotPath: string;
  /** Files that were read but not written yet. */
  readonly unsaved: UnsavedRows;
  /** Mentioned names of files, as far as they were requested. */
  readonly mentioned: Map<string, MentionedNames>;
}

export interface Sweep {
  readonly walked: Walked;
  /** Updated by `applySweep`. */
  readonly rows: Map<string, FileRow>;
  /** Generation of the stored facts when these rows were read. */
  readonly since: string | undefined;
  readonly dirty: readonly Sized[];
  readonly gone: readonly FileRow[];
  /** Hash of the configuration's names, times and sizes. */
  readonly config: string;
  /** Changed files that only an index can read; its former facts stay valid. */
  readonly unread: readonly string[];
}
