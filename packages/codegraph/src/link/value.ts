/** Values that a name or an expression can stand for, and what they are linked to: edges and their tiers. */
import type { Call, CompilerTier } from "../facts/facts.ts";
import type { TypeNode } from "./types/type-text.ts";

/** A definition: its file, and its index there. */
export interface Target {
  readonly file: number;
  readonly definition: number;
}

export type Value =
  /** The definition itself: a function, a class, a variable, a property. */
  | ({ readonly kind: "definition" } & Target & { readonly env: Environment | undefined })
  /** An instance of that class, with type arguments. */
  | ({ readonly kind: "instance" } & Target & { readonly args: readonly (Value | undefined)[] })
  /** A file, or the files of a package. */
  | { readonly kind: "module"; readonly files: readonly number[] }
  /** An external type by name, with type arguments: Promise, Array, Map. */
  | {
      readonly kind: "external";
      readonly name: string;
      readonly args: readonly (Value | undefined)[];
      /** For a type that C#, C++, Kotlin or Swift code names: other languages have types of the same name with other members. */
      readonly language?: "csharp" | "cpp" | "kotlin" | "swift";
      /** Whether it is imported from the library of the language. */
      readonly isStandard?: boolean;
      /** Whether a function of a library returned it: it may be an object of the project. */
      readonly isResult?: boolean;
    }
  /** A function type as written, and the place where its names are resolved. */
  | { readonly kind: "signature"; readonly type: SignatureType; readonly place: Position }
  /** A namespace, by its possible full names. `file`: where it is named. */
  | { readonly kind: "namespace"; readonly names: readonly string[]; readonly file: number }
  /** An object literal or inline type: its members are definitions, or names, in its scope. */
  | { readonly kind: "literal"; readonly place: Position }
  /** One of several values. */
  | { readonly kind: "union"; readonly of: readonly Value[] };

export type SignatureType = Extract<TypeNode, { readonly kind: "function" }>;

/** Type parameters and their values. */
export type Environment = ReadonlyMap<string, Value>;

/** The place of a text; its names are resolved there. */
export interface Position {
  readonly file: number;
  /** Index of a definition; -1 for the top level of the file. */
  readonly scope: number;
  readonly env?: Environment | undefined;
}

/** The rule that produced an edge, which determines its confidence. */
export const TIERS = [
  "local",
  "file",
  "import",
  "this",
  "typed",
  "module",
  "reference",
  "dispatch",
  "unique",
  "scip",
  "checker",
] as const;
export type Tier = (typeof TIERS)[number];

/** Share of correct edges per tier. bench/graph-accuracy measures local to module, and unique. */
export const TIER_CONFIDENCE = {
  /** Edges within one function. */
  local: 0.99,
  /** Edges within one file. */
  file: 0.98,
  /** Edges through an import. */
  import: 0.97,
  /** Method calls on `this`. */
  this: 0.97,
  /** Method calls on a receiver whose type is known. */
  typed: 0.95,
  /** Edges through the package or module of the file. */
  module: 0.95,
  /** Functions passed as values: an estimate of the share that the receiver calls. */
  reference: 0.7,
  /** Calls of a method that may run an override: an estimate of the share that does. */
  dispatch: 0.6,
  /** Edges of a SCIP index, in files that have not changed since. */
  scip: 0.99,
  /** Edges of the project's type checker. */
  checker: 0.99,
  /** Edges to the only definition of a name. With them the precision for django falls from 0.97 to 0.85. */
  unique: 0.4,
} as const;

export function isCompilerTier(tier: Tier): tier is CompilerTier {
  return tier === "scip" || tier === "checker";
}

export const EDGE_TYPES = [
  "imports",
  "imports_symbol",
  "calls",
  "instantiates",
  "extends",
  "implements",
  "overrides",
  "typed_as",
  "tested_by",
  "references",
] as const;
export type EdgeType = (typeof EDGE_TYPES)[number];

export interface Found {
  /** Undefined: the name is known here and shadows others, but its value is unknown. */
  readonly value: Value | undefined;
  readonly tier: Tier;
  /** The value from which the last member was taken. */
  readonly receiver?: Value | undefined;
}

export function targetOf(value: Value | undefined): Target | undefined {
  if (value?.kind !== "definition") return undefined;
  return { file: value.file, definition: value.definition };
}

/** A definition with the values of the type parameters around it. */
export interface Owned extends Target {
  readonly env: Environment | undefined;
}

export interface Lineage {
  /**
   * The type and its ancestors in member lookup order. An ancestor with several paths comes after all types that lead to it.
   */
  readonly order: readonly Owned[];
  /** The same, with all places where members of each type are declared. */
  readonly places: readonly Owned[];
  /** Whether any later query gets the same result, because no part of it was still being resolved. */
  readonly isLasting: boolean;
}

/** What a call reaches. */
export interface CallTarget {
  readonly target: Target;
  readonly tier: Tier;
}

/** An edge from a node of the file being linked. A `definition` of -1 is the file itself. */
export interface LinkedEdge {
  readonly from: number;
  readonly to: Target;
  readonly type: EdgeType;
  readonly tier: Tier;
}

export interface LinkedFile {
  readonly edges: readonly LinkedEdge[];
  /** Specifiers that could not be resolved, but may be once another file appears. */
  readonly unresolved: readonly string[];
  /** Member calls on unknown receivers, as `name line line …`. */
  readonly unknownCalls: readonly string[];
  /** Number of uses left out because their evaluation would overflow the stack. */
  readonly tooDeep: number;
}

/** A call site and its resolution, for measurements. */
export interface LinkedSite {
  readonly call: Call;
  readonly to: Target | undefined;
  readonly tier: Tier | undefined;
}
