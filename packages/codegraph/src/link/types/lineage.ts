/** Ancestors of a type in lookup order, and the places where all its members are declared. */
import { hasNamespaces, otherParts } from "../namespaces.ts";
import { type Resolver, UNKNOWN_BASES } from "../resolver.ts";
import { extensionsOf } from "../swift/swift-files.ts";
import type { Environment, Lineage, Owned, Target, Value } from "../value.ts";

const MAX_BASES = 24;
const MAX_ANCESTORS = 200;

export function lineage(r: Resolver, target: Target, env: Environment | undefined): Lineage {
  const order: Owned[] = [];
  let isLasting = true;
  const visit = (item: Target, ownEnv: Environment | undefined, depth: number) => {
    order.push({ file: item.file, definition: item.definition, env: ownEnv });
    if (depth > MAX_BASES || order.length > MAX_ANCESTORS) return;
    const bases = r.bases(item, ownEnv);
    // Types with type arguments are resolved each time, as far as the depth limit allows.
    if (bases === UNKNOWN_BASES || ownEnv !== undefined) isLasting = false;
    for (const base of bases) {
      if (base.kind === "instance") visit(base, environment(r, base, base.args), depth + 1);
    }
  };
  visit(target, env, 0);
  const once = order.length === 1 ? order : lastOfEach(order);
  return { order: once, places: once.flatMap((owned) => ownedPlaces(r, owned)), isLasting };
}

function lastOfEach(order: readonly Owned[]): readonly Owned[] {
  const last = new Map(order.map((owned, index) => [`${owned.file}:${owned.definition}`, index]));
  return order.filter((owned, index) => last.get(`${owned.file}:${owned.definition}`) === index);
}

function ownedPlaces(r: Resolver, owned: Owned): Owned[] {
  return declarationsOf(r, owned).map((place) =>
    place === owned ? owned : { ...place, env: owned.env },
  );
}

/**
 * Returns the places where members of a type are declared: the type itself, definitions of the same name in its scope, and
 * impl blocks.
 */
export function declarationsOf(r: Resolver, target: Target): Target[] {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined) return [];
  const places: Target[] = [target];
  const beside = r.program.membersNamed(target.file, own.container, own.name);
  for (const index of beside) {
    const kind = r.program.definition(target.file, index)?.kind;
    // A constant with the interface's name is a different definition with its own members.
    const isType = kind !== "variable" && kind !== "function" && kind !== "property";
    if (index !== target.definition && isType)
      places.push({ file: target.file, definition: index });
  }
  if (hasNamespaces(r, target.file)) places.push(...otherParts(r, target));
  places.push(...extensionsOf(r, target));
  for (const file of r.modules.implFiles(target.file)) {
    if (file === target.file) continue;
    for (const index of r.program.membersNamed(file, -1, own.name)) {
      if (r.program.definition(file, index)?.kind === "impl") {
        places.push({ file, definition: index });
      }
    }
  }
  return places;
}

/** Returns the values of a class's type parameters in an instance. */
export function environment(
  r: Resolver,
  target: Target,
  args: readonly (Value | undefined)[],
): Environment | undefined {
  if (args.length === 0) return undefined;
  const names = r.program.definition(target.file, target.definition)?.typeParameters ?? [];
  const bindings = new Map<string, Value>();
  names.forEach((name, index) => {
    const value = args[index];
    if (value !== undefined) bindings.set(name, value);
  });
  return bindings.size === 0 ? undefined : bindings;
}
