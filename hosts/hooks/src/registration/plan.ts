/**
 * What registering with Claude Code would change, and what taking it back would: whole texts before and
 * after, so that it can be shown before it is done. Planning writes nothing.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { homeFolder, MemoryError } from "@tacit-memory/memory";
import {
  type Programs,
  withHooks,
  withoutHooks,
  withoutServer,
  withServer,
} from "./claude-code-entries.ts";
import { digestOf, findReceipt, type Receipt } from "./receipts.ts";

export interface FileChange {
  readonly path: string;
  /** Null: no such file. */
  readonly before: string | null;
  /** Null: the file goes. */
  readonly after: string | null;
  /** The text without us, to be given back one day; null: no file. */
  readonly base: string | null;
}

export interface Plan {
  readonly kind: "connect" | "disconnect";
  /** Only files that change. */
  readonly files: readonly FileChange[];
  /** For people: what will be different, and what was left alone. */
  readonly notes: readonly string[];
}

export interface DisconnectRequest {
  /** The user's home folder. */
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tacit's home folder; receipts are kept there. */
  readonly home: string;
}

export interface ConnectRequest extends DisconnectRequest {
  readonly hookPath: string;
  readonly nodePath: string;
  readonly mcpCommand: string;
  readonly mcpArgs: readonly string[];
}

/** Where copies of other programs' files are kept. */
export function configBackups(home: string): string {
  return join(home, "backups", "config");
}

interface Edit {
  readonly path: string;
  /** Null: it was left alone, for the reason in `otherwise`. */
  readonly add: (text: string) => string | null;
  /** `was`: the text before us, where it is known. */
  readonly remove: (text: string, was: string | null) => string;
  readonly done: string;
  readonly otherwise: string;
}

/** Throws "config_malformed" for a file that cannot be understood; then nothing should be written at all. */
export function planConnect(request: ConnectRequest): Plan {
  // A hook need not see the variable that was set when this ran.
  const env = { ...request.env, TACIT_HOME: undefined };
  const programs: Programs = {
    ...request,
    isDefaultHome: request.home === homeFolder(env, process.platform, request.userHome),
  };
  const files: FileChange[] = [];
  const notes: string[] = [];
  for (const edit of editsOf(request, programs)) {
    const before = readText(edit.path);
    const base = baseOf(before, findReceipt(configBackups(request.home), edit.path), edit);
    const after = edit.add(base ?? "");
    if (after === null) notes.push(edit.otherwise);
    else if (after !== before) files.push({ path: edit.path, before, after, base });
    else notes.push(`${edit.path}: already done`);
    if (after !== null && after !== before) notes.push(edit.done);
  }
  return { kind: "connect", files, notes };
}

/** Gives back the old bytes of a file nobody has changed since; from another, only what is ours is taken. */
export function planDisconnect(request: DisconnectRequest): Plan {
  const files: FileChange[] = [];
  const notes: string[] = [];
  for (const edit of editsOf(request, null)) {
    const before = readText(edit.path);
    if (before === null) continue;
    const receipt = findReceipt(configBackups(request.home), edit.path);
    const base = baseOf(before, receipt, edit);
    if (base === before) continue;
    const isOnlyOurs = receipt?.base === null && base !== null && base.trim() === "{}";
    const after = isOnlyOurs ? null : base;
    files.push({ path: edit.path, before, after, base: after });
    notes.push(
      isUntouched(before, receipt)
        ? `${edit.path}: as it was before`
        : `${edit.path}: changed since by others; only Tacit's entries are removed`,
    );
  }
  return { kind: "disconnect", files, notes };
}

function editsOf(request: DisconnectRequest, programs: Programs | null): Edit[] {
  const { settings, state } = claudeCodeFiles(request);
  return [
    {
      path: settings,
      add: (text) => (programs === null ? text : withHooks(settings, text, programs)),
      remove: (text, was) => withoutHooks(settings, text, was),
      done: `${settings}: hooks; sessions that are open take them up when they are restarted`,
      otherwise: "",
    },
    {
      path: state,
      add: (text) => (programs === null ? text : withServer(state, text, programs)),
      remove: (text, was) => withoutServer(state, text, was),
      done: `${state}: MCP server "tacit"`,
      otherwise: `${state}: has an MCP server "tacit" that is not ours; it was left alone`,
    },
  ];
}

function claudeCodeFiles({ env, userHome }: DisconnectRequest) {
  const folder = env["CLAUDE_CONFIG_DIR"];
  return folder
    ? { settings: join(folder, "settings.json"), state: join(folder, ".claude.json") }
    : {
        settings: join(userHome, ".claude", "settings.json"),
        state: join(userHome, ".claude.json"),
      };
}

/** The file's text without us: kept by the receipt while it is good, worked out of the text otherwise. */
function baseOf(before: string | null, receipt: Receipt | null, edit: Edit): string | null {
  if (before === null) return null;
  if (receipt !== null && isUntouched(before, receipt)) return receipt.base;
  return edit.remove(before, receipt?.base ?? null);
}

function isUntouched(before: string, receipt: Receipt | null): boolean {
  return receipt?.writtenDigest === digestOf(before);
}

function readText(path: string): string | null {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new MemoryError("config_malformed", { path, cause });
  }
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) {
    throw new MemoryError("config_malformed", { path, reason: "not UTF-8" });
  }
  return text;
}
