/** What can a name or an expression stand for, as far as the linker knows? */
import type { TypeNode } from "./types/type-text.ts";

/** A definition: which file, and its index there. */
export interface Target {
  readonly file: number;
  readonly definition: number;
}

export type Value =
  /** The thing itself: a function, a class, a variable, a property. */
  | ({ readonly kind: "definition" } & Target & { readonly env: Environment | undefined })
  /** Something of that class, with type arguments. */
  | ({ readonly kind: "instance" } & Target & { readonly args: readonly (Value | undefined)[] })
  /** A file, or the files of a package. */
  | { readonly kind: "module"; readonly files: readonly number[] }
  /** A type that is not ours, by name, with type arguments: Promise, Array, Map. */
  | {
      readonly kind: "external";
      readonly name: string;
      readonly args: readonly (Value | undefined)[];
    }
  /** A function type as written, and where its names mean something. */
  | { readonly kind: "signature"; readonly type: SignatureType; readonly place: Place }
  /** An object or a type written out: its members are definitions, or names, in the scope it is written in. */
  | { readonly kind: "literal"; readonly place: Place }
  /** One of several. */
  | { readonly kind: "union"; readonly of: readonly Value[] };

export type SignatureType = Extract<TypeNode, { readonly kind: "function" }>;

/** Type parameters and what they stand for. */
export type Environment = ReadonlyMap<string, Value>;

/** Where a text is read: names mean what they mean there. */
export interface Place {
  readonly file: number;
  /** Index of a definition; -1 for the top of the file. */
  readonly scope: number;
  readonly env?: Environment | undefined;
}

/** How an edge came about: by which rule, and so how far to trust it. */
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

/** Share of edges that are right, per tier. bench/graph-accuracy measures local to module, and unique. */
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
  /** Edges of a SCIP index, in files that did not change since. */
  scip: 0.99,
  /** Edges of the project's type checker. */
  checker: 0.99,
  /** Edges to the only definition of a name. With them the precision for django falls from 0.97 to 0.85. */
  unique: 0.4,
} as const;

/** What a compiler said, in an index of its own or when asked: goes before whatever we worked out ourselves. */
export const COMPILER_TIERS = ["scip", "checker"] as const satisfies readonly Tier[];
export type CompilerTier = (typeof COMPILER_TIERS)[number];

export function isCompilerTier(tier: Tier): tier is CompilerTier {
  return tier === "scip" || tier === "checker";
}

export interface Found {
  /** Undefined: the name is known here, and shadows others, but not what it stands for. */
  readonly value: Value | undefined;
  readonly tier: Tier;
  /** What the last member was taken from. */
  readonly receiver?: Value | undefined;
}

export function targetOf(value: Value | undefined): Target | undefined {
  if (value?.kind !== "definition") return undefined;
  return { file: value.file, definition: value.definition };
}
