/** Resolves the object of a method: what `this` and `self` stand for at a place. */

import type { Definition } from "../../facts/facts.ts";
import { isKotlin } from "../kotlin/kotlin-files.ts";
import { receiverAt } from "../kotlin/kotlin-receivers.ts";
import type { Resolver } from "../resolver.ts";
import { isSwift } from "../swift/swift-files.ts";
import type { Position, Value } from "../value.ts";
import { definitionValue } from "./targets.ts";
import { parseType } from "./type-text.ts";

/** Returns the type that an extension or Rust's impl belongs to. */
function extended(
  r: Resolver,
  own: Definition,
  file: number,
  isStatic: boolean,
): Value | undefined {
  const type = r.typeOf(parseType(own.name), { file, scope: own.container });
  return isStatic && isSwift(r, file) ? typeItself(type) : type;
}

function typeItself(type: Value | undefined): Value | undefined {
  if (type?.kind !== "instance") return type;
  return definitionValue(type);
}

/** Returns the nearest object around a place: of a class, an extension or a lambda. */
function enclosingInKotlin(r: Resolver, place: Position): Value | undefined {
  for (let scope = place.scope; scope >= 0; ) {
    const found = receiverAt(r, { ...place, scope });
    if (found !== undefined) return found;
    scope = r.program.definition(place.file, scope)?.container ?? -1;
  }
  return undefined;
}

/** Returns the object of a method: an instance of the enclosing class, or the class for a static member. */
export function enclosing(r: Resolver, place: Position): Value | undefined {
  const { file } = place;
  if (isKotlin(r, file)) return enclosingInKotlin(r, place);
  let isStatic = false;
  for (let at = place.scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own === undefined) return undefined;
    if (own.kind === "class" || own.kind === "interface" || own.kind === "enum") {
      return isStatic
        ? { kind: "definition", file, definition: at, env: place.env }
        : { kind: "instance", file, definition: at, args: [] };
    }
    if (own.kind === "impl") return extended(r, own, file, isStatic);
    const isObject = own.kind === "variable" && own.value === "{" && at !== place.scope;
    if (isObject) return { kind: "definition", file, definition: at, env: undefined };
    isStatic = own.isStatic;
    at = own.container;
  }
  return undefined;
}
