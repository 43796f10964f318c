/**
 * What one file says about itself, before anybody looks at another file. The unit of what is kept: a file's
 * facts depend on its bytes and on EXTRACTOR_VERSION alone, so they are made once per content. A component (Vue,
 * Svelte, Astro) has the name of its file, too.
 */

import type { ResolvedSites } from "../precise/scip/resolved-sites.ts";

/** Raised whenever the same bytes would give other facts; files with older facts are read again. */
export const EXTRACTOR_VERSION = 9;

export const SYMBOL_KINDS = [
  "lambda",
  "impl",
  "function",
  "method",
  "class",
  "interface",
  "type_alias",
  "enum",
  "variable",
  "property",
  "module",
] as const;
/**
 * Two kinds are no symbols themselves. `lambda` is a scope without a name: what happens in it belongs to the
 * symbol around it. `impl` holds members of a type that is defined elsewhere (Rust's impl, Go's receivers):
 * it has the type's name.
 */
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export interface Definition {
  /** "" for a lambda. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** Index of the definition around it; -1 for the file. Always smaller than its own index. */
  readonly container: number;
  /** Lines from 1, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Where the name stands: line from 1, column from 0 in UTF-16 units. */
  readonly nameLine: number;
  readonly nameColumn: number;
  readonly isExported: boolean;
  /** A member of the class itself, not of its instances. */
  readonly isStatic: boolean;
  /** How many of the same container, name and kind come before it. */
  readonly ordinal: number;
  /** Hash of its text without white space: 32 bits. */
  readonly bodyHash: number;
  /** Declared type as written: of a function what it returns, of an alias what it stands for; "" when none. */
  readonly type: string;
  /**
   * An expression (expression.ts): what it is initialised with, what a function without a declared type
   * returns; of a lambda, the call it is an argument of and its position there, as `callee#2`.
   */
  readonly value: string;
  /** What it extends or implements, as written. */
  readonly bases: readonly string[];
  /** Names of type parameters, in order. */
  readonly typeParameters: readonly string[];
}

/** The name of the binding that says what a type parameter is at least; no other binding can have it. */
export const boundOf = (typeParameter: string) => `<${typeParameter}>`;

/** A name that means something inside one scope: a parameter, a local variable. */
export interface Binding {
  readonly name: string;
  /** Index of the definition (or lambda) it is valid in. */
  readonly scope: number;
  /** Position among the parameters; -1 for a local variable. */
  readonly parameter: number;
  readonly type: string;
  readonly value: string;
}

export const CALL_KINDS = ["call", "new", "reference", "macro", "read"] as const;
/** `read`: of a constant, or of a member of one. `macro`: one of Rust's, with a namespace of its own. `reference`: named without being called, where that is a use (a decorator, a component, a type). */
export type CallKind = (typeof CALL_KINDS)[number];

export interface Call {
  /** Index of the definition around it; -1 for the file. */
  readonly scope: number;
  readonly kind: CallKind;
  /** The callee as an expression: see expression.ts. */
  readonly callee: string;
  /** The arguments, see argument-list.ts; "" also where the language does not choose by them. */
  readonly args: string;
  /** Of the callee's last name: line from 1, column from 0 in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

export interface Import {
  /** As written: "./a", "pkg/sub", "..mod", "crate::a::b". */
  readonly specifier: string;
  /** The name taken: "*" for the whole module, "" for nothing but its effects. */
  readonly imported: string;
  /** The name it has here; "" where none; "*" when all names come in unqualified. */
  readonly local: string;
  readonly isReexport: boolean;
  readonly line: number;
  /** Scope it is valid in; -1 for the file. */
  readonly scope: number;
}

/** A local name that others see by another one: `export { a as b }`, `export default a`. */
export interface ExportName {
  readonly exported: string;
  readonly local: string;
}

export interface FileFacts {
  readonly language: string;
  /** Package or module the file declares itself to be of; "" where the language has no such line. */
  readonly namespace: string;
  readonly definitions: readonly Definition[];
  readonly bindings: readonly Binding[];
  readonly calls: readonly Call[];
  readonly imports: readonly Import[];
  readonly exportNames: readonly ExportName[];
  /** Hash of everything other files can see of this one: when it stays, they need not be linked again. */
  readonly surfaceHash: number;
  /** Something in the text may be a use and is not in these facts. Stored apart, with the file's row. */
  readonly isPartial?: boolean | undefined;
  /** What a compiler said about this content, where one was asked. Kept apart: it is not of the bytes alone. */
  readonly resolved?: ResolvedSites | undefined;
}

/** `Container.name`: what a symbol is called in answers. Two of one name are called the same. */
export function qualifiedName(definitions: readonly Definition[], index: number): string {
  const own = definitions[index];
  if (own === undefined) return "";
  const names: string[] = [];
  for (let at: Definition | undefined = own; at !== undefined; at = definitions[at.container]) {
    if (at.kind !== "lambda") names.unshift(at.name);
  }
  return names.join(".");
}
