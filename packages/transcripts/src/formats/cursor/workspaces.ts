/**
 * Lists the folders that were opened in Cursor. The storage of each window has a small `workspace.json` that names them as a URI,
 * and a database that can list the conversations of the window.
 */
import { readdir } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { asArray, asRecord, asText, parseJson, readTextAt } from "@tacit-memory/files";

/** A file that names one folder has about a hundred bytes, a list of folders a few thousand. */
const MAX_BYTES = 256 * 1024;

export interface CursorWorkspace {
  /** The name of the storage folder. */
  readonly id: string;
  /** A path on the machine of the folder, which may be another one. */
  readonly folder: string;
  /** The path of the window's database, which may not exist. */
  readonly database: string;
}

/** `user`: Cursor's folder `User`. Sorted by id. What cannot be read is skipped. */
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

/** The folder of the window with this storage; null if it had none. */
export async function workspaceFolder(storage: string): Promise<string | null> {
  const content = asRecord(await jsonIn(join(storage, "workspace.json")));
  const folder = asText(content?.["folder"]);
  if (folder !== undefined) return folderOfUri(folder);
  const listed = folderOfUri(asText(content?.["workspace"]) ?? "");
  return listed === null ? null : firstListed(listed);
}

/** The path in a URI of a local file, or of a folder on a remote machine. */
export function folderOfUri(uri: string): string | null {
  if (!/^(?:file|vscode-remote):\/\//.test(uri)) return null;
  let path: string;
  try {
    path = decodeURIComponent(new URL(uri).pathname);
  } catch {
    return null;
  }
  // A drive letter must not become a folder below the root.
  const folder = path.replace(/^\/([A-Za-z]:)(?=\/|$)/, "$1").replace(/(?<=[^/:])\/+$/, "");
  return folder === "" ? null : folder;
}

/** A `.code-workspace` file lists folders relative to itself. The first one is used. */
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
