/** Resolves Kotlin's names at the top of a file, and those of Kotlin's files in Java. */

import type { Import } from "../../facts/facts.ts";
import { languageOf } from "../../facts/languages/languages.ts";
import { getOrCreate, push } from "../../maps.ts";
import { external } from "../namespaces.ts";
import { isTypeKind, type NameKind } from "../pick.ts";
import type { Resolver } from "../resolver.ts";
import type { Found, Position, Target, Value } from "../value.ts";
import { fitsReceiver } from "./kotlin-extensions.ts";
import { isExtension } from "./kotlin-files.ts";
import { implicitReceivers } from "./kotlin-receivers.ts";
import { qualified, visibleNamed } from "./kotlin-visible.ts";
import { nearness } from "./source-sets.ts";

type Definition = Extract<Value, { readonly kind: "definition" }>;

/** Resolves a name at the top of a file, or as an extension of one of the objects around it. */
export function lookupKotlin(
  r: Resolver,
  place: Position,
  name: string,
  wanted: NameKind,
): Found | undefined {
  const { all, tier, isOutside } = visibleNamed(r, place.file, name);
  if (isOutside) return { value: outside(r, place.file, name, wanted), tier };
  const kindOf = ({ file, definition }: Target) =>
    r.program.definition(file, definition)?.kind ?? "";
  if (wanted === "type") {
    const value = nearest(
      r,
      place.file,
      all.filter((item) => isTypeKind(kindOf(item))),
    );
    return value && { value, tier };
  }
  const plain = all.filter((item) => !isExtension(r, item));
  const value = nearest(r, place.file, preferred(plain, kindOf));
  if (value !== undefined) return { value, tier };
  return all.length === 0 ? undefined : ofReceiver(r, place, all);
}

/** A function beside an interface of the same name makes an object of it; interfaces themselves cannot be called. */
function preferred(
  all: readonly Definition[],
  kindOf: (target: Target) => string,
): readonly Definition[] {
  const values = all.filter((item) => !["interface", "type_alias"].includes(kindOf(item)));
  return values.length > 0 ? values : all;
}

function nearest(r: Resolver, from: number, all: readonly Definition[]): Definition | undefined {
  const near = all.map(({ file }) => nearness(r, from, file));
  return all[near.indexOf(Math.max(...near))];
}

/** Finds the extension that an object around the place takes: `trimmed()` in a class means `this.trimmed()`. */
function ofReceiver(r: Resolver, place: Position, all: readonly Definition[]): Found {
  for (const receiver of implicitReceivers(r, place)) {
    const value = all.find((item) => fitsReceiver(r, item, receiver));
    if (value !== undefined) return { value, tier: "typed", receiver };
  }
  return { value: undefined, tier: "typed" };
}

function outside(r: Resolver, file: number, name: string, wanted: NameKind): Value {
  return wanted === "type"
    ? external(r, file, name, [])
    : { kind: "external", name: `@${name}`, args: [] };
}

/** Returns what a name of a Java file means in Kotlin: an import, or a name of the file's package. */
export function kotlinInJava(
  r: Resolver,
  file: number,
  name: string,
  item: Import | undefined,
): Value | undefined {
  if (!filesOf(r).isThere) return undefined;
  const path = item === undefined ? ownPath(r, file, name) : pathOf(item);
  const found = qualified(r, file, path).find(
    (one) => r.program.facts(one.file)?.language === "kotlin",
  );
  return found ?? facade(r, path);
}

const ownPath = (r: Resolver, file: number, name: string) =>
  [r.program.facts(file)?.namespace ?? "", name].filter((part) => part !== "").join(".");

/** Nested classes and members follow the name of the imported class. */
function pathOf({ specifier, imported }: Import): string {
  const dot = imported.indexOf(".");
  return dot < 0 ? specifier : specifier + imported.slice(dot);
}

/** Java sees the functions at the top of `util.kt` as members of a class `UtilKt`. */
function facade(r: Resolver, path: string): Value | undefined {
  const match = /^(?:(.*)\.)?(\p{Lu}[\p{ID_Continue}]*)Kt$/u.exec(path);
  if (match === null) return undefined;
  const [, around = "", name = ""] = match;
  const named = filesOf(r).byClass.get(name) ?? [];
  const files = named.filter((file) => r.program.facts(file)?.namespace === around);
  return files.length === 0 ? undefined : { kind: "module", files };
}

interface KotlinFiles {
  readonly isThere: boolean;
  /** By the name, without `Kt`, of the class in which Java sees the functions of a file. */
  readonly byClass: ReadonlyMap<string, readonly number[]>;
}

const filesByPaths = new WeakMap<readonly string[], KotlinFiles>();

function filesOf({ program: { paths } }: Resolver): KotlinFiles {
  return getOrCreate(filesByPaths, paths, () => readFiles(paths));
}

function readFiles(paths: readonly string[]): KotlinFiles {
  const byClass = new Map<string, number[]>();
  let isThere = false;
  paths.forEach((path, file) => {
    if (languageOf(path)?.name !== "kotlin") return;
    isThere = true;
    const name = /([^/]+)\.kt$/.exec(path)?.[1] ?? "";
    const own = name.slice(0, 1).toUpperCase() + name.slice(1);
    push(byClass, own, file);
  });
  return { isThere, byClass };
}
