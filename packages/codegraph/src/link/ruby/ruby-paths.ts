/** Full names of Ruby's classes, modules and constants, and all places where one of them is opened. */

import type { Definition } from "../../facts/facts.ts";
import { placeWeights } from "../../facts/ruby/ruby-surface.ts";
import { getOrCreate, push } from "../../maps.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Target } from "../value.ts";

export function isRubyLanguage(language: string | undefined): boolean {
  return language === "ruby";
}

export function isRuby(r: Resolver, file: number): boolean {
  return isRubyLanguage(r.program.language(file));
}

const NAMED: ReadonlySet<string> = new Set(["class", "module", "variable"]);

export function isClassKind(kind: string | undefined): boolean {
  return kind === "class" || kind === "module";
}

interface NamedConstant {
  /** By definition: its full name, such as `A.B`; undefined for anything but classes, modules and constants. */
  readonly paths: readonly (string | undefined)[];
  /** By full name: the definitions in this file. */
  readonly byPath: ReadonlyMap<string, readonly number[]>;
  /** By definition: how much of a class it defines. */
  readonly weights: Uint8Array;
}

const namedByDefinitions = new WeakMap<readonly Definition[], NamedConstant>();

function namedIn(r: Resolver, file: number): NamedConstant | undefined {
  const definitions = r.program.tables(file)?.facts.definitions;
  if (definitions === undefined) return undefined;
  return getOrCreate(namedByDefinitions, definitions, () => readNames(definitions));
}

function readNames(definitions: readonly Definition[]): NamedConstant {
  const paths: (string | undefined)[] = [];
  const byPath = new Map<string, number[]>();
  definitions.forEach((own, index) => {
    const around = own.container < 0 ? "" : paths[own.container];
    const path = NAMED.has(own.kind) && around !== undefined ? joined(around, own.name) : undefined;
    paths.push(path);
    if (path === undefined) return;
    push(byPath, path, index);
  });
  return { paths, byPath, weights: placeWeights(definitions) };
}

export function joined(around: string, name: string): string {
  return around === "" ? name : `${around}.${name}`;
}

/** Returns the full name of a class, module or constant. */
export function pathOf(r: Resolver, { file, definition }: Target): string | undefined {
  return namedIn(r, file)?.paths[definition];
}

interface Cache {
  readonly places: Map<string, readonly Target[]>;
  readonly main: Map<string, readonly Target[]>;
}

const cacheOf = perResolver((): Cache => ({ places: new Map(), main: new Map() }));

/** Classes and modules opened in more places are a namespace of everything, whose places are not all looked at. */
const MAX_PLACES = 2000;

/** Returns all definitions of a class, module or constant with a full name, in the order of files. */
export function placesOf(r: Resolver, path: string): readonly Target[] {
  const { places } = cacheOf(r);
  const cached = places.get(path);
  if (cached !== undefined) return cached;
  const found: Target[] = [];
  for (const file of r.declared(path.slice(path.lastIndexOf(".") + 1))) {
    if (!isRuby(r, file) || found.length >= MAX_PLACES) continue;
    for (const definition of namedIn(r, file)?.byPath.get(path) ?? [])
      found.push({ file, definition });
  }
  places.set(path, found);
  return found;
}

/** Returns the definition of a full name nearest to a file, among those that define most of it. */
export function nearestPlace(r: Resolver, path: string, from: number): Target | undefined {
  const places = mainPlaces(r, path);
  const [first] = places;
  if (places.length < 2) return first;
  const own = places.find(({ file }) => file === from);
  if (own !== undefined) return own;
  const folders = (r.program.paths[from] ?? "").split("/");
  let [best, maxWeight] = [first, -1];
  for (const place of places.slice(0, MAX_COMPARED)) {
    const parts = (r.program.paths[place.file] ?? "").split("/");
    const differs = folders.findIndex((part, at) => part !== parts[at]);
    const shared = differs < 0 ? folders.length : differs;
    if (shared > maxWeight) [best, maxWeight] = [place, shared];
  }
  return best;
}

const MAX_COMPARED = 100;

/** Returns the places of a class that define its constructor, else its superclass, else methods, else all. */
function mainPlaces(r: Resolver, path: string): readonly Target[] {
  const { main } = cacheOf(r);
  const cached = main.get(path);
  if (cached !== undefined) return cached;
  const places = placesOf(r, path);
  const weights =
    places.length < 2
      ? []
      : places.map(({ file, definition }) => namedIn(r, file)?.weights[definition] ?? 0);
  const maxWeight = Math.max(0, ...weights);
  const found = maxWeight === 0 ? places : places.filter((_place, at) => weights[at] === maxWeight);
  main.set(path, found);
  return found;
}
