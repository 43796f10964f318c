/** What a name at the top of a Kotlin file can mean: explicit imports, then the package, then imports of whole packages. */

import { getOrCreate } from "../../maps.ts";
import { isTypeKind } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { memberAt } from "../types/members.ts";
import { definitionValue } from "../types/targets.ts";
import type { Target, Tier, Value } from "../value.ts";
import { declaredInPackage } from "./kotlin-files.ts";
import { nearnessOfFolders } from "./source-sets.ts";

type Definition = Extract<Value, { readonly kind: "definition" }>;

/** Definitions of one name that are visible in the same way. */
export interface Visible {
  readonly all: readonly Definition[];
  readonly tier: Tier;
  /** The name is imported from outside of the project. */
  readonly isOutside: boolean;
}

const NONE_VISIBLE: Visible = { all: [], tier: "import", isOutside: false };
const cacheFor = perResolver(() => new Map<string, Visible>());

/** Returns what a name at the top of a file can mean; only definitions that are visible in the nearest way. */
export function visibleNamed(r: Resolver, file: number, name: string): Visible {
  const cache = cacheFor(r);
  const key = `${file} ${name}`;
  return getOrCreate(cache, key, () => findVisible(r, file, name));
}

function findVisible(r: Resolver, file: number, name: string): Visible {
  const tables = r.program.tables(file);
  if (tables === undefined) return NONE_VISIBLE;
  const imports = tables.imports.get(name) ?? [];
  const imported = imports.flatMap((item) => qualified(r, file, item.specifier));
  if (imported.length > 0) return { all: imported, tier: "import", isOutside: false };
  if (imports.length > 0) return { all: [], tier: "import", isOutside: true };
  const own = inPackage(r, file, tables.facts.namespace, name);
  const stars = tables.stars.flatMap(({ specifier }) => fromStar(r, file, specifier, name));
  // A file of the package may belong to another project, whose names are not visible.
  if (own.length > 0 && nearestOf(r, file, own) >= nearestOf(r, file, stars)) {
    const tier = own.some((item) => item.file === file) ? "file" : "module";
    return { all: own, tier, isOutside: false };
  }
  return { all: stars, tier: "import", isOutside: false };
}

function nearestOf(r: Resolver, from: number, all: readonly Definition[]): number {
  return Math.max(-1, ...all.map(({ file }) => nearnessOfFolders(r, from, file)));
}

function fromStar(r: Resolver, file: number, specifier: string, name: string): Definition[] {
  const found = inPackage(r, file, specifier, name);
  if (found.length > 0) return found;
  return qualified(r, file, specifier).flatMap((around) => memberNamed(r, around, [name]));
}

/** Returns the definitions of a name in a package: Kotlin's, or a class of Java. */
function inPackage(r: Resolver, file: number, around: string, name: string): Definition[] {
  const own = declaredInPackage(r, around, name)
    .filter((target) => isSeen(r, file, target))
    .map(definitionValue);
  return own.length > 0
    ? own
    : javaClass(r, file, [around, name].filter((part) => part !== "").join("."));
}

/** A private definition at the top of a file is visible only there. */
function isSeen(r: Resolver, from: number, { file, definition }: Target): boolean {
  return from === file || r.program.definition(file, definition)?.isExported === true;
}

function javaClass(r: Resolver, file: number, path: string): Definition[] {
  const name = path.slice(path.lastIndexOf(".") + 1);
  return r.modules.resolve(file, path).flatMap((other) => {
    const value = r.exported(other, name, "type");
    return value?.kind === "definition" ? [value] : [];
  });
}

const MAX_PARTS = 12;

/** Returns what a full name means: something in a package, or a member of it. */
export function qualified(r: Resolver, file: number, path: string): Definition[] {
  const parts = path.split(".").slice(0, MAX_PARTS);
  for (let length = parts.length; length > 0; length--) {
    const around = parts.slice(0, length - 1).join(".");
    const found = inPackage(r, file, around, parts[length - 1] ?? "");
    if (found.length === 0) continue;
    const rest = parts.slice(length);
    if (rest.length === 0) return found;
    const members = found.flatMap((item) => memberNamed(r, item, rest));
    if (members.length > 0) return members;
  }
  return [];
}

function memberNamed(r: Resolver, around: Definition, names: readonly string[]): Definition[] {
  const kind = r.program.definition(around.file, around.definition)?.kind ?? "";
  if (!isTypeKind(kind)) return [];
  const value = memberAt(r, around, names);
  return value?.kind === "definition" ? [value] : [];
}
