/**
 * Go selects one of several files by build tags: if several files define a name, each definition may be meant. In C and C++ a
 * function is declared in one place and defined in another.
 */
import { getOrCreate } from "../maps.ts";
import { declarationsOf } from "./cpp/native-calls.ts";
import { perResolver, type Resolver } from "./resolver.ts";
import type { Target } from "./value.ts";

const NONE: readonly Target[] = [];
const variantsFor = perResolver(() => new Map<string, readonly Target[]>());

/** Returns the other definitions of the same kind and name in the package, or all declarations of C and C++. */
export function variantsOf(r: Resolver, target: Target): readonly Target[] {
  if (r.program.tables(target.file)?.facts.language !== "go") return declarationsOf(r, target);
  const cache = variantsFor(r);
  const key = `${target.file} ${target.definition}`;
  return getOrCreate(cache, key, () => find(r, target));
}

function find(r: Resolver, { file, definition }: Target): readonly Target[] {
  const own = r.program.definition(file, definition);
  if (own === undefined) return NONE;
  const around = r.program.definition(file, own.container);
  if (around !== undefined && around.kind !== "impl") return NONE;
  return r.modules.siblings(file).flatMap((other) => {
    const holders = around === undefined ? [-1] : implsNamed(r, other, around.name);
    return holders.flatMap((holder) =>
      r.program
        .membersNamed(other, holder, own.name)
        .filter((item) => r.program.definition(other, item)?.kind === own.kind)
        .map((item) => ({ file: other, definition: item })),
    );
  });
}

function implsNamed(r: Resolver, file: number, name: string): readonly number[] {
  return r.program
    .membersNamed(file, -1, name)
    .filter((item) => r.program.definition(file, item)?.kind === "impl");
}
