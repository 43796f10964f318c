/** Returns the folders that contain a file, nearest first, without the project's root. `path`: relative, POSIX. */
export function foldersOf(path: string): string[] {
  const parts = path.split("/");
  const folders = parts
    .slice(1)
    .map((_part, at) => parts.slice(0, parts.length - 1 - at).join("/"));
  return folders.filter((folder) => folder !== "");
}
