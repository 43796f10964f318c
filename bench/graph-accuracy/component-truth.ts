/**
 * Determines the file of each component in a template with the frameworks' own compilers: templates as parsed by
 * `@vue/compiler-sfc` and `svelte/compiler`, imports as parsed by Babel, files found by rules written for this bench alone.
 * It shares no code with what is measured.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";

/** A use of a component: the position of its tag's name and its file; null when the component is not from the repository. */
export interface TrueUse {
  readonly line: number;
  readonly column: number;
  readonly name: string;
  readonly target: string | null;
}

type Node = Readonly<Record<string, unknown>>;

interface Compilers {
  readonly vue: (text: string) => Node;
  readonly svelte: (text: string) => Node;
  readonly babel: (text: string) => Node;
}

export const COMPILER_PACKAGES = ["@vue/compiler-sfc@3.5.45", "svelte@5.57.3", "@babel/parser@7"];

/** Loads the compilers. `place`: a folder whose `node_modules` has the packages. */
export function loadCompilers(place: string): Compilers {
  const load = createRequire(join(place, "package.json"));
  const sfc = load("@vue/compiler-sfc") as { parse: (text: string) => Node };
  const svelte = load("svelte/compiler") as { parse: (text: string, options: Node) => Node };
  const babel = load("@babel/parser") as { parse: (text: string, options: Node) => Node };
  return {
    vue: (text) => sfc.parse(text),
    svelte: (text) => svelte.parse(text, { modern: true }),
    babel: (text) =>
      babel.parse(text, {
        sourceType: "module",
        errorRecovery: true,
        plugins: ["typescript", "decorators"],
      }),
  };
}

interface Imported {
  readonly specifier: string;
  readonly name: string;
}

export class ComponentTruth {
  readonly #root: string;
  readonly #compilers: Compilers;
  readonly #auto: ReadonlyMap<string, ReadonlyMap<string, string>>;

  /** Components available in a folder without an import are in `auto`, by folder (with a trailing slash) and by name. */
  constructor(
    root: string,
    compilers: Compilers,
    auto: ReadonlyMap<string, ReadonlyMap<string, string>>,
  ) {
    this.#root = root;
    this.#compilers = compilers;
    this.#auto = auto;
  }

  /** Returns null for a file that its compiler refuses. */
  usesOf(path: string): TrueUse[] | null {
    const text = readFileSync(join(this.#root, path), "utf8");
    try {
      return path.endsWith(".vue") ? this.#vueUses(path, text) : this.#svelteUses(path, text);
    } catch {
      return null;
    }
  }

  #vueUses(path: string, text: string): TrueUse[] {
    const { descriptor, errors } = this.#compilers.vue(text) as {
      descriptor: Node;
      errors: unknown[];
    };
    if (errors.length > 0) throw new SyntaxError("refused");
    const scripts = [descriptor["script"], descriptor["scriptSetup"]] as (Node | null)[];
    const names = new Map<string, Imported>();
    for (const script of scripts)
      if (script !== null) this.#importsOf(String(script["content"]), names);
    const uses: TrueUse[] = [];
    const template = descriptor["template"] as Node | null;
    walkNodes(template?.["ast"], (node) => {
      const isComponent = node["type"] === 1 && node["tagType"] === 1;
      if (!isComponent || !("children" in node)) return;
      const tag = String(node["tag"]);
      if (/^(?:component|slot|template)$/.test(tag)) return;
      const start = (node["loc"] as Node)["start"] as Node;
      const [line, column] = [Number(start["line"]), Number(start["column"])];
      uses.push({ line, column, name: tag, target: this.#meant(path, tag, names, true) });
    });
    return uses;
  }

  #svelteUses(path: string, text: string): TrueUse[] {
    const tree = this.#compilers.svelte(text);
    const names = new Map<string, Imported>();
    for (const key of ["instance", "module"]) {
      const content = (tree[key] as Node | null)?.["content"];
      walkNodes(content, (node) => takeImport(node, names));
    }
    const starts = lineStarts(text);
    const uses: TrueUse[] = [];
    walkNodes(tree["fragment"], (node) => {
      if (node["type"] !== "Component") return;
      const at = Number(node["start"]) + 1;
      const line = starts.findLastIndex((start) => start <= at) + 1;
      const name = String(node["name"]);
      const column = at - (starts[line - 1] ?? 0);
      uses.push({ line, column, name, target: this.#meant(path, name, names, false) });
    });
    return uses;
  }

  #importsOf(script: string, names: Map<string, Imported>): void {
    walkNodes(this.#compilers.babel(script), (node) => {
      takeImport(node, names);
      takeLazy(node, names);
      takeRegistered(node, names);
    });
  }

  #meant(
    from: string,
    tag: string,
    names: ReadonlyMap<string, Imported>,
    isVue: boolean,
  ): string | null {
    const [root = "", ...rest] = tag.split(".");
    const camel = root.replace(/-(\w)/g, (_all, item: string) => item.toUpperCase());
    const pascal = camel.replace(/^./, (item) => item.toUpperCase());
    for (const form of isVue ? [root, camel, pascal] : [root]) {
      const found = names.get(form);
      if (found === undefined) continue;
      const name = found.name === "*" ? (rest[0] ?? "*") : found.name;
      return this.#exportedFrom(from, { specifier: found.specifier, name }, 0);
    }
    return isVue ? (this.#autoOf(from)?.get(pascal) ?? null) : null;
  }

  #projectOf(path: string): string | undefined {
    const folders = [...this.#auto.keys()].filter((item) => path.startsWith(item));
    return folders.sort((a, b) => b.length - a.length)[0];
  }

  #autoOf(path: string) {
    return this.#auto.get(this.#projectOf(path) ?? "-");
  }

