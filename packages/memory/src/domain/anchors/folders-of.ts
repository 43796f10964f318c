/** The folders a file lies in, the nearest first; the project's own is none of them. `path`: relative, POSIX. */
export function foldersOf(path: string): string[] {
  const parts = path.split("/");
  const folders = parts
    .slice(1)
    .map((_part, at) => parts.slice(0, parts.length - 1 - at).join("/"));
  return folders.filter((folder) => folder !== "");
}
