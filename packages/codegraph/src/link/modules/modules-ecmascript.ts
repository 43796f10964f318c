/**
 * Resolves JavaScript and TypeScript specifiers without installation or build: relative paths, tsconfig's `paths` and
 * `baseUrl`, and workspace packages by name with their `exports`, mapped from built files to their sources.
 */
import {
  type ConfigFiles,
  folderOf,
  joined,
  nameOf,
  parseLenient,
  record,
  upwards,
} from "./project-config.ts";

const SUFFIXES = ".ts .tsx .d.ts .js .jsx .mts .cts .mjs .cjs .vue .svelte .astro".split(" ");
const CONDITIONS = [
  "source",
  "types",
  "import",
  "module",
  "node",
  "default",
  "require",
  "development",
];
/** `~/`, `@/`: the sources; `~~/`, `@@/`: the project; `$lib`: SvelteKit's `src/lib`. */
const USUAL_ALIAS = /^(~~?|@@?|\$lib)(\/.*|$)/;
const BUILT = /(^|\/)(?:lib|dist|build|out|esm|cjs|types)(?=\/)/;

interface Package {
  readonly folder: string;
  readonly manifest: Record<string, unknown>;
}

interface PathsRule {
  readonly folder: string;
  readonly baseUrl: string | undefined;
  readonly paths: readonly (readonly [string, readonly string[]])[];
}

/** Returns the path of a file in the tree, or undefined. */
export type ResolveEcmascript = (from: string, specifier: string) => string | undefined;

