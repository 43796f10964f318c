/** Configuration that affects module resolution: read from the tree, parsed leniently, never executed. */

export interface ConfigFiles {
  /** Paths of the tree, used to find configuration files. */
  readonly paths: readonly string[];
  /** Returns the text of a file in the tree; undefined if it cannot be read. */
  readonly read: (path: string) => string | undefined;
}

/** Parses JSON with comments and trailing commas, as in tsconfig.json. Returns undefined if it is not an object. */
export function parseLenient(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  const bare = text
    .replace(/^\uFEFF/, "")
    .replace(
      /("(?:[^"\\\n]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
      (_all, string: string | undefined) => string ?? "",
    )
    .replace(
      /("(?:[^"\\\n]|\\.)*")|,(?=\s*[}\]])/g,
      (_all, string: string | undefined) => string ?? "",
    );
  try {
    return record(JSON.parse(bare));
  } catch {
    // A malformed configuration is ignored; its specifiers stay unresolved.
    return undefined;
  }
}

export function record(value: unknown): Record<string, unknown> | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? (value as Record<string, unknown>) : undefined;
}

export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "" : path.slice(0, slash);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Joins two paths and resolves `.` and `..`. Returns undefined if the result is outside the tree. */
export function joined(folder: string, relative: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** Returns the number of folders that two paths share, as a measure of how near they are. */
export function sharedFolders(one: string, other: string): number {
  const [first, second] = [one.split("/"), other.split("/")];
  const differs = first.findIndex((part, at) => part !== second[at]);
  return differs < 0 ? first.length : differs;
}

/** Returns the folder and all its parents, nearest first, "" last. */
export function upwards(folder: string): string[] {
  const all = [folder];
  for (let at = folder; at !== ""; ) {
    at = folderOf(at);
    all.push(at);
  }
  return all;
}

/** Tells which files belong to which package: a folder with a `package.json`, else the whole tree. */
export function packagesIn({ paths }: ConfigFiles) {
  let folders: ReadonlySet<string> | undefined;
  const cached = new Map<string, string>();
  const packageOf = (path: string): string => {
    const folder = folderOf(path);
    let found = cached.get(folder);
    if (found === undefined) {
      folders ??= new Set(paths.filter((one) => nameOf(one) === "package.json").map(folderOf));
      found = upwards(folder).find((one) => folders?.has(one)) ?? "";
      cached.set(folder, found);
    }
    return found;
  };
  return {
    isInPackageOf: (path: string, other: string): boolean => {
      const root = packageOf(other);
      return root === "" || path.startsWith(`${root}/`);
    },
  };
}