  /** Returns the file that contains the component itself, following re-exports. */
  #exportedFrom(from: string, { specifier, name }: Imported, depth: number): string | null {
    const path = this.#resolve(from, specifier);
    if (path === null || depth > 8 || /\.(?:vue|svelte)$/.test(path))
      return depth > 8 ? null : path;
    const tree = this.#compilers.babel(readFileSync(join(this.#root, path), "utf8"));
    const names = new Map<string, Imported>();
    walkNodes(tree, (node) => takeImport(node, names));
    const exports: Imported[] = [];
    let isHere = false;
    walkNodes(tree, (node) => {
      exports.push(...passedOn(node, name, names));
      isHere ||= isExportOf(node, name, names);
    });
    if (isHere) return path;
    return exports.reduce<string | null>(
      (found, imported) => found ?? this.#exportedFrom(path, imported, depth + 1),
      null,
    );
  }

  #resolve(from: string, specifier: string): string | null {
    if (specifier.startsWith(".")) return this.#file(join(dirname(from), specifier));
    const project = this.#projectOf(from);
    if (project !== undefined && /^[~@]\//.test(specifier)) {
      const rest = specifier.slice(2);
      const found = this.#file(join(project, "app", rest)) ?? this.#file(join(project, rest));
      if (found !== null) return found;
    }
    for (let folder = dirname(from); ; folder = dirname(folder)) {
      for (const config of [
        "tsconfig.json",
        "tsconfig.app.json",
        "svelte.config.js",
        "jsconfig.json",
      ]) {
        const found = this.#byConfig(folder, config, specifier);
        if (found !== null) return found;
      }
      if (folder === "." || folder === "") break;
    }
    return null;
  }

  #byConfig(folder: string, config: string, specifier: string): string | null {
    const path = join(this.#root, folder, config);
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    const isSvelte = config === "svelte.config.js";
    const pattern = isSvelte ? SVELTE_ALIAS : TSCONFIG_PATH;
    const rules = [...text.matchAll(pattern)].map(
      ([, key = "", value = ""]) => [key, value] as const,
    );
    if (isSvelte && text !== "") rules.push(["$lib/*", "src/lib/*"], ["$lib", "src/lib/index"]);
    for (const [key, value] of rules) {
      const target = aliased(specifier, key, value);
      const found = target === null ? null : this.#file(join(folder, target));
      if (found !== null) return found;
    }
    return null;
  }

  #file(path: string): string | null {
    const bare = path.replace(/\.js$/, "");
    const ends = ["", ".ts", ".js", ".vue", ".svelte", ".svelte.ts", "/index.ts", "/index.js"];
    for (const item of [path, bare].flatMap((base) => ends.map((end) => base + end))) {
      const full = join(this.#root, item);
      if (existsSync(full) && statSync(full).isFile()) return relative(this.#root, full);
    }
    return null;
  }
}

