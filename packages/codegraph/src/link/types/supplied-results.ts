/** The result of a call whose first argument is known, which selects an overload or gives the value of a type parameter. */
import type { Resolver } from "../resolver.ts";
import type { Position, Target, Value } from "../value.ts";
import { inferredFromClass, inferredTypes } from "./inference.ts";
import { resultIn } from "./results.ts";

type Callee = Extract<Value, { kind: "definition" }>;

/** Returns the result of the first overload that has one. `supplied`: the argument's type as text. */
export function resultFor(
  r: Resolver,
  value: Callee,
  supplied: string,
  place: Position,
): Value | undefined {
  if (r.program.facts(value.file)?.language === "python")
    return resultForClass(r, value, supplied, place) ?? resultIn(r, value, value.env);
  for (const definition of overloadsOf(r, value)) {
    const item = { ...value, definition };
    const result = resultIn(r, item, inferredTypes(r, item, supplied, place));
    if (result !== undefined) return result;
  }
  return undefined;
}

/** Returns the result of the overload of Python that takes a class: `def get(self, kind: type[T]) -> T`. */
function resultForClass(
  r: Resolver,
  value: Callee,
  supplied: string,
  place: Position,
): Value | undefined {
  for (const definition of overloadsOf(r, value)) {
    const item = { file: value.file, definition };
    const env = inferredFromClass(r, item, supplied, place);
    if (env !== undefined) return resultIn(r, item, env);
  }
  return undefined;
}

/** Returns the definition and then the other declarations of its name. */
function overloadsOf(r: Resolver, { file, definition }: Target): Set<number> {
  const own = r.program.definition(file, definition);
  const all = r.program.membersNamed(file, own?.container ?? -1, own?.name ?? "");
  return new Set([definition, ...all]);
}
