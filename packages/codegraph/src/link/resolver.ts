/** What the parts of the linker ask of each other: names, members, types and expressions refer to one another. */
import type { Binding } from "../facts/facts.ts";
import type { Program } from "./program.ts";
import type { Lineage } from "./types/lineage.ts";
import type { TypeNode } from "./types/type-text.ts";
import type { Environment, Found, Place, Target, Value } from "./value.ts";

/** What a specifier means, by the rules of the importing file's language. */
export interface Modules {
  /** Indexes of files; none when it is not ours. */
  readonly resolve: (file: number, specifier: string) => readonly number[];
  /** Files whose top-level names are known in this one without an import; itself not among them. */
  readonly siblings: (file: number) => readonly number[];
  /** Files in which members of a type of this file may be written; itself may be among them. */
  readonly implFiles: (file: number) => readonly number[];
  /** The file of a component that a template may name so without importing it. */
  readonly component: (file: number, name: string) => readonly number[];
  /** Files in which names of this one may be known without an import. */
  readonly seenBy: (file: number) => readonly number[];
  /** A module below the module that these files are. */
  readonly child: (files: readonly number[], name: string) => readonly number[];
}

/** Of a type whose bases are being asked for, or that is asked for from too deep. */
export const UNKNOWN_BASES: readonly Value[] = [];

export interface Resolver {
  readonly program: Program;
  readonly modules: Modules;
  readonly lookup: (place: Place, name: string, wanted: "value" | "type") => Found | undefined;
  readonly bindingValue: (place: Place, binding: Binding) => Value | undefined;
  readonly exported: (file: number, name: string, wanted: "value" | "type") => Value | undefined;
  readonly member: (value: Value, name: string) => Value | undefined;
  readonly bases: (target: Target, env: Environment | undefined) => readonly Value[];
  readonly lineage: (target: Target, env: Environment | undefined) => Lineage;
  /** What a variable or property holds. */
  readonly held: (target: Target, env: Environment | undefined) => Value | undefined;
  readonly typeOf: (node: TypeNode, place: Place) => Value | undefined;
  readonly enclosing: (place: Place) => Value | undefined;
  readonly evaluate: (chain: string, place: Place) => Found | undefined;
  readonly called: (
    value: Value,
    receiver: Value | undefined,
    typeArguments: string,
    place: Place,
  ) => Value | undefined;
  readonly declaredParameter: (
    callee: Value,
    position: number,
    parameter: number,
  ) => Value | undefined;
  readonly parameterFromContext: (place: Place, parameter: number) => Value | undefined;
  /** Drops what was found out about expressions of a file: it is linked, and few will ask again. */
  readonly forget: (file: number) => void;
}
