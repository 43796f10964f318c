/** Facts of all files with lookup tables, which are created on first use. */

import type { Binding, Definition, FileFacts, Import } from "../facts/facts.ts";
import { languageOf } from "../facts/languages/languages.ts";
import { push } from "../maps.ts";
import { NamesByScope } from "./names-by-scope.ts";
import type { Target } from "./value.ts";

export interface FileTables {
  readonly path: string;
  readonly facts: FileFacts;
  /** Namespaces that the file declares; "" for names outside of them. */
  readonly namespaces: readonly string[];
  /** By container (-1 for the file) and name: indexes of definitions. */
  readonly members: NamesByScope<number>;
  readonly bindings: NamesByScope<Binding>;
  /** By local name. */
  readonly imports: ReadonlyMap<string, readonly Import[]>;
  /** Imports that make names available unqualified, or re-export all of them. */
  readonly stars: readonly Import[];
  readonly reexports: ReadonlyMap<string, Import>;
  readonly exportNames: ReadonlyMap<string, string>;
  /** Names that a test narrows. */
  readonly narrowed: ReadonlySet<string>;
}

/** Returns whether a binding narrows a name by a test instead of declaring it (see `takeNarrowed`). */
export function isTest({ type, value }: Pick<Binding, "type" | "value">): boolean {
  return type.startsWith("is ") || value.endsWith("<is>()");
}

const NO_USES = { calls: [], resolved: undefined };
const NO_NAMES: ReadonlyMap<string, readonly number[]> = new Map();
const NONE: readonly never[] = [];

export class Program {
  readonly paths: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** Files whose facts were requested but are not loaded. */
  readonly missing = new Set<number>();
  readonly #facts: (FileFacts | undefined)[];
  readonly #tables: (FileTables | undefined)[] = [];

  constructor(paths: readonly string[], facts: (FileFacts | undefined)[]) {
    this.paths = paths;
    this.indexOf = new Map(paths.map((path, index) => [path, index]));
    this.#facts = facts;
  }

  /** Supplies the facts of a missing file. The caller must discard results derived from their absence. */
  supply(file: number, facts: FileFacts): void {
    this.#facts[file] = facts;
    this.#tables[file] = undefined;
    this.missing.delete(file);
  }

  /** Supplies facts that only the linking of the file itself needs, for that time; undefined removes them. */
  lend(file: number, uses: Pick<FileFacts, "calls" | "resolved"> = NO_USES): void {
    const tables = this.tables(file);
    if (tables === undefined) return;
    const facts = { ...tables.facts, ...NO_USES, ...uses };
    this.#facts[file] = facts;
    this.#tables[file] = { ...tables, facts };
  }

  has(file: number): boolean {
    return this.#facts[file] !== undefined;
  }

  /** Returns a file's language, which needs no facts. */
  language(file: number): string | undefined {
    return this.#facts[file]?.language ?? languageOf(this.paths[file] ?? "")?.name;
  }

  /** Returns a file's facts without lookup tables. */
  facts(file: number): FileFacts | undefined {
    const facts = this.#facts[file];
    if (facts === undefined && file >= 0 && file < this.paths.length) this.missing.add(file);
    return facts;
  }

  tables(file: number): FileTables | undefined {
    const cached = this.#tables[file];
    if (cached !== undefined) return cached;
    const facts = this.facts(file);
    if (facts === undefined) return undefined;
    const made = tablesOf(this.paths[file] ?? "", facts);
    this.#tables[file] = made;
    return made;
  }

  definition(file: number, index: number): Definition | undefined {
    return this.tables(file)?.facts.definitions[index];
  }

  /** Returns the indexes of the definitions in a container (-1 for the file), by name. */
  members(file: number, container: number): ReadonlyMap<string, readonly number[]> {
    return this.tables(file)?.members.grouped(container) ?? NO_NAMES;
  }

  membersNamed(file: number, container: number, name: string): readonly number[] {
    return this.tables(file)?.members.named(container, name) ?? NONE;
  }

  /** Returns the same definitions as targets. */
  targetsNamed(file: number, container: number, name: string): Target[] {
    return this.membersNamed(file, container, name).map((definition) => ({ file, definition }));
  }

  bindings(file: number, scope: number): readonly Binding[] {
    return this.tables(file)?.bindings.of(scope) ?? NONE;
  }

  bindingsNamed(file: number, scope: number, name: string): readonly Binding[] {
    return this.tables(file)?.bindings.named(scope, name) ?? NONE;
  }
}

function tablesOf(path: string, facts: FileFacts): FileTables {
  const { definitions } = facts;
  const named = [...definitions.keys()].filter((index) => definitions[index]?.kind !== "lambda");
  const members = new NamesByScope(named, definitions.length, {
    scope: (index) => definitions[index]?.container ?? -1,
    name: (index) => definitions[index]?.name ?? "",
  });
  const bindings = new NamesByScope(facts.bindings, definitions.length, BINDING);
  const imports = new Map<string, Import[]>();
  const reexports = new Map<string, Import>();
  for (const item of facts.imports) {
    if (item.isReexport && item.local !== "*") reexports.set(item.local, item);
    if (item.isReexport || item.local === "" || item.local === "*") continue;
    push(imports, item.local, item);
    // Python's `import a.b` also binds `a`.
    const dot = item.local.indexOf(".");
    if (dot > 0) {
      const first = item.local.slice(0, dot);
      push(imports, first, { ...item, local: first, specifier: first });
    }
  }
  return {
    path,
    facts,
    namespaces: facts.namespace.split(","),
    members,
    bindings,
    imports,
    stars: facts.imports.filter((item) => item.local === "*"),
    reexports,
    narrowed: new Set(facts.bindings.filter(isTest).map(({ name }) => name)),
    exportNames: new Map(facts.exportNames.map(({ exported, local }) => [exported, local])),
  };
}

const BINDING = {
  scope: (binding: Binding) => binding.scope,
  name: (binding: Binding) => binding.name,
};
