/**
 * Converts a path to one relative to the session's folder. Lexical only, because the folder may be on another machine. POSIX
 * and Windows paths are understood on every machine.
 */

const MAX_PATH_CHARS = 1_000;

/**
 * The path relative to the session's folder, with `/`; `null` if it is outside, is the folder
 * itself, or is not a path. A relative path starts at `currentFolder`, which defaults to the session's.
 */
export function pathInSession(
  path: string,
  sessionFolder: string | undefined,
  currentFolder: string | undefined = sessionFolder,
): string | null {
  const cleaned = path.trim().replace(/^file:\/\/(?=\/)/, "");
  if (!isPlausible(cleaned)) return null;
  const isWindows = [cleaned, sessionFolder ?? ""].some((each) => /^[A-Za-z]:[\\/]/.test(each));
  const root = sessionFolder === undefined ? undefined : tidied(sessionFolder, isWindows);
  const wanted = tidied(cleaned, isWindows);
  if (root !== undefined) {
    const direct = below(wanted, root, isWindows);
    if (direct !== null || isAbsolute(wanted)) return direct;
  } else if (isAbsolute(wanted)) {
    return null;
  }
  const prefix = folderPrefix(currentFolder, root, isWindows);
  if (prefix === null) return null;
  const joined = tidied(prefix === "" ? wanted : `${prefix}/${wanted}`, isWindows);
  return joined === "" || joined === ".." || joined.startsWith("../") ? null : joined;
}

/** Whether a folder is one of `roots` or below one. */
export function isWithin(folder: string, roots: readonly string[]): boolean {
  return roots.some((root) => folder === root || pathInSession(folder, root) !== null);
}

/** The current folder relative to the session's folder; `null` if it is outside. */
function folderPrefix(
  currentFolder: string | undefined,
  root: string | undefined,
  isWindows: boolean,
): string | null {
  if (currentFolder === undefined || root === undefined) return "";
  const base = tidied(currentFolder, isWindows);
  if (base === root) return "";
  return below(base, root, isWindows) ?? (isAbsolute(base) ? null : base);
}

function isPlausible(path: string): boolean {
  if (path === "" || path.length > MAX_PATH_CHARS || path.startsWith("~")) return false;
  return !/[\n\r\0]/.test(path) && !/^[a-z][a-z0-9+.-]+:\/\//i.test(path);
}

/** `/` between segments, no `.` segments, `..` resolved where possible, no slash at the end. */
function tidied(path: string, isWindows: boolean): string {
  const slashed = isWindows ? path.replaceAll("\\", "/").replace(/^\/([A-Za-z])\//, "$1:/") : path;
  // A drive has no parent, like the root.
  const drive = isWindows ? (/^[A-Za-z]:(?=\/|$)/.exec(slashed)?.[0] ?? "") : "";
  const isRooted = drive !== "" || slashed.startsWith("/");
  const segments: string[] = [];
  for (const segment of slashed.slice(drive.length).split("/")) {
    const last = segments.at(-1);
    const isAboveRoot = segment === ".." && isRooted && last === undefined;
    if (segment === "" || segment === "." || isAboveRoot) continue;
    if (segment === ".." && last !== undefined && last !== "..") segments.pop();
    else segments.push(segment);
  }
  if (drive !== "") return [drive, ...segments].join("/");
  return (isRooted ? "/" : "") + segments.join("/");
}

function isAbsolute(path: string): boolean {
  return path.startsWith("/") || /^[A-Za-z]:/.test(path);
}

/** `null` if `path` is not strictly below `folder`. On Windows letter case is ignored. */
function below(path: string, folder: string, isWindows: boolean): string | null {
  if (folder === "/") return path.length > 1 && path.startsWith("/") ? path.slice(1) : null;
  const prefix = `${folder}/`;
  const start = path.slice(0, prefix.length);
  const matches = isWindows ? start.toLowerCase() === prefix.toLowerCase() : start === prefix;
  return matches && path.length > prefix.length ? path.slice(prefix.length) : null;
}
