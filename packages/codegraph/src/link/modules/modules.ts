/** Resolves specifiers by the rules of the importing file's language. */

import type { Using } from "../../facts/facts.ts";
import { isDeclarationFile } from "../../facts/languages/languages.ts";
import { push } from "../../maps.ts";
import type { Program } from "../program.ts";
import type { Modules } from "../resolver.ts";
import { autoImports } from "./auto-imports.ts";
import { csharpProjects } from "./csharp-projects.ts";
import { ecmascriptModules } from "./modules-ecmascript.ts";
import { goModules } from "./modules-go.ts";
import { javaModules } from "./modules-java.ts";
import { isNativePath, nativeModules } from "./modules-native.ts";
import { pythonModules } from "./modules-python.ts";
import { rubyModules } from "./modules-ruby.ts";
import { rustModules } from "./modules-rust.ts";
import { swiftModules } from "./modules-swift.ts";
import { type ConfigFiles, folderOf, joined, packagesIn } from "./project-config.ts";

const NONE: readonly number[] = [];

/** Rules of one language. Paths are those of single files. */
interface Rules {
  readonly resolve: (from: string, specifier: string) => readonly string[];
  readonly siblings?: (path: string) => readonly string[];
  readonly child?: (path: string, name: string) => string | undefined;
  readonly implFiles?: (path: string) => readonly string[];
  readonly component?: (path: string, name: string) => string | undefined;
  readonly seenBy?: (path: string) => readonly string[];
  readonly moduleOf?: (path: string) => string | undefined;
  readonly usings?: (path: string) => readonly Using[];
  /** The files in which the names of each of them can be available without an import. */
  readonly family?: readonly string[];
}

export function createModules(program: Program, config: ConfigFiles): Modules {
  const rulesOf = rulesByExtension(program, config);
  const numbers = (paths: readonly string[]): readonly number[] =>
    paths.length === 0 ? NONE : paths.flatMap((path) => program.indexOf.get(path) ?? []);
  const resolved = new Map<number, Map<string, readonly number[]>>();
  const siblings = new Map<number, readonly number[]>();
  const impls = new Map<number, readonly number[]>();
  const families = new Map<readonly string[], readonly number[]>();
  const pathOf = (file: number) => program.paths[file] ?? "";
  const packages = packagesIn(config);
  return {
    resolve: (file, specifier) =>
      getOrCreate(getOrCreate(resolved, file, newMap), specifier, () =>
        numbers(rulesOf(pathOf(file))?.resolve(pathOf(file), specifier) ?? []),
      ),
    siblings: (file) =>
      getOrCreate(siblings, file, () =>
        numbers(rulesOf(pathOf(file))?.siblings?.(pathOf(file)) ?? []),
      ),
    implFiles: (file) =>
      getOrCreate(impls, file, () =>
        numbers(rulesOf(pathOf(file))?.implFiles?.(pathOf(file)) ?? []),
      ),
    component: (file, name) => {
      const found = rulesOf(pathOf(file))?.component?.(pathOf(file), name);
      return found === undefined ? NONE : numbers([found]);
    },
    seenBy: (path) => {
      const rules = rulesOf(path);
      const all = rules?.family;
      if (all !== undefined) return getOrCreate(families, all, () => numbers(all));
      return numbers((rules?.seenBy ?? rules?.siblings)?.(path) ?? []);
    },
    isInPackageOf: (file, other) => packages.isInPackageOf(pathOf(file), pathOf(other)),
    moduleOf: (file) => rulesOf(pathOf(file))?.moduleOf?.(pathOf(file)),
    usings: (file) => rulesOf(pathOf(file))?.usings?.(pathOf(file)) ?? [],
    child: (files, name) => {
      const path = pathOf(files[0] ?? -1);
      const found = rulesOf(path)?.child?.(path, name);
      return found === undefined ? NONE : numbers([found]);
    },
  };
}

