/** Decides whether the name in an attribute of C# means a class. */
import { IF_ATTRIBUTE, isAttributeName } from "../../facts/csharp/attributes.ts";
import type { Call } from "../../facts/facts.ts";
import type { Resolver } from "../resolver.ts";
import type { Target } from "../value.ts";

/** Returns whether a call names a class as an attribute that is none: of two classes `Mark` and `MarkAttribute` the other is meant. */
export function isOtherClass(
  r: Resolver,
  { kind, args }: Call,
  { file, definition }: Target,
): boolean {
  if (kind !== "new" || args !== IF_ATTRIBUTE) return false;
  return r.program.definition(file, definition)?.bases.some(isAttributeName) !== true;
}
