/** All files' facts with look-up tables over them, made when first asked for. */
import type { Binding, Definition, FileFacts, Import } from "../facts.ts";

export interface FileTables {
  readonly path: string;
  readonly facts: FileFacts;
  /** By container (-1 for the file) and name: indexes of definitions. */
  readonly members: ReadonlyMap<number, ReadonlyMap<string, readonly number[]>>;
  /** By scope and name. */
  readonly bindings: ReadonlyMap<number, ReadonlyMap<string, readonly Binding[]>>;
  /** By local name. */
  readonly imports: ReadonlyMap<string, readonly Import[]>;
  /** Imports that bring in names unqualified, or pass all of them on. */
  readonly stars: readonly Import[];
  readonly reexports: ReadonlyMap<string, Import>;
  readonly exportNames: ReadonlyMap<string, string>;
}

const NO_NAMES: ReadonlyMap<string, readonly number[]> = new Map();

export class Program {
  readonly paths: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** Files whose facts were asked for and are not loaded. */
  readonly missing = new Set<number>();
  readonly #facts: (FileFacts | undefined)[];
  readonly #tables: (FileTables | undefined)[] = [];

  constructor(paths: readonly string[], facts: (FileFacts | undefined)[]) {
    this.paths = paths;
    this.indexOf = new Map(paths.map((path, index) => [path, index]));
    this.#facts = facts;
  }

  /** Facts of a file that was missing. Everything derived from its absence is the caller's to forget. */
  supply(file: number, facts: FileFacts): void {
    this.#facts[file] = facts;
    this.#tables[file] = undefined;
    this.missing.delete(file);
  }

  /** The file is linked: nobody else asks for its calls, which are most of what is known of it. */
  release(file: number): void {
    const facts = this.#facts[file];
    const tables = this.#tables[file];
    if (facts === undefined || tables === undefined) return;
    const rest = { ...facts, calls: [], resolved: undefined };
    this.#facts[file] = rest;
    this.#tables[file] = { ...tables, facts: rest };
  }

  tables(file: number): FileTables | undefined {
    const known = this.#tables[file];
    if (known !== undefined) return known;
    const facts = this.#facts[file];
    if (facts === undefined) {
      if (file >= 0 && file < this.paths.length) this.missing.add(file);
      return undefined;
    }
    const made = tablesOf(this.paths[file] ?? "", facts);
    this.#tables[file] = made;
    return made;
  }

  definition(file: number, index: number): Definition | undefined {
    return this.tables(file)?.facts.definitions[index];
  }

  members(file: number, container: number): ReadonlyMap<string, readonly number[]> {
    return this.tables(file)?.members.get(container) ?? NO_NAMES;
  }
}

function tablesOf(path: string, facts: FileFacts): FileTables {
  const members = new Map<number, Map<string, number[]>>();
  facts.definitions.forEach((one, index) => {
    if (one.kind !== "lambda") push(at(members, one.container), one.name, index);
  });
  const bindings = new Map<number, Map<string, Binding[]>>();
  for (const one of facts.bindings) push(at(bindings, one.scope), one.name, one);
  const imports = new Map<string, Import[]>();
  const reexports = new Map<string, Import>();
  for (const one of facts.imports) {
    if (one.isReexport && one.local !== "*") reexports.set(one.local, one);
    if (one.isReexport || one.local === "" || one.local === "*") continue;
    push(imports, one.local, one);
    // Python's `import a.b` makes `a` known.
    const dot = one.local.indexOf(".");
    if (dot > 0) {
      const first = one.local.slice(0, dot);
      push(imports, first, { ...one, local: first, specifier: first });
    }
  }
  return {
    path,
    facts,
    members,
    bindings,
    imports,
    stars: facts.imports.filter((one) => one.local === "*"),
    reexports,
    exportNames: new Map(facts.exportNames.map(({ exported, local }) => [exported, local])),
  };
}

function at<K, V>(map: Map<K, Map<string, V[]>>, key: K): Map<string, V[]> {
  let found = map.get(key);
  if (found === undefined) {
    found = new Map();
    map.set(key, found);
  }
  return found;
}

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}
