/** Requests and responses of the panel's view of the code (panel.ts has the routes). */
import type { MemoryRow } from "./panel-memory.ts";

/** Without an index of the code, only a command can make one: it may take minutes. */
export type CodeOverview = { readonly state: "no_graph" } | CodeNumbers;

export interface CodeNumbers {
  readonly state: "read";
  readonly files: number;
  readonly symbols: number;
  /** The largest first. */
  readonly modules: readonly CodeModuleRow[];
  /** Number of changed files that are not read yet. */
  readonly stale: number;
  /** Number of source files by extension: those that are not read, and those of which a part is not read. */
  readonly unreadBy: Readonly<Record<string, number>>;
  readonly partlyReadBy: Readonly<Record<string, number>>;
  /** Share of method calls with an unknown receiver, in [0, 1]. */
  readonly unknownShare: number;
}

export interface CodeModuleRow {
  readonly name: string;
  readonly files: number;
  /** Number of files that a memory is about. */
  readonly covered: number;
  /** Memories about a file of the module, or about a folder that contains one. */
  readonly memories: number;
  /** How much memories know of it: nothing, a few files, a part, or at least half of its files. */
  readonly coverage: "unknown" | "shallow" | "partial" | "mapped";
}

export interface CodeFilesRequest {
  /** Name of a module; absent for all. */
  readonly module?: string | undefined;
  /** Path of the folder that contains the files, without a slash at its end; absent for all. */
  readonly folder?: string | undefined;
  /** Words that the path contains, in any order. */
  readonly query?: string | undefined;
}

export interface CodeFileList {
  /** The first files; `total` counts all. */
  readonly files: readonly CodeFileRow[];
  readonly total: number;
}

export interface CodeFileRow {
  readonly path: string;
  readonly module: string;
  readonly symbols: number;
  /** Number of files that depend on it. */
  readonly dependents: number;
  readonly memories: number;
}

export interface CodeFileRequest {
  /** Relative to the project's root. */
  readonly path: string;
  /** Symbol whose users and uses are wanted instead of those of the file. */
  readonly symbol?: string;
}

export interface CodeFileDetail {
  readonly path: string;
  /** `not_read`: the file exists, and the code graph does not contain it. */
  readonly state: "read" | "not_read" | "gone" | "folder" | "no_graph";
  /** Name of its module; null if the code graph does not contain the file. */
  readonly module: string | null;
  /** The symbol whose users and uses are listed; null for the whole file. */
  readonly symbol: string | null;
  readonly symbols: readonly CodeSymbolRow[];
  /** Number of all symbols; `symbols` is cut. */
  readonly symbolCount: number;
  /** Null if the code graph does not contain the file. */
  readonly usedBy: CodeUses | null;
  readonly uses: CodeUses | null;
  readonly related: readonly RelatedCode[];
  readonly memories: readonly CodeMemory[];
}

export interface CodeSymbolRow {
  /** `Container.name`. */
  readonly name: string;
  readonly kind: string;
  readonly line: number;
  readonly isExported: boolean;
}

/** Places one step away, in the direction that was asked. */
export interface CodeUses {
  readonly places: readonly CodePlace[];
  readonly isComplete: boolean;
  readonly gaps: CodeGaps;
}

/** Why a list of uses is not complete. */
export interface CodeGaps {
  /** True if there are more places than are listed. */
  readonly isCut: boolean;
  /** Number of calls with the right name on unknown receivers, and where the first are. */
  readonly unknownCalls: number;
  readonly unknownAt: readonly { readonly path: string; readonly line: number }[];
  /** Number of files by extension that contain the name and are not read. */
  readonly unreadBy: Readonly<Record<string, number>>;
  /** Number of changed files that are not read yet. */
  readonly stale: number;
  /** True for a property, whose uses are known only if the type of the object is known. */
  readonly isProperty: boolean;
}

export interface CodePlace {
  readonly path: string;
  /** Null for the file as a whole. */
  readonly symbol: string | null;
  /** Lines of the uses; for a place that is used, the line of its definition. */
  readonly lines: readonly number[];
  /** Type of the edge: calls, imports, extends, … */
  readonly via: string;
}

export interface RelatedCode {
  readonly path: string;
  /** Whether commits changed both files or sessions edited both. */
  readonly source: "git" | "session";
  /** Number of commits or sessions that changed both files. */
  readonly count: number;
  /** Number of commits or sessions that changed this file. */
  readonly of: number;
}

export interface CodeMemory {
  readonly memory: MemoryRow;
  /** Symbols of the file that the memory is about. */
  readonly symbols: readonly string[];
  /** Folder that the memory is about; null if it is about the file. */
  readonly folder: string | null;
}
