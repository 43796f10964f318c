/**
 * The facts of one file, extracted without any other file. Facts are the unit of storage: they depend only on a file's bytes
 * and on EXTRACTOR_VERSION, so they are extracted once per content. A component (Vue, Svelte, Astro) also depends on its
 * file's name.
 */

/** Increased whenever the same bytes give other facts. Files with older facts are read again. */
export const EXTRACTOR_VERSION = 26;

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
 * Two kinds are not symbols. `lambda` is a scope without a name: its content belongs to the enclosing symbol. `impl` holds
 * members of a type defined elsewhere (Rust's impl, Go's receivers) and has the type's name.
 */
export type SymbolKind = (typeof SYMBOL_KINDS)[number];

export function isSymbolKind(kind: SymbolKind | undefined): boolean {
  return kind !== undefined && kind !== "lambda" && kind !== "impl";
}

/** Names of constructors. Those of Java and C# have the name of their class instead. */
export const CONSTRUCTORS: ReadonlySet<string> = new Set([
  "constructor",
  "__init__",
  "__construct",
]);

/** Value of a function or variable of C and C++ that is only declared; its definition is elsewhere. */
export const DECLARED_ONLY = ";";
/** Precedes the result type in the value of a lambda that is a call signature of an interface. */
export const RESULT_OF = "=>";
/** Type of a macro of C and C++. */
export const MACRO = "#define";

/**
 * Name of a binding for a module whose methods are visible in a block of Ruby, and at the top level also its constants. No
 * other binding can have this name.
 */
export const INCLUDED = "include ";
/** Name of a binding for a type that an expression names. No other binding can have this name. */
export const NAMED_TYPE = "type ";
/** Name of a binding for what a method of Ruby passes to its block. No other binding can have this name. */
export const YIELDED = "yield ";
/** Class of RSpec to which `config.include` adds a module: its methods are visible in all examples. */
export const EXAMPLES = ["RSpec", "Core", "ExampleGroup"] as const;

export interface Definition {
  /** "" for a lambda. */
  readonly name: string;
  readonly kind: SymbolKind;
  /** Index of the enclosing definition; -1 for the file. Always smaller than the definition's own index. */
  readonly container: number;
  /** Lines from 1, both inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** Position of the name: line from 1, column from 0 in UTF-16 units. */
  readonly nameLine: number;
  readonly nameColumn: number;
  readonly isExported: boolean;
  /** Whether it is a member of the class itself, not of its instances. */
  readonly isStatic: boolean;
  /** Number of preceding definitions with the same container, name and kind. */
  readonly ordinal: number;
  /** 32-bit hash of its text without white space. */
  readonly bodyHash: number;
  /** Declared type as written: a function's return type, an alias's target; "" if none. */
  readonly type: string;
  /**
   * An expression (expression.ts): the initial value, or what a function without a declared type returns. For a lambda: the
   * call it is an argument of and its position there, as `callee#2`; for a call signature its result type, as `=>Type`.
   */
  readonly value: string;
  /** Types it extends or implements, as written. */
  readonly bases: readonly string[];
  /** Names of type parameters, in order. */
  readonly typeParameters: readonly string[];
}

/** Returns the name of the binding for a type parameter's bound. No other binding can have this name. */
export const boundOf = (typeParameter: string) => `<${typeParameter}>`;

/** Returns the exported name of what is visible without an import. No other name can have this form. */
export const globalName = (name: string) => `${GLOBAL}${name}`;
const GLOBAL = "global ";
/** Returns the name in such a name; undefined for any other name. */
export const nameOfGlobal = (name: string) =>
  name.startsWith(GLOBAL) ? name.slice(GLOBAL.length) : undefined;

/** A name that is valid within one scope: a parameter or a local variable. */
export interface Binding {
  readonly name: string;
  /** Index of the definition (or lambda) in which it is valid. */
  readonly scope: number;
  /** Position among the parameters; -1 for a local variable. */
  readonly parameter: number;
  readonly type: string;
  readonly value: string;
}

export const CALL_KINDS = ["call", "new", "reference", "macro", "read"] as const;
/**
 * `read`: of a constant, or of a member of a constant. `macro`: a Rust macro, which has a separate namespace. `reference`:
 * named without a call where that is a use (a decorator, a component, a type).
 */
export type CallKind = (typeof CALL_KINDS)[number];

export interface Call {
  /** Index of the enclosing definition; -1 for the file. */
  readonly scope: number;
  readonly kind: CallKind;
  /** The callee as an expression (expression.ts). */
  readonly callee: string;
  /** The arguments (argument-list.ts); "" if the language does not select overloads by arguments. */
  readonly args: string;
  /** Position of the callee's last name: line from 1, column from 0 in UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

export interface Import {
  /** As written: "./a", "pkg/sub", "..mod", "crate::a::b". */
  readonly specifier: string;
  /** The imported name: "*" for the whole module, "" for its side effects only. */
  readonly imported: string;
  /** The local name: "" if none, "*" if all names are imported unqualified. */
  readonly local: string;
  readonly isReexport: boolean;
  readonly line: number;
  /** Scope in which it is valid; -1 for the file. */
  readonly scope: number;
}

/** An import that applies beyond its file, such as a `global using` of C#. */
export type Using = Pick<Import, "specifier" | "imported" | "local">;

/** A local name exported under another name: `export { a as b }`, `export default a`. */
export interface ExportName {
  readonly exported: string;
  readonly local: string;
}

export interface FileFacts {
  readonly language: string;
  /** Package or module the file declares itself to be in; "" if the language has no such declaration. */
  readonly namespace: string;
  readonly definitions: readonly Definition[];
  readonly bindings: readonly Binding[];
  readonly calls: readonly Call[];
  readonly imports: readonly Import[];
  readonly exportNames: readonly ExportName[];
  /** Hash of everything other files can see of this file. If it stays the same, they need no new linking. */
  readonly surfaceHash: number;
  /** Whether part of the text may contain uses that are not in these facts. Stored separately, with the file's row. */
  readonly isPartial?: boolean | undefined;
  /** Symbols as resolved by a compiler, if one was run. Stored separately because they do not depend on the bytes alone. */
  readonly resolved?: ResolvedSites | undefined;
}

/** Returns `Container.name`, the name of a symbol in answers. It may be ambiguous. */
export function qualifiedName(definitions: readonly Definition[], index: number): string {
  const own = definitions[index];
  if (own === undefined) return "";
  const names: string[] = [];
  for (let at: Definition | undefined = own; at !== undefined; at = definitions[at.container]) {
    if (at.kind !== "lambda") names.unshift(at.name);
  }
  return names.join(".");
}

/** Tiers of compilers, from an index or from a run. They take precedence over our own analysis. */
export const COMPILER_TIERS = ["scip", "checker"] as const;
export type CompilerTier = (typeof COMPILER_TIERS)[number];

export interface DefinitionName {
  readonly path: string;
  /** As returned by `definitionKeys`; "" for the file itself. */
  readonly key: string;
}

export interface ResolvedSite {
  /** From 1. */
  readonly line: number;
  /** From 0, in UTF-16 units. */
  readonly column: number;
  /** Index in `targets`; -1 for external definitions. */
  readonly target: number;
}

/** A definition of the file that extends, implements or overrides another one. */
interface ResolvedRelation {
  readonly key: string;
  readonly target: number;
}

export interface ResolvedSites {
  readonly tier: CompilerTier;
  readonly targets: readonly DefinitionName[];
  /** In the order of the text. */
  readonly sites: readonly ResolvedSite[];
  readonly relations: readonly ResolvedRelation[];
}
