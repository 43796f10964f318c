/** State of the takers of a C or C++ file between matches. */
import { getOrCreate } from "../../maps.ts";
import type { Sweep } from "../sweep.ts";

interface FileState {
  /** By scope and written name: the definition that holds members of a type which is defined elsewhere. */
  readonly owners: Map<string, number>;
  /** Names of types that are used or declared as `class A` or `struct A`, without a body. */
  readonly announced: Set<string>;
  /** Offset after the last unnamed namespace, and after the last friend declaration. */
  unnamedEnd: number;
  friendEnd: number;
  /** Type parameters of the definition that follows. */
  template: { readonly names: readonly string[]; readonly end: number } | undefined;
  /** Offset after the last parameter: parameters in it belong to a pointer to a function. */
  parameterEnd: number;
  /** By function: offset after its parameters. */
  readonly listEnds: Map<number, number>;
}

const states = new WeakMap<Sweep, FileState>();

export function stateOf(sweep: Sweep): FileState {
  return getOrCreate(states, sweep, () => ({
    owners: new Map(),
    announced: new Set(),
    unnamedEnd: -1,
    friendEnd: -1,
    template: undefined,
    parameterEnd: -1,
    listEnds: new Map(),
  }));
}