function rulesByExtension(
  program: Program,
  config: ConfigFiles,
): (path: string) => Rules | undefined {
  const has = (path: string) => program.indexOf.has(path);
  const { paths } = program;
  const made = new Map<string, Rules>();
  const makers: Readonly<Record<string, () => Rules>> = {
    ecmascript: () => {
      const { rootOf, seenBy, ...rules } = autoImports(paths, config);
      const all = paths.filter((path) => familyOf(path) === "ecmascript");
      return {
        ...item(ecmascriptModules(has, config, rootOf)),
        ...rules,
        seenBy: (path) => (isDeclarationFile(path) ? all : seenBy(path)),
      };
    },
    python: () => {
      const { resolve, child } = pythonModules(has, paths);
      return { ...item(resolve), child };
    },
    go: () => goModules(paths, config),
    rust: () => {
      const { resolve, child, crateFiles } = rustModules(has, paths, config);
      return { ...item(resolve), child, implFiles: crateFiles };
    },
    java: () => {
      const rules = javaModules(paths);
      const kotlin = paths.filter(isKotlinPath);
      if (kotlin.length === 0) return rules;
      return { ...rules, seenBy: (path) => [...rules.siblings(path), ...kotlin] };
    },
    kotlin: () => ({
      resolve: javaModules(paths).resolve,
      family: paths.filter((path) => isKotlinPath(path) || path.endsWith(".java")),
    }),
    beside: () => item(besideRules(has, paths)),
    php: () => {
      const beside = besideRules(has, paths);
      return {
        ...item((from, name) => (name.endsWith(".php") ? beside(from, name) : undefined)),
        family: paths.filter((path) => familyOf(path) === "php"),
      };
    },
    native: () => ({
      ...item(nativeModules(paths, config)),
      family: paths.filter(isNativePath),
    }),
    ruby: () => ({
      ...item(rubyModules(has, paths)),
      family: paths.filter((path) => familyOf(path) === "ruby"),
    }),
    swift: () => ({
      resolve: () => [],
      moduleOf: swiftModules(config),
      family: paths.filter((path) => familyOf(path) === "swift"),
    }),
    csharp: () => ({
      resolve: () => [],
      ...csharpProjects(config),
      family: paths.filter((path) => familyOf(path) === "csharp"),
    }),
  };
  return (path) => {
    const family = familyOf(path);
    if (family === undefined) return undefined;
    let rules = made.get(family);
    if (rules === undefined) {
      rules = makers[family]?.();
      if (rules !== undefined) made.set(family, rules);
    }
    return rules;
  };
}

function item(resolve: (from: string, specifier: string) => string | undefined): Rules {
  return {
    resolve: (from, specifier) => {
      const found = resolve(from, specifier);
      return found === undefined ? [] : [found];
    },
  };
}

const isKotlinPath = (path: string) => /\.kts?$/.test(path);

function familyOf(path: string): string | undefined {
  if (/\.(?:[mc]?[jt]sx?|vue|svelte|astro)$/.test(path)) return "ecmascript";
  if (/\.pyi?$/.test(path)) return "python";
  if (path.endsWith(".go")) return "go";
  if (path.endsWith(".rs")) return "rust";
  if (path.endsWith(".java")) return "java";
  if (isKotlinPath(path)) return "kotlin";
  if (path.endsWith(".swift")) return "swift";
  if (path.endsWith(".php")) return "php";
  if (path.endsWith(".cs")) return "csharp";
  if (isNativePath(path)) return "native";
  if (/\.(?:rb|rake|gemspec|ru)$/.test(path)) return "ruby";
  return /\.(?:sh|bash)$/.test(path) ? "beside" : undefined;
}

/** Resolves a file named by its path: relative, from the root, or by a unique end of its path. */
function besideRules(has: (path: string) => boolean, paths: readonly string[]) {
  const byName = new Map<string, string[]>();
  for (const path of paths) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    push(byName, name, path);
  }
  return (from: string, specifier: string): string | undefined => {
    const wanted = specifier;
    const direct = [joined(folderOf(from), wanted), joined("", wanted), joined("lib", wanted)];
    const found = direct.find((path) => path !== undefined && path !== from && has(path));
    if (found !== undefined) return found;
    const tail = wanted.replace(/^(?:\.\.?\/)+/, "");
    const ending = byName
      .get(tail.slice(tail.lastIndexOf("/") + 1))
      ?.filter((path) => path.endsWith(`/${tail}`));
    return ending?.length === 1 ? ending[0] : undefined;
  };
}

const newMap = () => new Map<string, readonly number[]>();

function getOrCreate<K, V>(cache: Map<K, V>, key: K, make: () => V): V {
  const found = cache.get(key);
  if (found !== undefined) return found;
  const made = make();
  cache.set(key, made);
  return made;
}
