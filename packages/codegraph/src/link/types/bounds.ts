/** Bounds of type parameters: what a value of type `T` has if nothing else is known of it. */
import { type Binding, boundOf } from "../../facts/facts.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Position, Value } from "../value.ts";
import { parseType } from "./type-text.ts";

/** Returns the bound of a type parameter. */
export function bound(r: Resolver, place: Position, name: string): Value | undefined {
  const found = r.program.bindingsNamed(place.file, place.scope, boundOf(name))[0];
  if (found === undefined || inProgress.has(found)) return undefined;
  const { file, scope, env } = place;
  // `R extends InstanceType<C>` depends on what is known of C.
  const isOpen = [...(env?.keys() ?? [])].some((other) => found.type.includes(other));
  const cache = bounds(r);
  const cached = isOpen ? undefined : cache.get(found);
  if (cached !== undefined) return cached;
  // `T extends Comparable<T>` refers to itself.
  inProgress.add(found);
  try {
    const value = r.typeOf(parseType(found.type), isOpen ? place : { file, scope });
    if (value !== undefined && !isOpen) cache.set(found, value);
    return value;
  } finally {
    inProgress.delete(found);
  }
}

const inProgress = new Set<Binding>();
const bounds = perResolver(() => new Map<Binding, Value>());
