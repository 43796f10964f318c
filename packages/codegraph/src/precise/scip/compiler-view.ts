/**
 * A file as resolved by a compiler, for the linker: targets of calls, and other mentions in the file. Definitions that were
 * deleted since are not found; our own analysis replaces them.
 */

import {
  type Call,
  CONSTRUCTORS,
  type Definition,
  type DefinitionName,
  type FileFacts,
  type ResolvedSites,
  type SymbolKind,
} from "../../facts/facts.ts";
import { languageOf } from "../../facts/languages/languages.ts";
import type { Program } from "../../link/program.ts";
import type { EdgeType, Target, Tier } from "../../link/value.ts";
import { getOrCreate } from "../../maps.ts";
import { definitionKeys } from "./resolved-sites.ts";

interface ReadFacts {
  readonly target: Target;
  readonly tier: Tier;
}

interface Mention extends ReadFacts {
  /** Index of the enclosing definition; -1 for the file. */
  readonly scope: number;
  readonly type: EdgeType;
}

const MAKERS = new Set([...CONSTRUCTORS, "__new__", "<init>", ".ctor", "new"]);

/** Returns a compiler's view of a file; undefined if no compiler covered it or its content changed. */
export function compilerView(program: Program, file: number): CompilerView | undefined {
  const facts = program.tables(file)?.facts;
  if (facts?.resolved === undefined) return undefined;
  return new CompilerView(program, file, facts, facts.resolved);
}

export class CompilerView {
  readonly #program: Program;
  readonly #file: number;
  readonly #facts: FileFacts;
  readonly #resolved: ResolvedSites;
  /** Index of the site by position. */
  readonly #sites = new Map<string, number>();
  readonly #isUsed: Uint8Array;
  readonly #targets: readonly (Target | undefined)[];
  /** Whether our own query finds calls in this language. */
  readonly #hasCalls: boolean;

  constructor(program: Program, file: number, facts: FileFacts, resolved: ResolvedSites) {
    this.#program = program;
    this.#file = file;
    this.#facts = facts;
    this.#resolved = resolved;
    resolved.sites.forEach(({ line, column }, index) => {
      this.#sites.set(`${line}:${column}`, index);
    });
    this.#isUsed = new Uint8Array(resolved.sites.length);
    this.#targets = resolved.targets.map((target) => definitionNamed(program, target));
    this.#hasCalls = languageOf(program.paths[file] ?? "")?.depth === "full";
  }

  /** Whether the result covers every name in the file instead of calls only. */
  get isWhole(): boolean {
    return this.#resolved.tier === "scip";
  }

