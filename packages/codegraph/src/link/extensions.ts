/** Finds extensions of C#, Kotlin and Swift: functions that are called like members of their first parameter. */

import { getOrCreate } from "../maps.ts";
import { kotlinExtension } from "./kotlin/kotlin-extensions.ts";
import { isKotlin } from "./kotlin/kotlin-files.ts";
import { calledOn, resultOfScope } from "./kotlin/kotlin-receivers.ts";
import { isCsharp, sees } from "./namespaces.ts";
import { MAX_COMPARED } from "./pick.ts";
import { perResolver, type Resolver } from "./resolver.ts";
import { isSwift } from "./swift/swift-files.ts";
import { swiftExtension } from "./swift/swift-names.ts";
import { hasElements } from "./types/known-types.ts";
import { isSameTarget } from "./types/targets.ts";
import { parseType } from "./types/type-text.ts";
import type { Position, Target, Value } from "./value.ts";

type Definition = Extract<Value, { readonly kind: "definition" }>;

/**
 * Finds the function of that name that takes the value as its first parameter; none if several types declare one, or if too many
 * functions have that name.
 */
export function extensionOf(
  r: Resolver,
  receiver: Value,
  name: string,
  place: Position,
): Value | undefined {
  const { file } = place;
  if (isKotlin(r, file))
    return kotlinExtension(r, receiver, name, place) ?? resultOfScope(r, receiver, name);
  if (isSwift(r, file)) return swiftExtension(r, receiver, name);
  return isCsharp(r, file) ? csharpExtension(r, receiver, name, file) : undefined;
}

function csharpExtension(
  r: Resolver,
  receiver: Value,
  name: string,
  file: number,
): Definition | undefined {
  const all = extensionsNamed(r, name);
  const seen = new Set(
    [...new Set(all.map((one) => one.file))].filter((other) => sees(r, file, other)),
  );
  const near = all.filter((one) => seen.has(one.file));
  if (near.length > MAX_COMPARED) return undefined;
  const found = near.filter((one) => takes(r, one, receiver));
  const [first] = found;
  const holder = ({ file: at, definition }: Target) =>
    `${at} ${r.program.definition(at, definition)?.container}`;
  const isClear = first !== undefined && found.every((one) => holder(one) === holder(first));
  return isClear ? { kind: "definition", ...first, env: undefined } : undefined;
}

const cache = perResolver(() => new Map<string, readonly Target[]>());

/** Returns all extensions with a name, in the order of their files. */
function extensionsNamed(r: Resolver, name: string): readonly Target[] {
  const cached = cache(r);
  return getOrCreate(cached, name, () => {
    return r.declared(name).flatMap((file) => {
      const { definitions = [] } = r.program.tables(file)?.facts ?? {};
      return definitions.flatMap((own, definition) => {
        const isExtension =
          own.name === name &&
          own.kind === "function" &&
          definitions[own.container]?.kind === "class";
        return isExtension ? [{ file, definition }] : [];
      });
    });
  });
}

/**
 * Returns what is called in place of a value: an extension where a property has the same name (`table.Border(style)` beside
 * `table.Border`), and in Kotlin the `invoke` of an object.
 */
export function invoked(
  r: Resolver,
  value: Value,
  receiver: Value | undefined,
  place: Position,
): Definition | undefined {
  if (isKotlin(r, place.file)) return calledOn(r, value, receiver);
  if (value.kind !== "definition" || receiver === undefined) return undefined;
  const own = r.program.definition(value.file, value.definition);
  if (own?.kind !== "property" || !isCsharp(r, value.file)) return undefined;
  return csharpExtension(r, receiver, own.name, place.file);
}

type External = Extract<Value, { readonly kind: "external" }>;

const isList = (expected: External, held: External) =>
  expected.name === "IEnumerable" && hasElements(held);

/** Returns whether a type argument can be this one. Only known types are compared. */
function isPossible(expected: Value | undefined, held: Value | undefined): boolean {
  if (expected?.kind === "instance") {
    const isSame = held?.kind === "instance" && held.definition === expected.definition;
    return isSame && held.file === expected.file;
  }
  if (expected?.kind !== "external" || held === undefined) return true;
  return held.kind === "external" && held.name === expected.name;
}

/** Returns whether the first parameter of a function accepts a value. */
function takes(r: Resolver, { file, definition }: Target, value: Value): boolean {
  const own = r.program.definition(file, definition);
  const first = r.program.bindings(file, definition).find(({ parameter }) => parameter === 0);
  if (own === undefined || first === undefined) return false;
  const { type } = first;
  // A type parameter accepts every value, and its bounds are rarely decisive.
  if (own.typeParameters.includes(type)) return true;
  const expected = r.typeOf(parseType(type), { file, scope: definition });
  const held = value.kind === "definition" ? r.held(value, value.env) : value;
  if (expected === undefined || held === undefined) return false;
  if (held.kind === "union") return held.of.some((item) => takes(r, { file, definition }, item));
  if (expected.kind === "external" && held.kind === "external") {
    const isSame = expected.name === held.name || isList(expected, held);
    return isSame && expected.args.every((arg, at) => isPossible(arg, held.args[at]));
  }
  if (expected.kind !== "instance" || held.kind !== "instance") return false;
  return r.lineage(held, undefined).order.some((item) => isSameTarget(item, expected));
}
