/** The type arguments for which extensions of Swift add their members: `extension Box where Item == Int`. */

import type { Binding } from "../../facts/facts.ts";
import { EQUAL } from "../../facts/swift/take-implied.ts";
import type { Resolver } from "../resolver.ts";
import { environment } from "../types/lineage.ts";
import { hasOutsideBase } from "../types/members.ts";
import { isSameTarget } from "../types/targets.ts";
import { parseType } from "../types/type-text.ts";
import type { Target, Value } from "../value.ts";

const BOUND = /^<(.+)>$/;

function boundsOf(r: Resolver, { file, definition }: Target): readonly Binding[] {
  const container = r.program.definition(file, definition)?.container ?? -1;
  if (r.program.definition(file, container)?.kind !== "impl") return [];
  return r.program.bindings(file, container).filter(({ name }) => BOUND.test(name));
}

/** Returns the conditions of the extension around a member as text. */
export function boundsAround(r: Resolver, target: Target): string {
  return boundsOf(r, target)
    .map(({ name, type, value }) => `${name}${value}${type}`)
    .join();
}

/** Returns whether a receiver can have a member, as far as its type arguments are known. */
export function isAllowed(r: Resolver, target: Target, receiver: Value | undefined): boolean {
  const bounds = boundsOf(r, target);
  if (bounds.length === 0 || receiver === undefined) return true;
  const held = receiver.kind === "definition" ? r.held(receiver, receiver.env) : receiver;
  const constraints =
    held?.kind === "instance"
      ? environment(r, held, held.args)
      : receiver.kind === "definition"
        ? receiver.env
        : undefined;
  const container = r.program.definition(target.file, target.definition)?.container ?? -1;
  return bounds.every(({ name, type, value }) => {
    const argument = constraints?.get(BOUND.exec(name)?.[1] ?? "");
    if (argument === undefined) return true;
    const expected = r.typeOf(parseType(type), { file: target.file, scope: container });
    return expected === undefined || isPossible(r, argument, expected, value === EQUAL);
  });
}

function isPossible(r: Resolver, argument: Value, expected: Value, isEqual: boolean): boolean {
  if (argument.kind === "instance" && expected.kind === "instance") {
    const { order } = r.lineage(argument, undefined);
    const at = order.findIndex((item) => isSameTarget(item, expected));
    return isEqual ? at === 0 : at >= 0 || hasOutsideBase(r, argument);
  }
  if (!isEqual) return true;
  if (argument.kind === "external" && expected.kind === "external")
    return argument.name === expected.name;
  const isKnown = (value: Value) => value.kind === "instance" || value.kind === "external";
  return !isKnown(argument) || !isKnown(expected);
}
