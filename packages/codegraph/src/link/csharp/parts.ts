/** The parts of a class of C# that several files declare. */
import { otherParts } from "../namespaces.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Target } from "../value.ts";

const NONE: readonly Target[] = [];
const cacheOf = perResolver(() => new Map<string, readonly Target[]>());

/** Returns the other parts of a class of C#; none for anything else. */
export function csharpParts(r: Resolver, target: Target): readonly Target[] {
  if (target.definition < 0 || r.program.language(target.file) !== "csharp") return NONE;
  const own = r.program.definition(target.file, target.definition);
  if (own?.isStatic !== true || own.container >= 0) return NONE;
  const cache = cacheOf(r);
  const key = `${target.file} ${target.definition}`;
  let found = cache.get(key);
  if (found === undefined) {
    found = otherParts(r, target);
    cache.set(key, found);
  }
  return found;
}
