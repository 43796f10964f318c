/**
 * What a function of a library returns. A container for services, a cache or a decorator returns objects of the project: of
 * a class that it is given, or of one that only the running program knows.
 */
import type { Chain } from "../chain-steps.ts";
import type { Resolver } from "../resolver.ts";
import { SUPPLIED } from "../types/inference.ts";
import { instanceValue } from "../types/targets.ts";
import { parseType } from "../types/type-text.ts";
import { anyOf } from "../types/unions.ts";
import type { Found, Position, Value } from "../value.ts";

type External = Extract<Value, { readonly kind: "external" }>;

/** Returns the result of calling what a library exports; for a member of a known type, the value itself. */
export function libraryResult(
  r: Resolver,
  value: External,
  typeArguments: string,
  place: Position,
): Value {
  if (!value.name.startsWith("@")) return value;
  const result: Value = value.isStandard === true ? value : { ...value, isResult: true };
  const instance = typeArguments === "" ? undefined : classGiven(r, typeArguments, place);
  return instance === undefined ? result : (anyOf([instance, result]) ?? result);
}

/** Returns an instance of the class that is an argument or a type argument, or the new object that is an argument. */
function classGiven(r: Resolver, typeArguments: string, place: Position): Value | undefined {
  const text = typeArguments.startsWith(SUPPLIED)
    ? typeArguments.slice(SUPPLIED.length)
    : typeArguments;
  const value = r.typeOf(parseType(text), place);
  if (value?.kind === "instance") return value;
  // Java's `Name.class`.
  if (value?.kind === "external" && value.name === "Class") return instanceIn(value);
  if (value?.kind !== "definition") return undefined;
  const kind = r.program.definition(value.file, value.definition)?.kind;
  return kind === "class" || kind === "interface" ? instanceValue(value) : undefined;
}

function instanceIn({ args: [of] }: External): Value | undefined {
  return of?.kind === "instance" ? of : undefined;
}

/**
 * Returns the value of an unknown name that is called, in PHP: frameworks have functions that need no import, such as
 * Laravel's `app()`.
 */
export function unknownFunction(
  r: Resolver,
  { root, steps }: Chain,
  { file }: Position,
): Found | undefined {
  const isCalled = steps[0]?.kind === "call" && /^[\p{ID_Start}_]/u.test(root);
  if (!isCalled || r.program.facts(file)?.language !== "php") return undefined;
  return { value: { kind: "external", name: `@${root}`, args: [] }, tier: "typed" };
}

/** Returns whether a value is what a library returned, or may be. */
export function isLibraryResult(value: Value | undefined): boolean {
  if (value?.kind === "union") return value.of.some(isLibraryResult);
  return value?.kind === "external" && value.isResult === true;
}