export function ecmascriptModules(
  has: (path: string) => boolean,
  config: ConfigFiles,
  rootOf: (from: string) => string | undefined = () => undefined,
): ResolveEcmascript {
  const packages = packagesIn(config);
  const rules = rulesIn(config);
  const cache = new Map<string, string | undefined>();

  const file = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : fileAt(has, path);

  function resolve(from: string, specifier: string): string | undefined {
    const folder = folderOf(from);
    if (specifier.startsWith(".")) return file(joined(folder, specifier));
    const byPaths = resolveByPaths(folder, specifier);
    if (byPaths !== undefined) return byPaths;
    if (specifier.startsWith("#")) return resolveOwnImports(folder, specifier);
    if (specifier.startsWith("/")) return file(specifier.slice(1));
    return resolvePackage(specifier) ?? resolveUsual(from, specifier);
  }

  /**
   * Resolves the usual prefixes of frameworks if no configuration in the tree defines them. Frameworks generate such
   * configuration, and git ignores it.
   */
  function resolveUsual(from: string, specifier: string): string | undefined {
    const [, sign = "", rest = ""] = USUAL_ALIAS.exec(specifier) ?? [];
    if (sign === "") return undefined;
    const up = upwards(folderOf(from)).find((upward) => packages.byFolder.has(upward)) ?? "";
    if (sign === "$lib") return file(joined(up, `src/lib${rest}`));
    const inside = file(joined(up, rest.slice(1)));
    if (sign.length > 1) return inside;
    return file(joined(rootOf(from) ?? joined(up, "src") ?? up, rest.slice(1))) ?? inside;
  }

  function resolveByPaths(folder: string, specifier: string): string | undefined {
    for (const up of upwards(folder)) {
      const rule = rules.get(up);
      if (rule === undefined) continue;
      for (const target of targetsOf(rule, specifier)) {
        const found = file(joined(rule.folder, target));
        if (found !== undefined) return found;
      }
      return undefined;
    }
    return undefined;
  }

  function resolveOwnImports(folder: string, specifier: string): string | undefined {
    for (const up of upwards(folder)) {
      const own = packages.byFolder.get(up);
      if (own === undefined) continue;
      const target = exportTarget(record(own.manifest["imports"]), specifier);
      return target === undefined ? undefined : fileOrSource(own.folder, target);
    }
    return undefined;
  }

  function resolvePackage(specifier: string): string | undefined {
    const [scope = "", name = ""] = specifier.split("/");
    const packageName = scope.startsWith("@") ? `${scope}/${name}` : scope;
    const own = packages.byName.get(packageName);
    if (own === undefined) return undefined;
    const rest = specifier.slice(packageName.length);
    const target = exportTarget(exportsOf(own.manifest), `.${rest}`);
    const byExports = target === undefined ? undefined : fileOrSource(own.folder, target);
    if (byExports !== undefined) return byExports;
    const path = rest === "" ? mainOf(own.manifest) : rest.slice(1);
    return fileOrSource(own.folder, path) ?? (rest === "" ? entryOf(own.folder) : undefined);
  }

  function entryOf(folder: string): string | undefined {
    return (
      file(joined(folder, "src/index")) ??
      file(joined(folder, "index")) ??
      file(joined(folder, "src/main"))
    );
  }

  /** Resolves a built file, which is not in the tree, to its source in the source folder. */
  function fileOrSource(folder: string, path: string): string | undefined {
    const direct = file(joined(folder, path));
    if (direct !== undefined) return direct;
    const bare = path.replace(/^\.\//, "");
    for (const source of ["src", "source", "lib"]) {
      const inSource = file(joined(folder, bare.replace(BUILT, `$1${source}`)));
      if (inSource !== undefined) return inSource;
      // `dist/esm/a.js` is built from `src/a.ts`.
      const flat = file(
        joined(
          folder,
          `${source}/${bare.replace(/^(?:(?:lib|dist|build|out|esm|cjs|types)\/)+/, "")}`,
        ),
      );
      if (flat !== undefined) return flat;
    }
    return undefined;
  }

  return (from, specifier) => {
    const bare = specifier.replace(/[?#].*$/, (tail) => (specifier.startsWith("#") ? tail : ""));
    const key = `${folderOf(from)}\n${bare}`;
    if (!cache.has(key)) cache.set(key, resolve(from, bare));
    return cache.get(key);
  };
}

/** Returns the file as named, the source of a built file, the file with an extension, or a folder's index. */
function fileAt(has: (path: string) => boolean, path: string): string | undefined {
  if (path === "") return SUFFIXES.map((suffix) => `index${suffix}`).find(has);
  const swapped = /^(.*)\.([mc]?)jsx?$/.exec(path);
  const [, stem = "", kind = ""] = swapped ?? [];
  const sources = swapped === null ? [] : [`.${kind}ts`, ".ts", ".tsx", `.d.${kind}ts`];
  return (
    (has(path) ? path : undefined) ??
    sources.map((suffix) => stem + suffix).find(has) ??
    SUFFIXES.map((suffix) => path + suffix).find(has) ??
    SUFFIXES.map((suffix) => `${path}/index${suffix}`).find(has)
  );
}

function packagesIn(config: ConfigFiles) {
  const byName = new Map<string, Package>();
  const byFolder = new Map<string, Package>();
  for (const path of config.paths) {
    if (nameOf(path) !== "package.json") continue;
    const manifest = parseLenient(config.read(path));
    if (manifest === undefined) continue;
    const item = { folder: folderOf(path), manifest };
    byFolder.set(item.folder, item);
    const { name } = manifest as { name?: unknown };
    // If two packages share a name, the one nearer to the root is used: the other is a fixture.
    const existing = typeof name === "string" ? byName.get(name) : undefined;
    if (typeof name !== "string") continue;
    if (existing === undefined || existing.folder.length > item.folder.length)
      byName.set(name, item);
  }
  return { byName, byFolder };
}

function rulesIn(config: ConfigFiles): Map<string, PathsRule> {
  const rules = new Map<string, PathsRule>();
  for (const path of config.paths) {
    const isConfig = /^[jt]sconfig(?:\.[\w-]+)?\.json$/.test(nameOf(path));
    if (!isConfig) continue;
    const rule = ruleOf(config, path, 0);
    const folder = folderOf(path);
    const isMain = /^[jt]sconfig\.json$/.test(nameOf(path));
    if (rule !== undefined && (isMain || !rules.has(folder))) rules.set(folder, rule);
  }
  return rules;
}

function ruleOf(config: ConfigFiles, path: string, depth: number): PathsRule | undefined {
  const parsed = parseLenient(config.read(path));
  if (parsed === undefined || depth > 5) return undefined;
  const options = record(parsed["compilerOptions"]) ?? {};
  const folder = folderOf(path);
  const { baseUrl } = options;
  const paths = record(options["paths"]);
  if (paths === undefined && typeof baseUrl !== "string") {
    const [base] = [parsed["extends"]].flat();
    if (typeof base !== "string" || !base.startsWith(".")) return undefined;
    const target = joined(folder, base.endsWith(".json") ? base : `${base}.json`);
    return target === undefined ? undefined : ruleOf(config, target, depth + 1);
  }
  return {
    folder,
    baseUrl: typeof baseUrl === "string" ? baseUrl : undefined,
    paths: Object.entries(paths ?? {}).map(([pattern, targets]) => [
      pattern,
      Array.isArray(targets) ? targets.filter((target) => typeof target === "string") : [],
    ]),
  };
}

function targetsOf({ baseUrl, paths }: PathsRule, specifier: string): string[] {
  const found: string[] = [];
  for (const [pattern, targets] of paths) {
    const star = starOf(pattern, specifier);
    if (star === undefined) continue;
    for (const target of targets) found.push(`${baseUrl ?? "."}/${target.replace("*", star)}`);
  }
  if (baseUrl !== undefined) found.push(`${baseUrl}/${specifier}`);
  return found;
}

/** Returns the text that `*` matches; "" for an exact match; undefined for none. */
function starOf(pattern: string, text: string): string | undefined {
  const at = pattern.indexOf("*");
  if (at < 0) return pattern === text ? "" : undefined;
  const [head, tail] = [pattern.slice(0, at), pattern.slice(at + 1)];
  const isMatch =
    text.length >= head.length + tail.length && text.startsWith(head) && text.endsWith(tail);
  return isMatch ? text.slice(head.length, text.length - tail.length) : undefined;
}

/** Returns `exports` by subpath. A single target applies to ".". */
function exportsOf(manifest: Record<string, unknown>): Record<string, unknown> | undefined {
  const input = manifest["exports"];
  if (typeof input === "string") return { ".": input };
  const table = record(input);
  if (table === undefined) return undefined;
  return Object.keys(table).some((key) => key.startsWith(".")) ? table : { ".": table };
}

function exportTarget(
  table: Record<string, unknown> | undefined,
  subpath: string,
): string | undefined {
  for (const [pattern, target] of Object.entries(table ?? {})) {
    const star = starOf(pattern, subpath);
    const found = star === undefined ? undefined : conditional(target, 0);
    if (found !== undefined) return found.replaceAll("*", star ?? "");
  }
  return undefined;
}

function conditional(target: unknown, depth: number): string | undefined {
  if (typeof target === "string") return target;
  if (depth > 5) return undefined;
  if (Array.isArray(target)) return conditional(target[0], depth + 1);
  const table = record(target) ?? {};
  for (const condition of CONDITIONS) {
    const found = condition in table ? conditional(table[condition], depth + 1) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

function mainOf(manifest: Record<string, unknown>): string {
  for (const field of ["source", "module", "types", "typings", "main"]) {
    const value = manifest[field];
    if (typeof value === "string") return value;
  }
  return "index";
}
