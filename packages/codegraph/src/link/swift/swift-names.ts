/** Resolves Swift's names at the top of a module, and members that extensions add to types from outside. */

import { getOrCreate, push } from "../../maps.ts";
import { nameOfModule } from "../modules/modules-swift.ts";
import { isTypeKind, MAX_COMPARED, type NameKind } from "../pick.ts";
import { type Modules, perResolver, type Resolver } from "../resolver.ts";
import { SWIFT_ABOVE } from "../types/swift-types.ts";
import { definitionValue } from "../types/targets.ts";
import type { Found, Target, Tier, Value } from "../value.ts";
import { extensionsNamed, isSwift, nearness, seesSwift } from "./swift-files.ts";

type Definition = Extract<Value, { readonly kind: "definition" }>;
const visibleFor = perResolver(() => new Map<string, readonly Definition[]>());

/** Returns the definitions of a name that a file sees, those of the nearest files first. */
export function visibleInSwift(r: Resolver, file: number, name: string): readonly Definition[] {
  const cache = visibleFor(r);
  const key = `${file} ${name}`;
  return getOrCreate(cache, key, () => findVisible(r, file, name));
}

function findVisible(r: Resolver, file: number, name: string): readonly Definition[] {
  const all = r
    .declared(name)
    .filter((other) => isSwift(r, other) && seesSwift(r, file, other))
    .slice(0, MAX_COMPARED)
    .flatMap((other) => r.program.targetsNamed(other, -1, name))
    .filter((target) => isSeen(r, file, target));
  const near = new Map(all.map((target) => [target.file, nearness(r, file, target.file)]));
  return all.sort((a, b) => (near.get(b.file) ?? 0) - (near.get(a.file) ?? 0)).map(definitionValue);
}

/** Extensions have no name of their own, and private names are visible in their file. */
function isSeen(r: Resolver, from: number, { file, definition }: Target): boolean {
  const own = r.program.definition(file, definition);
  if (own === undefined || own.kind === "impl") return false;
  return from === file || own.isExported;
}

export function lookupSwift(
  r: Resolver,
  file: number,
  name: string,
  wanted: NameKind,
): Found | undefined {
  const all = visibleInSwift(r, file, name);
  const kindOf = (target: Target) =>
    r.program.definition(target.file, target.definition)?.kind ?? "";
  const value = wanted === "type" ? all.find((item) => isTypeKind(kindOf(item))) : all[0];
  if (value !== undefined) return { value, tier: tierOf(r, file, value.file) };
  const files = filesOfModule(r, file, name);
  return files.length === 0 ? undefined : { value: { kind: "module", files }, tier: "import" };
}

function tierOf(r: Resolver, from: number, file: number): Tier {
  if (from === file) return "file";
  return r.modules.moduleOf(from) === r.modules.moduleOf(file) ? "module" : "import";
}

/** Returns the files of an imported module: `Module.Name`. */
function filesOfModule(r: Resolver, file: number, name: string): readonly number[] {
  const isImported = r.program.tables(file)?.stars.some(({ specifier }) => specifier === name);
  return isImported === true ? (modulesOf(r).get(name) ?? []) : [];
}

const filesByModules = new WeakMap<Modules, ReadonlyMap<string, readonly number[]>>();

/** Returns the files of all modules by the module's name. */
function modulesOf({
  program: { paths },
  modules,
}: Resolver): ReadonlyMap<string, readonly number[]> {
  const cached = filesByModules.get(modules);
  if (cached !== undefined) return cached;
  const found = new Map<string, number[]>();
  paths.forEach((path, file) => {
    const module = path.endsWith(".swift") ? modules.moduleOf(file) : undefined;
    if (module === undefined) return;
    const name = nameOfModule(module);
    push(found, name, file);
  });
  filesByModules.set(modules, found);
  return found;
}

/** Finds a member that an extension adds to a type from outside, or to a protocol that this type has. */
export function swiftExtension(r: Resolver, receiver: Value, name: string): Value | undefined {
  const held = receiver.kind === "definition" ? r.held(receiver, receiver.env) : receiver;
  if (held?.kind !== "external") return undefined;
  for (const type of [held.name, ...(SWIFT_ABOVE.get(held.name) ?? [])]) {
    for (const { file, definition } of extensionsNamed(r, type)) {
      const [index] = r.program.membersNamed(file, definition, name);
      if (index !== undefined) return definitionValue({ file, definition: index });
    }
  }
  return undefined;
}

/** Returns all functions of a name that extensions add to a type from outside. */
export function functionsBeside(r: Resolver, target: Target, name: string): readonly Target[] {
  const own = r.program.definition(target.file, target.definition);
  const around = r.program.definition(target.file, own?.container ?? -1);
  if (around?.kind !== "impl") return [target];
  return extensionsNamed(r, around.name).flatMap(({ file, definition }) =>
    r.program.targetsNamed(file, definition, name),
  );
}
