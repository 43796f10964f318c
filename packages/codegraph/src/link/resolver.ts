/** Queries between the parts of the linker: names, members, types and expressions refer to each other. */
import type { Binding, Using } from "../facts/facts.ts";
import type { Program } from "./program.ts";
import type { TypeNode } from "./types/type-text.ts";
import type { Environment, Found, Lineage, Position, Target, Value } from "./value.ts";

/** Resolves specifiers by the rules of the importing file's language. */
export interface Modules {
  /** Returns file indexes; none for an external specifier. */
  readonly resolve: (file: number, specifier: string) => readonly number[];
  /** Returns other files whose top-level names are available in this one without an import. */
  readonly siblings: (file: number) => readonly number[];
  /** Returns files that may declare members of this file's types, possibly including the file itself. */
  readonly implFiles: (file: number) => readonly number[];
  /** Returns the component file that a template can refer to by this name without an import. */
  readonly component: (file: number, name: string) => readonly number[];
  /**
   * Returns files in which the names of the file at a path, which may be deleted, can be available without an import. The same
   * array for every file whose names all files of its language see.
   */
  readonly seenBy: (path: string) => readonly number[];
  /** Returns whether a file is in the package of another one, or in a package inside of it. */
  readonly isInPackageOf: (file: number, other: number) => boolean;
  /** Returns the module of a file of Swift, or the folder of a C# file's project; undefined if it is not known. */
  readonly moduleOf: (file: number) => string | undefined;
  /** Returns the usings that the project files around a file of C# add. */
  readonly usings: (file: number) => readonly Using[];
  /** Returns a child module of the module that these files form. */
  readonly child: (files: readonly number[], name: string) => readonly number[];
}

/** Bases of a type whose bases are being resolved, or that is too deep. */
export const UNKNOWN_BASES: readonly Value[] = [];

export interface Resolver {
  readonly program: Program;
  readonly modules: Modules;
  /** Returns the files that declare a name which needs no import of its file. */
  readonly declared: (name: string) => readonly number[];
  readonly lookup: (place: Position, name: string, wanted: "value" | "type") => Found | undefined;
  readonly bindingValue: (place: Position, binding: Binding) => Value | undefined;
  readonly exported: (file: number, name: string, wanted: "value" | "type") => Value | undefined;
  readonly member: (value: Value, name: string) => Value | undefined;
  readonly bases: (target: Target, env: Environment | undefined) => readonly Value[];
  readonly lineage: (target: Target, env: Environment | undefined) => Lineage;
  /** Returns the value of a variable or property. */
  readonly held: (target: Target, env: Environment | undefined) => Value | undefined;
  readonly typeOf: (node: TypeNode, place: Position) => Value | undefined;
  readonly enclosing: (place: Position) => Value | undefined;
  readonly evaluate: (chain: string, place: Position) => Found | undefined;
  readonly called: (
    value: Value,
    receiver: Value | undefined,
    typeArguments: string,
    place: Position,
  ) => Value | undefined;
  readonly declaredParameter: (
    callee: Value,
    position: number,
    parameter: number,
  ) => Value | undefined;
  readonly parameterFromContext: (place: Position, parameter: number) => Value | undefined;
  /** Discards cached expressions of a file after it was linked, because they are rarely needed again. */
  readonly forget: (file: number) => void;
}

/** Returns a function for what is made once for each resolver, such as a cache of its answers. */
export function perResolver<T extends object>(make: () => T): (r: Resolver) => T {
  const made = new WeakMap<Resolver, T>();
  return (r) => {
    let found = made.get(r);
    if (found === undefined) {
      found = make();
      made.set(r, found);
    }
    return found;
  };
}
