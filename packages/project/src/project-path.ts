/**
 * Converts a path to the form that memories store: relative to the project's root, with forward slashes. Windows paths
 * are understood on every platform, because a transcript may come from another machine.
 */
import { isAbsolute, relative, resolve } from "node:path";
import type { ProjectIdentity } from "./project-identity.ts";
import { realPathOf } from "./real-path.ts";

const WINDOWS = /^(?:[A-Za-z]:[\\/]|\\\\)/;

/** No operating system opens a longer path. */
const MAX_CHARS = 4096;

/**
 * Returns the relative path; null for a path outside the root, "" for the root itself. A relative path starts at the folder
 * that the identity was resolved for. Symbolic links are followed as far as they exist.
 */
export function relativeToProject(
  identity: Pick<ProjectIdentity, "root" | "subdirectory">,
  path: string,
): string | null {
  const { root, subdirectory } = identity;
  if (path === "" || path.length > MAX_CHARS || path.includes("\0")) return null;
  if (WINDOWS.test(root)) return withinWindows(root, subdirectory, path);
  if (WINDOWS.test(path)) return null;
  // A relative path that contains only backslashes was written on Windows.
  const native = path.includes("\\") && !path.includes("/") ? path.replaceAll("\\", "/") : path;
  const absolute = isAbsolute(native) ? resolve(native) : resolve(root, subdirectory, native);
  return within(resolved(root), resolved(absolute));
}

function within(root: string, path: string): string | null {
  const found = relative(root, path);
  return found === ".." || found.startsWith("../") || isAbsolute(found) ? null : found;
}

/** Compares the text only. Case is ignored, and `/c/...` is `C:\...`. */
function withinWindows(root: string, subdirectory: string, path: string): string | null {
  const base = windowsParts(root);
  const isAbsolutePath = WINDOWS.test(path) || /^[\\/]/.test(path);
  const full = windowsParts(isAbsolutePath ? path : `${root}/${subdirectory}/${path}`);
  const isInside = base.every((part, i) => part.toLowerCase() === full[i]?.toLowerCase());
  return isInside ? full.slice(base.length).join("/") : null;
}

function windowsParts(path: string): string[] {
  const parts: string[] = [];
  const slashed = path.replaceAll("\\", "/").replace(/^\/([A-Za-z])(?=\/|$)/, "$1:");
  for (const part of slashed.split("/")) {
    if (part === "..") {
      if (parts.length > 1) parts.pop();
    } else if (part !== "" && part !== ".") parts.push(part);
  }
  return parts;
}

function resolved(path: string): string {
  return realPathOf(path)?.path ?? path;
}
