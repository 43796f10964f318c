/** Steps of an expression that mean an operator in C++: `x->`, `*x`, `x[0]` and `x()`. */
import type { Step } from "../chain-steps.ts";
import type { Resolver } from "../resolver.ts";
import type { Position, Value } from "../value.ts";
import { nativeElement, nativeUnwrapped } from "./native-types.ts";

/**
 * Returns the value after a step. `next`: the member taken from it. Pointers and arrays of the language are not told apart from
 * what they hold, so an object without the operator stands for itself.
 */
export function nativeStep(
  r: Resolver,
  value: Value,
  step: Step,
  next: Step | undefined,
  place: Position,
): Value | undefined {
  const held = heldBy(r, value);
  if (held === undefined) return undefined;
  if (held.kind === "external") {
    return step.kind === "element" ? nativeElement(held, step.index || 0) : nativeUnwrapped(held);
  }
  if (held.kind !== "instance") return held.kind === "union" ? undefined : held;
  const member = next?.kind === "member" ? next.name : undefined;
  const isOwn =
    step.kind === "unwrap" && member !== undefined && r.member(held, member) !== undefined;
  if (isOwn) return held;
  for (const name of operatorsOf(step, member)) {
    const operator = r.member(held, name);
    if (operator !== undefined) return r.called(operator, held, "", place);
  }
  return held;
}

function operatorsOf(step: Step, member: string | undefined): readonly string[] {
  if (step.kind === "element") return ["operator[]"];
  return member === undefined ? ["operator*"] : ["operator->", "operator*"];
}

/** Returns the value of a variable or member; any other value unchanged. */
function heldBy(r: Resolver, value: Value): Value | undefined {
  if (value.kind !== "definition") return value;
  const kind = r.program.definition(value.file, value.definition)?.kind;
  return kind === "variable" || kind === "property" ? r.held(value, value.env) : value;
}

/** Returns the result of calling an object: that of its `operator()`. */
export function calledObject(r: Resolver, value: Value, place: Position): Value | undefined {
  const operator = value.kind === "instance" ? r.member(value, "operator()") : undefined;
  return operator === undefined ? undefined : r.called(operator, value, "", place);
}
