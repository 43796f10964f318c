/**
 * Symbols of a whole index by number, and what each is in the project. All that is held of an index while it is
 * read: a name is kept once, wherever it occurs.
 */
import type { DefinitionName } from "./resolved-sites.ts";
import type { ScipOccurrence } from "./scip-document.ts";
import { isLocalSymbol, packageNameOf, packageOf } from "./scip-symbol.ts";

/** `unsure`: of this project, but no symbol of the graph, or not known to this index. */
export type Answer = DefinitionName | "outside" | "unsure";

/** Symbols as one document names them: local ones are its own. */
interface DocumentSymbols {
  /** `key` null: defined here, and no symbol of the graph. */
  readonly define: (occurrence: ScipOccurrence, key: string | null) => void;
  /** The key of a symbol that this document defines; "" for others. */
  readonly keyOf: (symbol: string) => string;
  readonly number: (symbol: string) => number;
}

export class SymbolTable {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** By number; null for what is defined and no symbol of the graph. */
  readonly #places = new Map<number, DefinitionName | null>();
  readonly #packages = new Set<string>();

  document(path: string): DocumentSymbols {
    const locals = new Map<string, number>();
    const number = (symbol: string): number => {
      const isLocal = isLocalSymbol(symbol);
      const numbers = isLocal ? locals : this.#numbers;
      const existing = numbers.get(symbol);
      if (existing !== undefined) return existing;
      const made = this.#names.length;
      // Nobody asks for a local symbol by its name again once its document is read.
      this.#names.push(isLocal ? "" : symbol);
      numbers.set(symbol, made);
      return made;
    };
    return {
      number,
      keyOf: (symbol) => {
        const own = this.#places.get(number(symbol));
        return own?.path === path ? own.key : "";
      },
      define: ({ symbol }, key) => this.#define(number(symbol), symbol, path, key),
    };
  }

  #define(number: number, symbol: string, path: string, key: string | null): void {
    if (!isLocalSymbol(symbol)) this.#packages.add(packageOf(symbol));
    const existing = this.#places.get(number);
    // A namespace that several files write into is none of them.
    const isShared = key === "" && existing !== undefined && existing?.path !== path;
    if (isShared) this.#places.set(number, null);
    else if (existing == null) this.#places.set(number, key === null ? null : { path, key });
  }

  /** `packages`: names that the project's manifests declare, whether or not this index is about them. */
  answers(packages: ReadonlySet<string>): (symbol: number) => Answer {
    return (symbol) => {
      const place = this.#places.get(symbol);
      if (place !== undefined) return place ?? "unsure";
      const name = this.#names[symbol] ?? "";
      const isOurs = name === "" || this.#packages.has(packageOf(name));
      return isOurs || packages.has(packageNameOf(name)) ? "unsure" : "outside";
    };
  }
}
