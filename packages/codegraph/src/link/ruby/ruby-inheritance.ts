/** Edges between Ruby's classes: what one extends and includes, and the methods that it replaces. */
import type { Resolver } from "../resolver.ts";
import type { Target } from "../value.ts";
import { ancestorsOf, ancestorsOfClass, type Base, basesAt } from "./ruby-classes.ts";
import { isMethod, methodOf } from "./ruby-members.ts";
import { pathOf } from "./ruby-paths.ts";

/** Returns the classes and modules that one place of a class names as its bases. */
export function rubyBases(r: Resolver, target: Target): Target[] {
  const own = pathOf(r, target);
  return basesAt(r, target).flatMap(({ target: base, path }: Base) =>
    base === undefined || path === own ? [] : [base],
  );
}

interface Inherited {
  readonly from: number;
  readonly to: Target;
  readonly type: "extends" | "overrides";
}

/** Returns the edges of one place of a class: to its bases, and from its methods to those that they replace. */
export function rubyInheritance(r: Resolver, file: number, definition: number): Inherited[] {
  const own = { file, definition };
  const bases = rubyBases(r, own).map((to) => ({ from: definition, to, type: "extends" as const }));
  const overrides = rubyOverrides(r, own).map(({ own: from, above: to }) => ({
    from,
    to,
    type: "overrides" as const,
  }));
  return [...bases, ...overrides];
}

/** Returns, for the methods of one place of a class, the methods of its ancestors that they replace. */
function rubyOverrides(
  r: Resolver,
  { file, definition }: Target,
): { own: number; above: Target }[] {
  const path = pathOf(r, { file, definition });
  if (path === undefined) return [];
  const above = ancestorsOf(r, path).filter((ancestor) => ancestor !== path);
  const ofClass = ancestorsOfClass(r, path).filter((ancestor) => ancestor.path !== path);
  const found: { own: number; above: Target }[] = [];
  for (const [name, indexes] of r.program.members(file, definition)) {
    for (const index of indexes) {
      const own = r.program.definition(file, index);
      if (own === undefined || !isMethod(own) || name === "initialize" || name.startsWith("@"))
        continue;
      const [next] = own.isStatic
        ? ofClass.flatMap(
            (ancestor) => methodOf(r, ancestor.path, name, !ancestor.isObject, file) ?? [],
          )
        : above.flatMap((ancestor) => methodOf(r, ancestor, name, false, file) ?? []);
      if (next !== undefined) found.push({ own: index, above: next });
    }
  }
  return found;
}
