/**
 * Which folders was Cursor opened on? Each window's storage has a small `workspace.json` that says so, as a URI; beside
 * it lies a database that may list the window's conversations.
 */
import { readdir } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import { asArray, asRecord, asText, parseJson } from "../../input/json-access.ts";

/** A window that names its folder takes a hundred bytes; somebody's list of folders a few thousand. */
const MAX_BYTES = 256 * 1024;

export interface CursorWorkspace {
  /** The name of its storage. */
  readonly id: string;
  /** As a path of the machine it is on, which need not be this one. */
  readonly folder: string;
  /** The window's own database; there need not be one. */
  readonly database: string;
}

/** `user`: Cursor's folder of that name. In the order of their ids; what cannot be read is left out. */
export async function cursorWorkspaces(user: string): Promise<CursorWorkspace[]> {
  const storage = join(user, "workspaceStorage");
  const ids = (await readdir(storage).catch(() => [])).sort();
  const found: CursorWorkspace[] = [];
  for (const id of ids) {
    const folder = await workspaceFolder(join(storage, id));
    if (folder !== null) found.push({ id, folder, database: join(storage, id, "state.vscdb") });
  }
  return found;
}

/** The folder of the window whose storage this is; null where it had none. */
export async function workspaceFolder(storage: string): Promise<string | null> {
  const told = asRecord(await jsonIn(join(storage, "workspace.json")));
  const folder = asText(told?.["folder"]);
  if (folder !== undefined) return folderOfUri(folder);
  const listed = folderOfUri(asText(told?.["workspace"]) ?? "");
  return listed === null ? null : firstListed(listed);
}

/** The path in a URI: of a file, or of a folder on a machine that the editor is connected to. */
export function folderOfUri(uri: string): string | null {
  if (!/^(?:file|vscode-remote):\/\//.test(uri)) return null;
  let path: string;
  try {
    path = decodeURIComponent(new URL(uri).pathname);
  } catch {
    return null;
  }
  // A drive is no folder below the root.
  const folder = path.replace(/^\/([A-Za-z]:)(?=\/|$)/, "$1").replace(/(?<=[^/:])\/+$/, "");
  return folder === "" ? null : folder;
}

/** A `.code-workspace` file lists folders, from where it lies; the first stands for all. */
async function firstListed(file: string): Promise<string | null> {
  const [first] = asArray(asRecord(await jsonIn(file))?.["folders"]);
  const path = asText(asRecord(first)?.["path"]);
  if (path === undefined) return null;
  return /^(?:\/|[A-Za-z]:)/.test(path) ? path : posix.join(dirname(file), path).replace(/\/$/, "");
}

async function jsonIn(path: string): Promise<unknown> {
  const json = readTextAt(path, MAX_BYTES);
  return json === null ? undefined : parseJson(json);
}
