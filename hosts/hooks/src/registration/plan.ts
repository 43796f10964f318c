/**
 * What registering with agent hosts would change, and what taking it back would: whole texts before and
 * after, so that it can be shown before it is done. Planning writes nothing.
 */

import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { openToRead, readWhole } from "@tacit-memory/files";
import { homeFolder, MemoryError } from "@tacit-memory/memory";
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
  /** Null: no such file. */
  readonly before: string | null;
  /** Null: the file goes. */
  readonly after: string | null;
  /** How `after` is taken back; null where we are taken out. */
  readonly undo: Undo | null;
  /** Whether a file that is made is one to be run. */
  readonly isProgram: boolean;
  /** The host that finds the file by its receipt. */
  readonly keeper?: string | undefined;
}

export interface Plan {
  readonly kind: "connect" | "disconnect";
  /** Only files that change. */
  readonly files: readonly FileChange[];
  /** The programs of ours that the files start. */
  readonly programs: readonly string[];
  /** For people: what will be different, and what was left alone. */
  readonly notes: readonly string[];
}

/** Where the records of what we changed in other programs' files are kept. */
export function configBackups(home: string): string {
  return join(home, "backups", "config");
}

/** Throws "config_malformed" for a file that cannot be understood; then nothing should be written at all. */
export function planConnect(request: ConnectRequest, hosts: readonly RegisteredHost[]): Plan {
  // A hook need not see the variable that was set when this ran.
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

/** Gives back the old bytes of a file nobody has changed since; from another, only what is ours is taken. */
export function planDisconnect(request: DisconnectRequest, hosts: readonly RegisteredHost[]): Plan {
  const files: FileChange[] = [];
  const notes: string[] = [];
  for (const edit of editsOf(hosts, request)) {
    const before = readText(edit.path);
    if (before === null) continue;
    const receipt = findReceipt(configBackups(request.home), edit.path);
    const base = baseOf(before, receipt, edit);
    if (base === before) continue;
    const isOnlyOurs = receipt?.undo.outline === null && base !== null && edit.isEmpty(base);
    const after = isOnlyOurs ? null : base;
    const isProgram = edit.isProgram === true;
    files.push({ path: edit.path, before, after, undo: null, isProgram });
    notes.push(`${edit.path}: ${becameOf(before, receipt, edit)}`);
  }
  return { kind: "disconnect", files, programs: [], notes };
}

/** The programs that a host's files start and that are not there any more. */
export function missingPrograms(request: DisconnectRequest, host: RegisteredHost): string[] {
  const paths = editsOf([host], request).flatMap(({ path }) => {
    const isThere = existsSync(path);
    return isThere ? (findReceipt(configBackups(request.home), path)?.programs ?? []) : [];
  });
  return [...new Set(paths)].filter((path) => !existsSync(path));
}

/** Every file that has entries of ours, as far as the records say. */
export function registeredFiles(home: string): string[] {
  return keptFiles(configBackups(home)).filter((path) => existsSync(path));
}

function programPaths({ nodePath, hookPath, mcpCommand, mcpArgs }: Programs): string[] {
  const named = [nodePath, hookPath, mcpCommand, mcpArgs[0] ?? ""];
  return [...new Set(named)].filter((path) => isAbsolute(path));
}

/** When a host was last told about us, in milliseconds since 1970; null where no receipt tells. */
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

/** The file's text without us: its old bytes as long as it is as we wrote it. */
function baseOf(before: string | null, receipt: Receipt | null, edit: Edit): string | null {
  if (before === null) return null;
  if (receipt !== null && isUntouched(before, receipt)) return undone(edit, before, receipt.undo);
  const was = receipt?.undo.outline ?? null;
  const left = edit.remove(before, was);
  const isGone = edit.isWhole === true && left !== before && edit.isEmpty(left);
  return isGone ? was : left;
}

function isUntouched(before: string, receipt: Receipt | null): boolean {
  return receipt?.writtenDigest === digestOf(before);
}

/** No host has a configuration file of this size. */
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
    const reason = `not a regular file of at most ${MAX_CONFIG_BYTES} bytes`;
    throw new MemoryError("config_malformed", { path, reason });
  }
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) {
    throw new MemoryError("config_malformed", { path, reason: "not UTF-8" });
  }
  return text;
}
