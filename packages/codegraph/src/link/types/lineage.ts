/** What a type inherits from, in order, and where the members of all of it are written. */
import { type Resolver, UNKNOWN_BASES } from "../resolver.ts";
import type { Environment, Target, Value } from "../value.ts";

const MAX_BASES = 24;
const MAX_ANCESTORS = 200;

/** A definition, and what the type parameters around it stand for. */
export interface Owned extends Target {
  readonly env: Environment | undefined;
}

export interface Lineage {
  /**
   * The type and all it inherits from, in the order in which members are looked for: what several ways lead to
   * comes after all that lead to it.
   */
  readonly order: readonly Owned[];
  /** The same with all places where members of each are written. */
  readonly places: readonly Owned[];
  /** Whoever asks again, from wherever, gets the same: nothing of it was still being found out. */
  readonly isLasting: boolean;
}

export function lineage(r: Resolver, target: Target, env: Environment | undefined): Lineage {
  const order: Owned[] = [];
  let isLasting = true;
  const visit = (item: Target, ownEnv: Environment | undefined, depth: number) => {
    order.push({ file: item.file, definition: item.definition, env: ownEnv });
    if (depth > MAX_BASES || order.length > MAX_ANCESTORS) return;
    const bases = r.bases(item, ownEnv);
    // What is given type arguments is found out each time, as far as there is room for the question.
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

/** The places where members of a type are written: itself, its namesakes beside it, its impl blocks. */
export function declarationsOf(r: Resolver, target: Target): Target[] {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined) return [];
  const places: Target[] = [target];
  const beside = r.program.membersNamed(target.file, own.container, own.name);
  for (const index of beside) {
    const kind = r.program.definition(target.file, index)?.kind;
    // A constant of an interface's name is another thing, with members of its own.
    const isType = kind !== "variable" && kind !== "function" && kind !== "property";
    if (index !== target.definition && isType)
      places.push({ file: target.file, definition: index });
  }
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

/** What a class's type parameters stand for in an instance of it. */
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
