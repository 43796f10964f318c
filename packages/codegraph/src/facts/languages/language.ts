/** A language for the extractor: a grammar, one query over its trees, and the syntax of its imports. */

import type { ComponentParts } from "../components/parts.ts";
import type { ExportName, Import } from "../facts.ts";
import type { Dialect } from "../text-scanner.ts";

export interface ImportClause extends Pick<Import, "specifier" | "imported" | "local"> {
  readonly isReexport?: boolean;
}

export interface ExportClause {
  readonly imports: readonly ImportClause[];
  readonly names: readonly ExportName[];
  /** Definitions that start within the statement are exported. */
  readonly isDeclaration: boolean;
  /** The definition that starts within the statement is the default export. */
  readonly isDefault: boolean;
}

/** Names of the languages that oxc parses. `ts` may be a declaration file. */
export type OxcDialect = "ts" | "tsx" | "jsx";

export interface Language {
  readonly name: string;
  /** File in the grammar bundle. */
  readonly grammar: string;
  readonly extensions: readonly string[];
  /** `full`: calls are resolved; `outline`: definitions and imports only. */
  readonly depth: "full" | "outline";
  /**
   * Each pattern has one capture that says what it is about (a role, below) and may have `@name`, `@type`,
   * `@value`, `@function`.
   *
   * `definition.KIND` a definition and its range; `@function` in it is the lambda that it is ·
   * `definition.extension` a function that is called like a member of its first parameter · `receiver`
   * members of the type `@name`, which is defined elsewhere · `lambda`, and `argument.N` when it is the Nth
   * argument of `@name` · `parameter`, `local`, `element` (of `@value`), `unwrapped` (from `@value`) a binding ·
   * `field` a parameter that is a property too · `destructured` a pattern of bindings, `list` and `range` Go's ·
   * `member` a property of an object literal with the value `@value` · `assigned` an assignment to a member · `decorated` a definition `@value` with the decorator `@name` ·
   * `call`, `new`, `macro`, `reference` a callee, `invocation` a call whose callee ends with `@name` · `tokens` a
   * macro's arguments, which have calls · `import`, `export` a statement · `base`, `typeparameters`, `bound`
   * (`@name` is at least `@type`) of the definition around it · `generated` a definition `@name` if the macro
   * `@value` of this file writes functions · `global` a block whose names are global · `return` a value the function around it returns · `package`
   */
  readonly query: string;
  readonly dialect: Dialect;
  /** `modules`: number of modules within the file that enclose the statement. */
  readonly readImports: (statement: string, modules: number) => readonly ImportClause[];
  readonly readExport?: (statement: string) => ExportClause;
  /** Returns whether other files can see a definition, by its name and the modifiers before it. Default: all are visible. */
  readonly isExported?: (name: string, head: string) => boolean;
  /** Returns whether a definition's first words make it a static member. */
  readonly isStatic?: (head: string) => boolean;
  /** Functions with the same name are distinguished by their parameters. */
  readonly hasOverloads?: boolean;
  /** Arguments can be named, and lambdas can stand behind the brackets of a call. */
  readonly hasLabels?: boolean;
  /** Names of other files of the same package are visible without an import. */
  readonly hasPackages?: boolean;
  /** A name can be declared in any file of the project and be visible without an import of that file. */
  readonly hasGlobalNames?: boolean;
  /** `params` before the type of a parameter makes it take any number of arguments. */
  readonly hasParams?: boolean;
  /** Returns the text at the same length, without constructs the grammar is known to fail on. Used for a tree with errors. */
  readonly repair?: (text: string) => string;
  /** Returns the text to parse, of the same length. */
  readonly prepare?: (text: string) => string;
  /**
   * Returns texts of the same length, made when they are tried, that the grammar may read better. For a tree with errors; the
   * one with the least text in errors is used.
   */
  readonly repairs?: (text: string) => readonly (() => string)[];
  /** The first parameter of a method is the object. */
  readonly hasExplicitSelf?: boolean;
  /** The language that oxc is to parse. Files are read with oxc if it is available. */
  readonly oxc?: OxcDialect;
  /** For a component file with scripts and a template: returns the parts that are code of this language. */
  readonly parts?: (text: string) => ComponentParts;
  /** The grammar has a function so large that optimising it costs more time than its files can save, or gigabytes of memory. */
  readonly hasGiantLexer?: boolean;
}
