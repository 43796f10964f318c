/** What is a language to the extractor? A grammar, one query over its trees, and how its imports are written. */

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

/** As oxc names what it parses. `ts` may be a file of declarations. */
export type OxcDialect = "ts" | "tsx" | "jsx";

export interface Language {
  readonly name: string;
  /** File in the bundle of grammars. */
  readonly grammar: string;
  readonly extensions: readonly string[];
  /** `full`: calls are resolved; `outline`: definitions and imports only. */
  readonly depth: "full" | "outline";
  /**
   * Each pattern has one capture that says what it is about (a role, below) and may have `@name`, `@type`,
   * `@value`, `@function`.
   *
   * `definition.KIND` a definition and its range; `@function` in it is the lambda that it is · `receiver`
   * members of the type `@name`, which is defined elsewhere · `lambda`, and `argument.N` when it is the Nth
   * argument of `@name` · `parameter`, `local`, `element` (of `@value`), `unwrapped` (from `@value`) a binding ·
   * `field` a parameter that is a property too · `destructured` a pattern of bindings, `list` and `range` Go's ·
   * `assigned` an assignment to a member · `decorated` a definition `@value` with the decorator `@name` ·
   * `call`, `new`, `macro`, `reference` a callee, `invocation` a call whose callee ends with `@name` · `tokens` a
   * macro's arguments, which have calls · `import`, `export` a statement · `base`, `typeparameters`, `bound`
   * (`@name` is at least `@type`) of the definition around it · `generated` a definition `@name` if the macro
   * `@value` of this file writes functions · `return` a value the function around it returns · `package`
   */
  readonly query: string;
  readonly dialect: Dialect;
  /** `modules`: how many modules written inside the file are around the statement. */
  readonly readImports: (statement: string, modules: number) => readonly ImportClause[];
  readonly readExport?: (statement: string) => ExportClause;
  /** By the name and the modifiers before it, whether others can see a definition. Default: all are seen. */
  readonly isExported?: (name: string, head: string) => boolean;
  /** Whether a definition's first words say that it is a class's own. */
  readonly isStatic?: (head: string) => boolean;
  /** Functions of one name are told apart by their parameters. */
  readonly hasOverloads?: boolean;
  /** Names of other files of its package are known in a file without an import. */
  readonly hasPackages?: boolean;
  /** The text, as long as before, without what the grammar is known to trip over; for a tree with errors. */
  readonly repair?: (text: string) => string;
  /** The first parameter of a method is the object. */
  readonly hasExplicitSelf?: boolean;
  /** Files are read with oxc where it is to be had; what its parser is to expect then. */
  readonly oxc?: OxcDialect;
  /** A file is a component with scripts and a template in it: what of it is code of this language. */
  readonly parts?: (text: string) => ComponentParts;
  /** The grammar has one function so large that optimising it is worth no time that its files can win back. */
  readonly hasGiantLexer?: boolean;
}
