/** Connects the parts of the linker, caches results and breaks cycles. */
import type { Binding } from "../facts/facts.ts";
import { declaredParameter, parameterFromContext } from "./context-parameters.ts";
import type { DeclaredNames } from "./declared-names.ts";
import { called, evaluate } from "./expressions.ts";
import { bindingValue } from "./locals/local-names.ts";
import { exported, lookup } from "./names.ts";
import type { Program } from "./program.ts";
import { type Modules, type Resolver, UNKNOWN_BASES } from "./resolver.ts";
import { enclosing } from "./types/enclosing.ts";
import { lineage } from "./types/lineage.ts";
import { bases, held, member } from "./types/members.ts";
import { typeOf } from "./types/types.ts";
import type { Found, Lineage, Value } from "./value.ts";
import { valueKey } from "./value-key.ts";

/** Maximum depth of queries that wait for each other. Deeper than real code, shallower than the stack. */
const MAX_DEPTH = 60;

type ByFile<K, V> = (Map<K, V> | undefined)[];

function within<K, V>(files: ByFile<K, V>, file: number): Map<K, V> {
  let found = files[file];
  if (found === undefined) {
    found = new Map();
    files[file] = found;
  }
  return found;
}

/** Creates a resolver for one linking. Its cache is valid for the facts it was created with. */
export function createResolver(program: Program, modules: Modules, names: DeclaredNames): Resolver {
  const bindings = new Map<Binding, Value | undefined>();
  const heldValues: ByFile<number, Value | undefined> = [];
  /** Exported values by file and name. */
  const values: ByFile<string, Value | undefined> = [];
  const types: ByFile<string, Value | undefined> = [];
  const baseLists: ByFile<number, readonly Value[]> = [];
  const lineages: ByFile<number, Lineage> = [];
  /** By file, scope and chain. Queries to other files than the one being linked stay cached. */
  const evaluated: ByFile<number, Map<string, Found | undefined>> = [];
  /** By callee, position and parameter, because a function may take many kinds of functions, and each is tried. */
  const declared = new Map<string, Value | undefined>();
  let depth = 0;
  /** How often the depth limit ended a query, and at which depth a truncated query was made. */
  let cuts = 0;
  const cutAt = new WeakMap<object, Map<unknown, number>>();

  /** Caches an answer. A query that is repeated while it is being answered has no answer. */
  function once<K, V>(cache: Map<K, V>, key: K, unknown: V, ask: () => V): V {
    const cached = cache.get(key);
    if ((cached !== undefined || cache.has(key)) && isAsGood(cache, key)) return cached as V;
    if (depth >= MAX_DEPTH) {
      cuts++;
      return unknown;
    }
    const cutsBefore = cuts;
    cutAt.get(cache)?.delete(key);
    cache.set(key, unknown);
    depth++;
    let isAnswered = false;
    try {
      const answer = ask();
      cache.set(key, answer);
      if (cuts > cutsBefore) noteCut(cache, key, depth - 1);
      isAnswered = true;
      return answer;
    } finally {
      depth--;
      // A query from a smaller depth may have an answer.
      if (!isAnswered) cache.delete(key);
    }
  }

  /**
   * Returns whether a cached answer is usable. A truncated answer is valid for queries from the same depth or deeper; from a
   * smaller depth the query is repeated.
   */
  function isAsGood(cache: object, key: unknown): boolean {
    const askedAt = cuts === 0 ? undefined : cutAt.get(cache)?.get(key);
    if (askedAt === undefined) return true;
    if (depth < askedAt) return false;
    cuts++;
    return true;
  }

  function noteCut(cache: object, key: unknown, askedAt: number): void {
    const depths = cutAt.get(cache) ?? new Map<unknown, number>();
    cutAt.set(cache, depths.set(key, askedAt));
  }

  function evaluatedAt(file: number, scope: number): Map<string, Found | undefined> {
    const scopes = within(evaluated, file);
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
    declared: (name) => names.files(name),
    lookup: (place, name, wanted) => lookup(r, place, name, wanted),
    bindingValue: (place, binding) =>
      once(bindings, binding, undefined, () => bindingValue(r, place, binding)),
    exported: (file, name, wanted) =>
      once(within(wanted === "type" ? types : values, file), name, undefined, () =>
        exported(r, file, name, wanted, new Set()),
      ),
    member: (value, name) => member(r, value, name),
    bases: (target, env) =>
      env === undefined
        ? once(within(baseLists, target.file), target.definition, UNKNOWN_BASES, () =>
            bases(r, target, env),
          )
        : bases(r, target, env),
    lineage: (target, env) => {
      if (env !== undefined) return lineage(r, target, env);
      const cache = within(lineages, target.file);
      const cached = cache.get(target.definition);
      if (cached !== undefined) return cached;
      const cutsBefore = cuts;
      const found = lineage(r, target, env);
      if (found.isLasting && cuts === cutsBefore) cache.set(target.definition, found);
      return found;
    },
    held: (target, env) =>
      env === undefined
        ? once(within(heldValues, target.file), target.definition, undefined, () =>
            held(r, target, env),
          )
        : guarded(() => held(r, target, env)),
    typeOf: (node, place) => guarded(() => typeOf(r, node, place)),
    enclosing: (place) => enclosing(r, place),
    evaluate: (chain, place) => {
      if (place.env !== undefined) return guarded(() => evaluate(r, chain, place));
      const cache = evaluatedAt(place.file, place.scope);
      return once(cache, chain, undefined, () => evaluate(r, chain, place));
    },
    called: (value, receiver, typeArguments, place) =>
      guarded(() => called(r, value, receiver, typeArguments, place)),
    forget: (file) => {
      evaluated[file] = undefined;
    },
    declaredParameter: (callee, position, parameter) => {
      const key = valueKey(callee);
      if (key === undefined) return declaredParameter(r, callee, position, parameter);
      return once(declared, `${position} ${parameter} ${key}`, undefined, () =>
        declaredParameter(r, callee, position, parameter),
      );
    },
    parameterFromContext: (place, parameter) => parameterFromContext(r, place, parameter),
  };

  function guarded<V>(ask: () => V | undefined): V | undefined {
    if (depth >= MAX_DEPTH) {
      cuts++;
      return undefined;
    }
    depth++;
    try {
      return ask();
    } finally {
      depth--;
    }
  }

  return r;
}
