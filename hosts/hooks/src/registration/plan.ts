/**
 * Plans what registering with agent hosts would change, and what removing it would change: complete texts before and after,
 * so that they can be shown first. Planning writes nothing.
 */

import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { openToRead, readWhole } from "@tacit-memory/files";
import { homeFolder, MemoryError, sentenceOf } from "@tacit-memory/memory";
import { findReceipt, keptFiles, type Receipt, writtenAtMs } from "./receipts.ts";
import type {
  ConnectRequest,
  DisconnectRequest,
  Edit,
  Programs,
  RegisteredHost,
} from "./registered-host.ts";
import { digestOf, type Undo, undone, undoOf } from "./undo.ts";

export interface FileChange {
  readonly path: string;
  /** Null if the file does not exist. */
  readonly before: string | null;
  /** Null if the file is removed. */
  readonly after: string | null;
  /** How to restore the text before `after`; null when our entries are removed. */
  readonly undo: Undo | null;
  /** Whether a new file must be executable. */
  readonly isProgram: boolean;
  /** Host that finds the file by its receipt. */
  readonly keeper?: string | undefined;
}

export interface Plan {
  readonly kind: "connect" | "disconnect";
  /** Files that change; others are left out. */
  readonly files: readonly FileChange[];
  /** Our programs that the files start. */
  readonly programs: readonly string[];
  /** Notes for people: what will change, and what was left alone. */
  readonly notes: readonly string[];
}

/** Returns the folder with the records of our changes to other programs' files. */
export function configBackups(home: string): string {
  return join(home, "backups", "config");
}

/** Plans registering. Throws "config_malformed" for a file that cannot be parsed; then nothing should be written. */
export function planConnect(request: ConnectRequest, hosts: readonly RegisteredHost[]): Plan {
  // A hook may not see the variable that was set when this ran.
  const env = { ...request.env, TACIT_HOME: undefined };
  const programs: Programs = {
    ...request,
    isDefaultHome: request.home === homeFolder(env, process.platform, request.userHome),
  };
  const files: FileChange[] = [];
  const notes: string[] = [];
  for (const edit of editsOf(hosts, request)) {
    const before = readText(edit.path);
    if (before !== null && edit.holds(before, programs)) {
      notes.push(`${edit.path}: already done`);
      continue;
    }
    const base = baseOf(before, findReceipt(configBackups(request.home), edit.path), edit);
    const after = edit.add(base ?? "", programs);
    if (after === null) notes.push(edit.otherwise);
    else if (after === before) notes.push(`${edit.path}: already done`);
    else {
      const { path, keeper, isProgram = false } = edit;
      files.push({ path, before, after, undo: undoOf(edit, base, after), isProgram, keeper });
      notes.push(edit.done);
    }
  }
  return { kind: "connect", files, programs: programPaths(programs), notes };
}

/** Plans removing. An unchanged file gets its old bytes back; from a changed file only our entries are removed. */
export function planDisconnect(request: DisconnectRequest, hosts: readonly RegisteredHost[]): Plan {
  const files: FileChange[] = [];
  const notes: string[] = [];
  for (const edit of editsOf(hosts, request)) {
    const before = readText(edit.path);
    if (before === null) continue;
    const receipt = findReceipt(configBackups(request.home), edit.path);
    const base = baseOf(before, receipt, edit);
    if (base === before) continue;
    const isProgram = edit.isProgram === true;
    files.push({ path: edit.path, before, after: base, undo: null, isProgram });
    notes.push(`${edit.path}: ${becameOf(before, receipt, edit)}`);
  }
  return { kind: "disconnect", files, programs: [], notes };
}

/** Returns the programs that a host's files start and that no longer exist. */
export function missingPrograms(request: DisconnectRequest, host: RegisteredHost): string[] {
  const paths = editsOf([host], request).flatMap(({ path }) => {
    const isThere = existsSync(path);
    return isThere ? (findReceipt(configBackups(request.home), path)?.programs ?? []) : [];
  });
  return [...new Set(paths)].filter((path) => !existsSync(path));
}

/** Returns every file that has entries of ours, according to the records. */
export function registeredFiles(home: string): string[] {
  return keptFiles(configBackups(home)).filter((path) => existsSync(path));
}

function programPaths({ nodePath, hookPath, mcpCommand, mcpArgs }: Programs): string[] {
  const named = [nodePath, hookPath, mcpCommand, mcpArgs[0] ?? ""];
  return [...new Set(named)].filter((path) => isAbsolute(path));
}

/** Returns when Tacit was last registered with a host, in milliseconds since 1970; null without a receipt. */
export function connectedAtMs(request: DisconnectRequest, host: RegisteredHost): number | null {
  const times = editsOf([host], request)
    .map(({ path }) => writtenAtMs(configBackups(request.home), path))
    .filter((ms) => ms !== null);
  return times.length === 0 ? null : Math.max(...times);
}

function becameOf(before: string, receipt: Receipt | null, { isWhole }: Edit): string {
  if (isUntouched(before, receipt)) return "restored";
  return isWhole === true
    ? "removed; it may contain changes of others, so a copy is stored in Tacit's home folder"
    : "changed by others; only the entries of Tacit are removed";
}

function editsOf(hosts: readonly RegisteredHost[], request: DisconnectRequest): readonly Edit[] {
  return hosts.flatMap((host) => host.edits(request));
}

/**
 * Returns the file's text without our entries: its old bytes if the file is as we wrote it; null if we created the file and
 * nothing else is in it.
 */
function baseOf(before: string | null, receipt: Receipt | null, edit: Edit): string | null {
  if (before === null) return null;
  if (receipt !== null && isUntouched(before, receipt)) return undone(edit, before, receipt.undo);
  const was = receipt?.undo.outline ?? null;
  const left = edit.remove(before, was);
  requireClean(edit, left, was);
  const isCreated = receipt !== null && was === null;
  const isGone = (edit.isWhole === true || isCreated) && left !== before && edit.isEmpty(left);
  return isGone ? was : left;
}

/** Throws "config_malformed" if a text from which our entries were removed cannot be read, or still has one. */
function requireClean(edit: Edit, left: string, was: string | null): void {
  const reason = sentenceOf("entries_stay", {});
  let again: string;
  try {
    again = edit.remove(left, was);
  } catch (cause) {
    throw new MemoryError("config_malformed", { path: edit.path, reason, cause });
  }
  if (again !== left) throw new MemoryError("config_malformed", { path: edit.path, reason });
}

function isUntouched(before: string, receipt: Receipt | null): boolean {
  return receipt?.writtenDigest === digestOf(before);
}

/** Maximum bytes read; no host has a configuration file of this size. */
const MAX_CONFIG_BYTES = 64 * 1024 * 1024;

function readText(path: string): string | null {
  let bytes: Buffer | null;
  try {
    const file = openToRead(path);
    bytes = file === null ? null : readWhole(file, MAX_CONFIG_BYTES);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new MemoryError("config_malformed", { path, cause });
  }
  if (bytes === null) {
    const reason = sentenceOf("no_plain_file", { count: MAX_CONFIG_BYTES });
    throw new MemoryError("config_malformed", { path, reason });
  }
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) {
    throw new MemoryError("config_malformed", { path, reason: "not UTF-8" });
  }
  return text;
}
