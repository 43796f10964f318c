/**
 * Symbols of a whole index by number, and their meaning in the project. This is all that is held of an index while it is
 * read: each name is stored once.
 */
import type { DefinitionName } from "../../facts/facts.ts";
import type { ScipOccurrence } from "./scip-document.ts";
import { isLocalSymbol, packageNameOf, packageOf } from "./scip-symbol.ts";

/** `unsure`: a symbol of this project that is not in the graph or not known to this index. */
export type SymbolMeaning = DefinitionName | "outside" | "unsure";

/** Symbols of one document; local symbols belong to it. */
interface DocumentSymbols {
  /** Records a definition. `key` null: it is not a symbol of the graph. */
  readonly define: (occurrence: ScipOccurrence, key: string | null) => void;
  /** Returns the key of a symbol that this document defines; "" for others. */
  readonly keyOf: (symbol: string) => string;
  readonly number: (symbol: string) => number;
}

export class SymbolTable {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  /** Definitions by symbol number; null for a definition that is not a symbol of the graph. */
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
      // The name of a local symbol is not needed after its document was read.
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
    // A namespace that spans several files belongs to none of them.
    const isShared = key === "" && existing !== undefined && existing?.path !== path;
    if (isShared) this.#places.set(number, null);
    else if (existing == null) this.#places.set(number, key === null ? null : { path, key });
  }

  /**
   * Returns a function that resolves symbols. `packages`: names declared by the project's manifests, whether or not this
   * index covers them.
   */
  answers(packages: ReadonlySet<string>): (symbol: number) => SymbolMeaning {
    return (symbol) => {
      const place = this.#places.get(symbol);
      if (place !== undefined) return place ?? "unsure";
      const name = this.#names[symbol] ?? "";
      const isOurs = name === "" || this.#packages.has(packageOf(name));
      return isOurs || packages.has(packageNameOf(name)) ? "unsure" : "outside";
    };
  }
}
