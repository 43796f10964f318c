/** Ties the parts of the linker together, remembers what was found, and ends circles. */
import type { Binding } from "../facts.ts";
import { called, evaluate, parameterFromContext } from "./expressions.ts";
import { bases, enclosing, held, member } from "./members.ts";
import { bindingValue, exported, lookup } from "./names.ts";
import type { Program } from "./program.ts";
import type { Modules, Resolver } from "./resolver.ts";
import { typeOf } from "./types.ts";
import type { Found, Value } from "./value.ts";

/** How many questions may wait for each other's answers. Deeper than code is written, shallower than a stack. */
const MAX_DEPTH = 60;

/** One for each linking: what it remembers holds for the facts it was made with. */
export function createResolver(program: Program, modules: Modules): Resolver {
  const bindings = new Map<Binding, Value | undefined>();
  const heldValues = new Map<string, Value | undefined>();
  const exports = new Map<string, Value | undefined>();
  const baseLists = new Map<string, readonly Value[]>();
  /** By file, by scope, by chain: what others of the file being linked are asked about stays. */
  const evaluated: (Map<number, Map<string, Found | undefined>> | undefined)[] = [];
  let depth = 0;

  /** Asked again while it is being answered, a question has no answer. */
  function once<K, V>(kept: Map<K, V>, key: K, unknown: V, ask: () => V): V {
    if (kept.has(key)) return kept.get(key) as V;
    if (depth >= MAX_DEPTH) return unknown;
    kept.set(key, unknown);
    depth++;
    let isAnswered = false;
    try {
      const answer = ask();
      kept.set(key, answer);
      isAnswered = true;
      return answer;
    } finally {
      depth--;
      // Who asks from less deep may have an answer.
      if (!isAnswered) kept.delete(key);
    }
  }

  function evaluatedAt(file: number, scope: number): Map<string, Found | undefined> {
    let scopes = evaluated[file];
    if (scopes === undefined) {
      scopes = new Map();
      evaluated[file] = scopes;
    }
    let chains = scopes.get(scope);
    if (chains === undefined) {
      chains = new Map();
      scopes.set(scope, chains);
    }
    return chains;
  }

  const r: Resolver = {
    program,
    modules,
    lookup: (place, name, wanted) => lookup(r, place, name, wanted),
    bindingValue: (place, binding) =>
      once(bindings, binding, undefined, () => bindingValue(r, place, binding)),
    exported: (file, name, wanted) =>
      once(exports, `${file} ${name} ${wanted}`, undefined, () =>
        exported(r, file, name, wanted, new Set()),
      ),
    member: (value, name) => member(r, value, name),
    bases: (target, env) =>
      env === undefined
        ? once(baseLists, `${target.file} ${target.definition}`, [], () => bases(r, target, env))
        : bases(r, target, env),
    held: (target, env) =>
      env === undefined
        ? once(heldValues, `${target.file} ${target.definition}`, undefined, () =>
            held(r, target, env),
          )
        : guarded(() => held(r, target, env)),
    typeOf: (node, place) => guarded(() => typeOf(r, node, place)),
    enclosing: (place) => enclosing(r, place),
    evaluate: (chain, place) => {
      if (place.env !== undefined) return guarded(() => evaluate(r, chain, place));
      const kept = evaluatedAt(place.file, place.scope);
      return once(kept, chain, undefined, () => evaluate(r, chain, place));
    },
    called: (value, receiver, typeArguments, place) =>
      guarded(() => called(r, value, receiver, typeArguments, place)),
    forget: (file) => {
      evaluated[file] = undefined;
    },
    parameterFromContext: (place, parameter) => parameterFromContext(r, place, parameter),
  };

  function guarded<V>(ask: () => V | undefined): V | undefined {
    if (depth >= MAX_DEPTH) return undefined;
    depth++;
    try {
      return ask();
    } finally {
      depth--;
    }
  }

  return r;
}
