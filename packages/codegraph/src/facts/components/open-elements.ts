/** The elements that are open at a position in a template, and the names that each of them binds. */
import type { Span } from "../parser/items.ts";
import { VOID_TAGS } from "./markup-scanner.ts";
import type { PartsBuilder } from "./parts.ts";

interface Open {
  readonly name: string;
  readonly start: number;
  readonly scope: Scope;
}

/** What an element is for the names in it: not a scope (false), a scope (true), or a function with this name. */
type Scope = boolean | Span;

export class OpenElements {
  readonly #parts: PartsBuilder;
  readonly #open: Open[] = [];
  readonly #counts = new Map<string, number>();

  constructor(parts: PartsBuilder) {
    this.#parts = parts;
  }

  has(name: string): boolean {
    return (this.#counts.get(name) ?? 0) > 0;
  }

  /** Opens an element. `scope`: names are bound from here to its end. */
  begin(name: string, start: number, scope: Scope): void {
    this.#open.push({ name, start, scope });
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Adds an element with or without content. */
  element(name: string, start: number, end: number, isClosed: boolean, isScope: boolean): void {
    if (!isClosed && !VOID_TAGS.has(name.toLowerCase())) this.begin(name, start, isScope);
    else if (isScope) this.#parts.scope({ start, end });
  }

  /** Closes an element and everything still open in it. Does nothing if no element of that name is open. */
  end(name: string, end: number): void {
    if ((this.#counts.get(name) ?? 0) === 0) return;
    for (let open = this.#open.pop(); open !== undefined; open = this.#open.pop()) {
      this.#counts.set(open.name, (this.#counts.get(open.name) ?? 1) - 1);
      this.#close(open, end);
      if (open.name === name) return;
    }
  }

  endAll(end: number): void {
    for (const open of this.#open.splice(0).reverse()) {
      this.#close(open, end);
    }
    this.#counts.clear();
  }

  #close({ start, scope }: Open, end: number): void {
    if (scope === true) this.#parts.scope({ start, end });
    else if (scope !== false) this.#parts.define({ start, end }, scope);
  }
}
