/**
 * Where in the session's folder does a path lie? Lexical only: the folder may be on another machine.
 * POSIX and Windows paths are understood whatever machine this runs on.
 */

const MAX_PATH_CHARS = 1_000;

/**
 * The path relative to the session's folder, with `/`; `null` when it lies outside, is the folder
 * itself, or is no path. A relative path starts at `currentFolder`, which defaults to the session's.
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

/** Whether a folder is one of `roots`, or lies below one. */
export function isWithin(folder: string, roots: readonly string[]): boolean {
  return roots.some((root) => folder === root || pathInSession(folder, root) !== null);
}

/** The current folder relative to the session's; `null` when it lies outside. */
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

/** `/` between segments, no `.` segments, `..` taken up where it can be, no slash at the end. */
function tidied(path: string, isWindows: boolean): string {
  const slashed = isWindows ? path.replaceAll("\\", "/").replace(/^\/([A-Za-z])\//, "$1:/") : path;
  // Nothing is above a drive, as nothing is above the root.
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

/** `null` when `path` is not strictly below `folder`. Windows does not tell letter case apart. */
function below(path: string, folder: string, isWindows: boolean): string | null {
  if (folder === "/") return path.length > 1 && path.startsWith("/") ? path.slice(1) : null;
  const prefix = `${folder}/`;
  const start = path.slice(0, prefix.length);
  const matches = isWindows ? start.toLowerCase() === prefix.toLowerCase() : start === prefix;
  return matches && path.length > prefix.length ? path.slice(prefix.length) : null;
}