  /** Resolves a call: "outside" for another package; undefined if the compiler did not resolve it. */
  resolve(call: Call): ReadFacts | "outside" | undefined {
    const index = this.#sites.get(`${call.line}:${call.column}`);
    const site = index === undefined ? undefined : this.#resolved.sites[index];
    if (index === undefined || site === undefined) return undefined;
    if (site.target < 0) return "outside";
    const target = this.#targets[site.target];
    if (target === undefined) return undefined;
    this.#isUsed[index] = 1;
    const isAbove = call.callee === "super" || /\.(?:__init__|__new__)$/.test(call.callee);
    const made = isAbove ? undefined : this.#madeBy(target);
    return { target: made ?? target, tier: this.#resolved.tier };
  }

  /** Yields mentions other than the calls that were resolved. */
  *others(): Generator<Mention> {
    const named = this.#facts.imports.filter((item) => item.imported !== "");
    const imported = new Set(named.flatMap((item) => [item.imported, item.local]));
    const scopeAt = this.#scopes();
    const files = new Set<number>();
    for (const [index, { line, target: number }] of this.#resolved.sites.entries()) {
      const target = this.#targets[number];
      if (target === undefined) continue;
      if (target.file !== this.#file) files.add(target.file);
      if (this.#isUsed[index] === 1) continue;
      const scope = scopeAt(line);
      const mention = this.#mention(target, scope, imported);
      if (mention !== undefined) yield mention;
    }
    yield* this.#related();
    if (this.#hasCalls) return;
    // We do not read the imports of such a language well enough.
    for (const file of files) {
      const target = { file, definition: -1 };
      yield { scope: -1, target, type: "imports", tier: this.#resolved.tier };
    }
  }

  #mention(target: Target, scope: number, imported: ReadonlySet<string>): Mention | undefined {
    const { tier } = this.#resolved;
    if (target.definition < 0) return { scope, target, type: "imports", tier };
    const made = this.#hasCalls ? undefined : this.#madeBy(target);
    if (made !== undefined) return { scope, target: made, type: "instantiates", tier };
    const definition = this.#program.definition(target.file, target.definition);
    if (definition === undefined) return undefined;
    const isImport = scope < 0 && target.file !== this.#file && imported.has(definition.name);
    if (isImport) return { scope, target, type: "imports_symbol", tier };
    const type = MENTIONS[definition.kind];
    if (type === undefined) return undefined;
    // Named without a call in a language whose calls we find: passed to code that may call it.
    const isHandedOver = type === "calls" && this.#hasCalls;
    return { scope, target, type, tier: isHandedOver ? "reference" : tier };
  }

  *#related(): Generator<Mention> {
    if (this.#hasCalls) return;
    const indexes = keyIndexes(this.#facts);
    for (const { key, target: number } of this.#resolved.relations) {
      const scope = indexes.get(key);
      const target = this.#targets[number];
      if (scope === undefined || target === undefined) continue;
      const own = this.#facts.definitions[scope]?.kind;
      const above = this.#program.definition(target.file, target.definition)?.kind;
      const isMember = own === "method" || own === "function" || own === "property";
      const isPromise = above === "interface" && own !== "interface";
      const type = isMember ? "overrides" : isPromise ? "implements" : "extends";
      yield { scope, target, type, tier: this.#resolved.tier };
    }
  }

  /** Returns the class of a constructor: creating an object uses the class, whatever name an indexer gives it. */
  #madeBy(target: Target): Target | undefined {
    const definition = this.#program.definition(target.file, target.definition);
    if (definition?.kind !== "method" && definition?.kind !== "function") return undefined;
    const around = this.#program.definition(target.file, definition.container);
    if (around?.kind !== "class") return undefined;
    if (!MAKERS.has(definition.name) && definition.name !== around.name) return undefined;
    return { file: target.file, definition: definition.container };
  }

  /** Returns a function for the innermost definition at a line. Lines must be queried in order. */
  #scopes(): (line: number) => number {
    const { definitions } = this.#facts;
    const order = [...definitions.keys()]
      .filter((index) => !isAtOwner(definitions, index))
      .sort((a, b) => (definitions[a]?.startLine ?? 0) - (definitions[b]?.startLine ?? 0) || a - b);
    let next = 0;
    let last = -1;
    return (line) => {
      while ((definitions[order[next] ?? -1]?.startLine ?? Number.POSITIVE_INFINITY) <= line) {
        last = order[next++] ?? -1;
      }
      let scope = last;
      while (scope >= 0 && (definitions[scope]?.endLine ?? 0) < line) {
        scope = definitions[scope]?.container ?? -1;
      }
      return scope;
    };
  }
}

/** Returns whether a constructor has the same position as its class; mentions there belong to the class. */
function isAtOwner(definitions: readonly Definition[], index: number): boolean {
  const own = definitions[index];
  const around = definitions[own?.container ?? -1];
  return (
    own !== undefined &&
    own.kind !== "lambda" &&
    around?.nameLine === own.nameLine &&
    around.nameColumn === own.nameColumn
  );
}

const MENTIONS: Partial<Readonly<Record<SymbolKind, EdgeType>>> = {
  class: "typed_as",
  interface: "typed_as",
  type_alias: "typed_as",
  enum: "typed_as",
  function: "calls",
  method: "calls",
  variable: "references",
  property: "references",
};

const indexesOf = new WeakMap<readonly unknown[], ReadonlyMap<string, number>>();

/** Returns definition indexes by key. Cached, because every file that refers to this file needs them. */
function keyIndexes({ definitions }: FileFacts): ReadonlyMap<string, number> {
  return getOrCreate(
    indexesOf,
    definitions,
    () => new Map(definitionKeys(definitions).map((key, index) => [key, index])),
  );
}

function definitionNamed(program: Program, { path, key }: DefinitionName): Target | undefined {
  const file = program.indexOf.get(path);
  if (file === undefined) return undefined;
  if (key === "") return { file, definition: -1 };
  const facts = program.tables(file)?.facts;
  const definition = facts === undefined ? undefined : keyIndexes(facts).get(key);
  return definition === undefined ? undefined : { file, definition };
}
