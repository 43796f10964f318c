/** Definitions as targets: whether two are the same one, and the plain values that stand for them. */
import type { Target, Value } from "../value.ts";

type Plain<Kind> = Extract<Value, { readonly kind: Kind }>;

export function isSameTarget(one: Target, other: Target): boolean {
  return one.file === other.file && one.definition === other.definition;
}

/** Returns the definition itself, without values of type parameters. */
export function definitionValue({ file, definition }: Target): Plain<"definition"> {
  return { kind: "definition", file, definition, env: undefined };
}

/** Returns an instance of a class, without type arguments. */
export function instanceValue({ file, definition }: Target): Plain<"instance"> {
  return { kind: "instance", file, definition, args: [] };
}
