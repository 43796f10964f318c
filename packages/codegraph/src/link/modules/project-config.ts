/** The configuration that says what specifiers mean: read from the tree, parsed leniently, never executed. */

export interface ConfigFiles {
  /** Paths of the tree, for finding configuration files. */
  readonly paths: readonly string[];
  /** Text of a file of the tree; undefined when it cannot be read. */
  readonly read: (path: string) => string | undefined;
}

/** JSON with comments and trailing commas, as tsconfig.json has them. Undefined when it is no object. */
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
    // A broken configuration says nothing; the specifiers it was about stay unresolved.
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

/** Joined and with `.` and `..` worked out; undefined when it leaves the tree. */
export function joined(folder: string, relative: string): string | undefined {
  const parts = folder === "" ? [] : folder.split("/");
  for (const part of relative.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** The folder and all above it, nearest first, "" last. */
export function upwards(folder: string): string[] {
  const all = [folder];
  for (let at = folder; at !== ""; ) {
    at = folderOf(at);
    all.push(at);
  }
  return all;
}
