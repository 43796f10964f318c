/** What the linker knows of Kotlin files: their packages, companions, extensions, and what belongs to which. */

import { RECEIVER } from "../../facts/kotlin/take-kotlin.ts";
import { getOrCreate } from "../../maps.ts";
import { MAX_COMPARED } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Target } from "../value.ts";

export function isKotlin(r: Resolver, file: number): boolean {
  return r.program.language(file) === "kotlin";
}

/** Returns the type of the receiver of an extension as written; undefined for anything else. */
export function receiverType(r: Resolver, { file, definition }: Target): string | undefined {
  if (!isKotlin(r, file)) return undefined;
  const own = r.program.bindingsNamed(file, definition, RECEIVER)[0];
  return own?.parameter === 0 ? own.type : undefined;
}

export function isExtension(r: Resolver, target: Target): boolean {
  return receiverType(r, target) !== undefined;
}

/** Returns the companion object of a class. */
export function companionOf(r: Resolver, { file, definition }: Target): Target | undefined {
  if (!isKotlin(r, file)) return undefined;
  for (const indexes of r.program.members(file, definition).values()) {
    const [first = -1] = indexes;
    const own = r.program.definition(file, first);
    if (own?.kind === "class" && own.isStatic) return { file, definition: first };
  }
  return undefined;
}

interface KotlinCache {
  /** By package and name: the definitions at the top of its files. */
  readonly declared: Map<string, readonly Target[]>;
}

const cacheFor = perResolver((): KotlinCache => ({ declared: new Map() }));

/** Returns the definitions of a name at the top of the files of a package. */
export function declaredInPackage(r: Resolver, around: string, name: string): readonly Target[] {
  const { declared } = cacheFor(r);
  const key = `${around} ${name}`;
  return getOrCreate(declared, key, () =>
    r
      .declared(name)
      .filter((file) => isKotlin(r, file) && r.program.facts(file)?.namespace === around)
      .slice(0, MAX_COMPARED)
      .flatMap((file) => r.program.targetsNamed(file, -1, name))
      .slice(0, MAX_COMPARED),
  );
}

/** Returns whether two types are one: the same definition, or declared as `expect` and `actual` in several files. */
export function isSameType(r: Resolver, one: Target, other: Target): boolean {
  if (one.file === other.file) return one.definition === other.definition;
  if (!isKotlin(r, one.file) || !isKotlin(r, other.file)) return false;
  const [own, same] = [one, other].map((item) => r.program.definition(item.file, item.definition));
  if (own === undefined || own.name !== same?.name) return false;
  const isTop = own.container < 0 && same.container < 0;
  return isTop && r.program.facts(one.file)?.namespace === r.program.facts(other.file)?.namespace;
}

/** Returns the property of Kotlin that has the name of a method; a call finds the method behind it. */
export function propertyOfKotlin(
  r: Resolver,
  file: number,
  named: readonly number[],
): number | undefined {
  if (named.length < 2 || !isKotlin(r, file)) return undefined;
  return named.find((item) => r.program.definition(file, item)?.kind === "property");
}
