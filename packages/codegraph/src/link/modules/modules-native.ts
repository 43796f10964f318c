/**
 * Resolves `#include` of C and C++: relative to the file, in the folders that `compile_commands.json` names, in folders named
 * `include` or `src`, and by a unique end of a path.
 */
import { type ConfigFiles, folderOf, joined, nameOf, upwards } from "./project-config.ts";

const NATIVE = /\.(?:[ch]|cc|cpp|cxx|c\+\+|hh|hpp|hxx|h\+\+|ipp|inl|tpp)$/i;

export const isNativePath = (path: string) => NATIVE.test(path);

/** Folders that hold headers by convention. */
const FOLDERS = new Set(["include", "inc", "src", "lib", "includes", "headers"]);
const MAX_FOLDERS = 200;

export function nativeModules(
  paths: readonly string[],
  config: ConfigFiles,
): (from: string, specifier: string) => string | undefined {
  const files = new Set(paths);
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    if (!isNativePath(path)) continue;
    const existing = byName.get(nameOf(path));
    if (existing === undefined) byName.set(nameOf(path), [path]);
    else existing.push(path);
  }
  let folders: readonly string[] | undefined;
  const usual = usualFolders(paths);
  const hasIn = (from: string, folder: string, wanted: string) => {
    const path = joined(folder, wanted);
    return path !== undefined && path !== from && files.has(path) ? path : undefined;
  };
  return (from, specifier) => {
    const isSystem = specifier.startsWith("<");
    const wanted = (isSystem ? specifier.slice(1, -1) : specifier).trim();
    const named = byName.get(nameOf(wanted));
    if (named === undefined || wanted === "") return undefined;
    folders ??= compilerFolders(config, files);
    // Folders around the file come before those of the whole project.
    const around = upwards(folderOf(from));
    const own = isSystem ? [] : [folderOf(from)];
    const near = around.flatMap((folder) => [
      ...(isSystem ? [] : [folder]),
      ...(usual.get(folder) ?? []),
    ]);
    for (const folder of [...own, ...folders, ...near, ""]) {
      const found = hasIn(from, folder, wanted);
      if (found !== undefined) return found;
    }
    return isSystem && !wanted.includes("/") ? undefined : byEnd(from, wanted, named);
  };
}

/** Returns the only file whose path ends like this; of several, the one that shares most folders with the includer. */
function byEnd(from: string, wanted: string, named: readonly string[]): string | undefined {
  const tail = wanted.replace(/^(?:\.\.?\/)+/, "");
  const ending = named.filter(
    (path) => path !== from && (path === tail || path.endsWith(`/${tail}`)),
  );
  if (ending.length <= 1) return ending[0];
  const shared = ending.map((path) => sharedFolders(from, path));
  const most = Math.max(...shared);
  const nearest = ending.filter((_path, at) => shared[at] === most);
  return most > 0 && nearest.length === 1 ? nearest[0] : undefined;
}

function sharedFolders(one: string, other: string): number {
  const [first, second] = [one.split("/"), other.split("/")];
  const differs = first.findIndex((part, at) => part !== second[at]);
  return differs < 0 ? first.length : differs;
}

/** Returns, by folder, the folders in it that hold headers by convention. */
function usualFolders(paths: readonly string[]): Map<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const seen = new Set<string>();
  for (const path of paths) {
    for (const folder of isNativePath(path) ? upwards(folderOf(path)) : []) {
      if (seen.has(folder)) break;
      seen.add(folder);
      if (!FOLDERS.has(nameOf(folder)) || folder === "") continue;
      const around = folderOf(folder);
      found.set(around, (found.get(around) ?? new Set()).add(folder));
    }
  }
  return new Map([...found].map(([around, folders]) => [around, [...folders].sort()]));
}

const MAX_COMMANDS = 5000;
const FLAG = /^-(?:I|isystem|iquote)(.*)$/;

/** Returns the include folders of a `compile_commands.json` within the tree. It is read, and no command in it is run. */
function compilerFolders(config: ConfigFiles, files: ReadonlySet<string>): string[] {
  const lists = config.paths.filter((path) => nameOf(path) === "compile_commands.json");
  const commands = lists.flatMap((path) => commandsIn(config.read(path)));
  const found = new Set(commands.flatMap((command) => foldersOf(command, files)));
  return [...found].slice(0, MAX_FOLDERS);
}

interface Command {
  readonly directory: string;
  readonly file: string;
  readonly words: readonly string[];
}

function foldersOf({ directory, file, words }: Command, files: ReadonlySet<string>): string[] {
  const root = rootOf(directory, file, files);
  if (root === undefined) return [];
  return words.flatMap((word, at) => {
    const flag = FLAG.exec(word)?.[1];
    if (flag === undefined) return [];
    const named = flag === "" ? (words[at + 1] ?? "") : flag;
    return within(root, named.startsWith("/") ? named : `${directory}/${named}`) ?? [];
  });
}

function commandsIn(text: string | undefined): Command[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text ?? "");
  } catch {
    // A malformed file is ignored; its headers may stay unresolved.
    return [];
  }
  return (Array.isArray(parsed) ? parsed.slice(0, MAX_COMMANDS) : []).flatMap((item: unknown) => {
    if (typeof item !== "object" || item === null) return [];
    const { directory, file, command, arguments: list } = item as Record<string, unknown>;
    if (typeof directory !== "string" || typeof file !== "string") return [];
    const words = Array.isArray(list) ? list.filter((word) => typeof word === "string") : [];
    return [{ directory, file, words: typeof command === "string" ? command.split(/\s+/) : words }];
  });
}

/** Returns the absolute path of the tree on the machine that wrote the commands. */
function rootOf(directory: string, file: string, files: ReadonlySet<string>): string | undefined {
  const whole = `/${joined("", file.startsWith("/") ? file : `${directory}/${file}`) ?? ""}`;
  const parts = whole.split("/");
  for (let at = 1; at < parts.length; at++) {
    if (files.has(parts.slice(at).join("/"))) return parts.slice(0, at).join("/");
  }
  return undefined;
}

function within(root: string, folder: string): string | undefined {
  const plain = `/${joined("", folder) ?? ""}`;
  if (plain === root) return "";
  return plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : undefined;
}
