/** Values of the parameters and local variables of one scope. */
import type { Binding } from "../../facts/facts.ts";
import { isTest } from "../program.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { blockParameter } from "../ruby/ruby-evaluate.ts";
import { isRuby } from "../ruby/ruby-paths.ts";
import { inputOfClosure, isOfArgument } from "../swift/swift-implied.ts";
import { parseType } from "../types/type-text.ts";
import { anyOf, UNKNOWN } from "../types/unions.ts";
import type { Found, Position, Value } from "../value.ts";

export function bindingFound(r: Resolver, place: Position, name: string): Found | undefined {
  const named = r.program.bindingsNamed(place.file, place.scope, name);
  const bindings = named.length === 0 ? named : named.filter((binding) => !isTest(binding));
  if (bindings.length === 0) return undefined;
  const [first] = bindings;
  const tier = first?.value === "this" || first?.value === "Self" ? "this" : "local";
  if (bindings.length === 1) return { value: first && r.bindingValue(place, first), tier };
  return { value: severally(r, place, bindings), tier };
}

/**
 * Returns what a name stands for that is declared several times in one function, in blocks or one after the other: any of
 * its values, because the extent of each declaration is unknown. A declaration that refers to the name means the earlier ones.
 */
function severally(r: Resolver, place: Position, bindings: readonly Binding[]): Value | undefined {
  const inProgress = resolvedNow(r);
  const end = bindings.findIndex((binding) => inProgress.has(binding));
  const values: Value[] = [];
  for (const binding of end < 0 ? bindings : bindings.slice(0, end)) {
    inProgress.add(binding);
    try {
      const value = r.bindingValue(place, binding);
      if (value !== undefined || isOpen(r, place, binding)) values.push(value ?? UNKNOWN);
    } finally {
      inProgress.delete(binding);
    }
  }
  return anyOf(values);
}

const resolvedNow = perResolver(() => new Set<Binding>());

/** Returns whether an unresolved declaration may stand for an object of the project. */
function isOpen(r: Resolver, place: Position, { value, type, parameter }: Binding): boolean {
  if (type !== "") return false;
  return value === "" ? parameter >= 0 : r.evaluate(value, place) !== undefined;
}

/** Returns the value of a local name or parameter: from its type, else its initial value, else what its caller passes. */
export function bindingValue(r: Resolver, place: Position, binding: Binding): Value | undefined {
  if (binding.type !== "") {
    const value = r.typeOf(parseType(binding.type), place);
    if (value !== undefined) return value;
  }
  if (binding.parameter >= 0 && isOfArgument(binding.value))
    return (
      r.parameterFromContext(place, binding.parameter) ??
      inputOfClosure(r, place, binding.value, binding.parameter)
    );
  if (binding.value !== "") return r.evaluate(binding.value, place)?.value;
  if (binding.parameter >= 0 && isRuby(r, place.file))
    return blockParameter(r, place, binding.parameter);
  return binding.parameter < 0 ? undefined : r.parameterFromContext(place, binding.parameter);
}
