/** State of the takers of a Ruby file between matches. */
import { getOrCreate } from "../../maps.ts";
import type { Item, Span } from "../parser/items.ts";
import type { Sweep } from "../sweep.ts";

interface FileState {
  /** Offsets of names that are no call: variables where they are assigned, names of methods. */
  readonly taken: Set<number>;
  /** Offset after the last constant or superclass: constants before it are parts of it. */
  constantEnd: number;
  /** Ends of the open `class << self`. */
  readonly singletonEnds: number[];
  /** By span of a statement with branches: the assignment whose value they have; null if they have the result of a method. */
  readonly tails: Map<string, Item | null>;
  /** Offsets after assigned members: `a.b` in `a.b = c`. */
  readonly setterEnds: Set<number>;
  /** By offset after a block: what it means for the definition or binding it belongs to. */
  readonly blocks: Map<number, BlockRole>;
  /** By lambda: the binding that has its result as value. */
  readonly bound: Map<number, number>;
  /** By offset after a block: the call that it belongs to, as a chain without its brackets. */
  readonly callees: Map<number, string>;
  /** Blocks that configure RSpec. */
  readonly configuring: Set<number>;
  /** Offsets of `super` with arguments, which two patterns match. */
  readonly supers: Set<number>;
  /** By scope and name: the index of a binding. */
  readonly locals: Map<string, number>;
  /** By method: the result that its comment states. */
  readonly documented: Map<number, string>;
  /** By method: what it returns, without what its comment states. */
  readonly results: Map<number, string>;
  /** Methods that may return something unknown. */
  readonly unclear: Set<number>;
}

type BlockRole =
  /** Its content belongs to the class around it. */
  | { readonly kind: "transparent" }
  /** Its result is the value of a binding: `let(:store) { … }`. */
  | { readonly kind: "value"; readonly binding: number }
  /** It describes a class: `describe Store do`. */
  | { readonly kind: "described"; readonly chain: string }
  /** It configures RSpec: what it includes, all examples include. */
  | { readonly kind: "configures" };

const states = new WeakMap<Sweep, FileState>();

export function stateOf(sweep: Sweep): FileState {
  return getOrCreate(states, sweep, () => ({
    taken: new Set(),
    constantEnd: -1,
    singletonEnds: [],
    tails: new Map(),
    setterEnds: new Set(),
    blocks: new Map(),
    bound: new Map(),
    callees: new Map(),
    configuring: new Set(),
    supers: new Set(),
    locals: new Map(),
    documented: new Map(),
    results: new Map(),
    unclear: new Set(),
  }));
}

/** Returns whether an offset is in `class << self`. Offsets must be asked in the order of the text. */
export function isInSingleton(sweep: Sweep, start: number): boolean {
  const { singletonEnds } = stateOf(sweep);
  while ((singletonEnds.at(-1) ?? Number.POSITIVE_INFINITY) <= start) singletonEnds.pop();
  return singletonEnds.length > 0;
}

/** Binds a name in a scope. `parameter` is its position, -1 for none. */
export function addBinding(
  sweep: Sweep,
  scope: number,
  name: string,
  value: string,
  parameter = -1,
): number {
  const index = sweep.bindings.length;
  sweep.bindings.push({ name, scope, parameter, type: "", value });
  stateOf(sweep).locals.set(`${scope} ${name}`, index);
  return index;
}

/** Returns the index of the last binding of a name in a scope; -1 for none. */
export function bindingAt(sweep: Sweep, scope: number, name: string): number {
  return stateOf(sweep).locals.get(`${scope} ${name}`) ?? -1;
}

const BRANCHES = /^(?:if|elsif|unless|case|begin)\b/;

export function isBranching({ text }: Sweep, { start }: Span): boolean {
  return BRANCHES.test(text.slice(start, start + 7));
}

export const spanKey = ({ start, end }: Span) => `${start} ${end}`;