const SVELTE_ALIAS = /["']?([$@\w/*-]+)["']?\s*:\s*["'](\.?\/?[\w./-]+)["']/g;
const TSCONFIG_PATH = /"([^"\n]+)"\s*:\s*\[\s*"([^"\n]+)"/g;

/** Resolves an alias: `@/*` → `./src/*`; an alias without a star also applies to the paths below it. */
function aliased(specifier: string, key: string, value: string): string | null {
  const [head = "", tail] = key.split("*");
  const isExact = tail === undefined && (specifier === key || specifier.startsWith(`${key}/`));
  if (!isExact && (tail === undefined || !specifier.startsWith(head))) return null;
  const rest = specifier.slice(isExact ? key.length : head.length);
  return value.includes("*") ? value.replace("*", rest) : `${value}${rest}`;
}

/** Returns the sources from which a statement re-exports `name`. */
function passedOn(node: Node, name: string, names: ReadonlyMap<string, Imported>): Imported[] {
  const source = (node["source"] as Node | null | undefined)?.["value"];
  if (node["type"] === "ExportAllDeclaration") return [{ specifier: String(source), name }];
  if (node["type"] !== "ExportNamedDeclaration") return [];
  const own = ((node["specifiers"] as Node[]) ?? []).filter(
    (specifier) => nameOf(specifier["exported"]) === name,
  );
  return own.flatMap((item) => {
    const local = nameOf(item["local"]);
    if (typeof source === "string") return [{ specifier: source, name: local || "*" }];
    return names.get(local) ?? [];
  });
}

/** Reports whether a statement exports something that the file itself defines. */
function isExportOf(node: Node, name: string, names: ReadonlyMap<string, Imported>): boolean {
  if (node["type"] !== "ExportNamedDeclaration" || node["source"] != null) return false;
  const declared = (node["declaration"] as Node | null)?.["declarations"] as Node[] | undefined;
  const listed = ((node["specifiers"] as Node[]) ?? []).some(
    (specifier) => nameOf(specifier["exported"]) === name && !names.has(nameOf(specifier["local"])),
  );
  return listed || declared?.some((item) => nameOf(item["id"]) === name) === true;
}

function walkNodes(value: unknown, visit: (node: Node) => void): void {
  const open: unknown[] = [value];
  const seen = new Set<unknown>();
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== "object" || item === null || seen.has(item)) continue;
    seen.add(item);
    if (!Array.isArray(item)) visit(item as Node);
    open.push(...Object.values(item).reverse());
  }
}

const nameOf = (node: unknown): string =>
  String((node as Node | null)?.["name"] ?? (node as Node | null)?.["value"] ?? "");

function takeImport(node: Node, names: Map<string, Imported>): void {
  if (node["type"] !== "ImportDeclaration") return;
  const specifier = String((node["source"] as Node)["value"]);
  for (const item of node["specifiers"] as Node[]) {
    const kind = item["type"];
    const name =
      kind === "ImportDefaultSpecifier"
        ? "default"
        : kind === "ImportNamespaceSpecifier"
          ? "*"
          : nameOf(item["imported"]);
    names.set(nameOf(item["local"]), { specifier, name });
  }
}

/** Reads `const Name = defineAsyncComponent(() => import("./Name.vue"))`. */
function takeLazy(node: Node, names: Map<string, Imported>): void {
  if (node["type"] !== "VariableDeclarator") return;
  const init = node["init"] as Node | null;
  if (init?.["type"] !== "CallExpression" || !/[Aa]sync/.test(nameOf(init["callee"]))) return;
  const specifier = importedIn(init);
  if (specifier !== undefined) names.set(nameOf(node["id"]), { specifier, name: "default" });
}

/** `components: { Name: Other, Lazy: () => import("./Lazy.vue") }` */
function takeRegistered(node: Node, names: Map<string, Imported>): void {
  if (node["type"] !== "ObjectProperty" || nameOf(node["key"]) !== "components") return;
  for (const property of ((node["value"] as Node)["properties"] as Node[] | undefined) ?? []) {
    const [name, value] = [nameOf(property["key"]), property["value"] as Node | undefined];
    const existing = names.get(nameOf(value));
    const specifier = value && importedIn(value);
    if (existing !== undefined) names.set(name, existing);
    else if (specifier !== undefined) names.set(name, { specifier, name: "default" });
  }
}

function importedIn(node: Node): string | undefined {
  let found: string | undefined;
  walkNodes(node, (item) => {
    const isImport =
      item["type"] === "CallExpression" && (item["callee"] as Node)["type"] === "Import";
    const source = isImport ? (item["arguments"] as Node[])[0]?.["value"] : undefined;
    if (typeof source === "string") found = source;
  });
  return found;
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
