/** What expressions of Kotlin give beyond what a function states: `apply` and brackets. */

import type { Resolver } from "../resolver.ts";
import { membersNamed } from "../types/members.ts";
import type { Found, Position, Target, Value } from "../value.ts";
import { kotlinExtension } from "./kotlin-extensions.ts";
import { isKotlin } from "./kotlin-files.ts";
import { instanceIn, receiverAt } from "./kotlin-receivers.ts";
import { atPlatform } from "./source-sets.ts";

/** Functions of Kotlin that give the object which they are called on. */
const GIVES_OBJECT = new Set(["apply", "also"]);

/** Returns the object around a place, which a call of `apply` or `also` without a receiver gives. */
export function objectAround(r: Resolver, place: Position, name: string): Found | undefined {
  if (!GIVES_OBJECT.has(name) || !isKotlin(r, place.file)) return undefined;
  for (let scope = place.scope; scope >= 0; ) {
    const own = r.program.definition(place.file, scope);
    if (own === undefined) return undefined;
    const value = receiverAt(r, { ...place, scope });
    if (value !== undefined) return { value, tier: "this" };
    // A lambda of unknown type may have an object of its own.
    if (own.kind === "lambda") return undefined;
    scope = own.container;
  }
  return undefined;
}

/** Returns the receiver if a function gives it back: `fun named(name: String) = apply { … }`. */
export function givenBack(
  r: Resolver,
  { file, definition }: Target,
  receiver: Value | undefined,
): Value | undefined {
  const own = r.program.definition(file, definition);
  if (own === undefined || own.type !== "" || receiver === undefined) return undefined;
  const name = /^(\w+)\(\)$/.exec(own.value)?.[1] ?? "";
  if (!GIVES_OBJECT.has(name) || !isKotlin(r, file)) return undefined;
  const isOwn = r.lookup({ file, scope: definition }, name, "value") !== undefined;
  return isOwn ? undefined : instanceIn(r, receiver);
}

/** Returns what brackets behind a value give: the result of its `get`, unless several give different types. */
export function inBrackets(r: Resolver, value: Value, place: Position): Value | undefined {
  if (!isKotlin(r, place.file)) return undefined;
  const held = instanceIn(r, value);
  const object = held && atPlatform(r, held, place.file);
  if (object?.kind !== "instance" || !isKotlin(r, object.file)) return undefined;
  const all = membersNamed(r, object, "get");
  const [first] = all;
  const typeOf = ({ file, definition }: Target) => r.program.definition(file, definition)?.type;
  if (all.some((one) => typeOf(one) !== (first && typeOf(first)))) return undefined;
  const found = r.member(object, "get") ?? kotlinExtension(r, object, "get", place);
  return found && r.called(found, object, "", place);
}
