/**
 * Resolves `#include` of C and C++: relative to the file, in the folders that `compile_commands.json` names, in folders named
 * `include` or `src`, and by a unique end of a path.
 */
import { push } from "../../maps.ts";
import {
  type ConfigFiles,
  folderOf,
  joined,
  nameOf,
  sharedFolders,
  upwards,
} from "./project-config.ts";

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
    push(byName, nameOf(path), path);
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
  const maxShared = Math.max(...shared);
  const nearest = ending.filter((_path, at) => shared[at] === maxShared);
  return maxShared > 0 && nearest.length === 1 ? nearest[0] : undefined;
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
/** Different folders that all commands name together. Each costs a look-up, and a project has far fewer. */
const MAX_NAMED = 20_000;
/** Characters of a path; no system has longer ones. */
const MAX_PATH = 4096;
/** Folders of a path; each costs a look-up of the rest of the path. */
const MAX_DEPTH = 100;
const FLAG = /^-(?:I|isystem|iquote)(.*)$/;

/** Returns the include folders of a `compile_commands.json` within the tree. It is read, and no command in it is run. */
function compilerFolders(config: ConfigFiles, files: ReadonlySet<string>): string[] {
  const lists = config.paths.filter((path) => nameOf(path) === "compile_commands.json");
  const found = new Set<string>();
  const roots = new Map<string, string>();
  const seen = new Set<string>();
  for (const command of lists.flatMap((path) => commandsIn(config.read(path)))) {
    const { directory } = command;
    const root = roots.get(directory) ?? rootOf(command, files);
    if (root === undefined) continue;
    roots.set(directory, root);
    for (const path of namedBy(command)) {
      if (seen.has(path) || seen.size >= MAX_NAMED) continue;
      seen.add(path);
      const folder = within(root, path);
      if (folder !== undefined) found.add(folder);
    }
  }
  return [...found].slice(0, MAX_FOLDERS);
}

interface Command {
  readonly directory: string;
  readonly file: string;
  readonly words: readonly string[];
}

/** Returns the paths of the folders that a command names. */
function namedBy({ directory, words }: Command): string[] {
  return words.flatMap((word, at) => {
    const flag = FLAG.exec(word)?.[1];
    if (flag === undefined) return [];
    const named = flag === "" ? (words[at + 1] ?? "") : flag;
    const path = named.startsWith("/") ? named : `${directory}/${named}`;
    return path.length > MAX_PATH ? [] : [path];
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

/** Returns the absolute path of the tree on the machine that wrote the command. */
function rootOf({ directory, file }: Command, files: ReadonlySet<string>): string | undefined {
  if (directory.length + file.length > MAX_PATH) return undefined;
  const whole = `/${joined("", file.startsWith("/") ? file : `${directory}/${file}`) ?? ""}`;
  const parts = whole.split("/", MAX_DEPTH);
  let at = 0;
  for (const part of parts) {
    at += part.length + 1;
    if (files.has(whole.slice(at))) return whole.slice(0, at - 1);
  }
  return undefined;
}

function within(root: string, folder: string): string | undefined {
  const plain = `/${joined("", folder) ?? ""}`;
  if (plain === root) return "";
  return plain.startsWith(`${root}/`) ? plain.slice(root.length + 1) : undefined;
}
