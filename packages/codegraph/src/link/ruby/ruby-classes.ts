/**
 * Ancestors of Ruby's classes in the order in which methods are looked for, and constants: they are looked for in the classes
 * around, then in ancestors, then at the top level and in what is included there; and a class names its ancestors by constants.
 */
import { EXAMPLES, INCLUDED } from "../../facts/facts.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Position, Target } from "../value.ts";
import { isClassKind, isRuby, joined, nearestPlace, pathOf, placesOf } from "./ruby-paths.ts";

/** How a class uses another one; "" for its superclass. */
type MixinKind = "" | "include" | "prepend" | "extend" | "hook";

export interface Base {
  readonly mix: MixinKind;
  /** Its full name; undefined if it is not of this project. */
  readonly path: string | undefined;
  readonly target: Target | undefined;
}

interface Cache {
  readonly bases: Map<string, readonly Base[]>;
  readonly ancestors: Map<string, readonly string[]>;
  /** Lists that are being made, by kind and name. */
  readonly open: Set<string>;
  /** How often a list was asked for while it was being made: what was made meanwhile may be incomplete. */
  cuts: number;
  /** Number of lists made. */
  made: number;
}

const cacheOf = perResolver(
  (): Cache => ({ bases: new Map(), ancestors: new Map(), open: new Set(), cuts: 0, made: 0 }),
);

const MAX_ANCESTORS = 200;
const MAX_DEPTH = 40;
/** Lists made again because they were incomplete. Beyond it they stay as they are. */
const MAX_MADE = 200_000;

/** Makes a list once. A list that is asked for while it is being made is `unknown`. */
function once<One>(
  cache: Cache,
  lists: Map<string, readonly One[]>,
  key: string,
  path: string,
  make: () => readonly One[],
): readonly One[] | undefined {
  const cached = lists.get(path);
  if (cached !== undefined) return cached;
  const open = key + path;
  if (cache.open.has(open) || cache.open.size > MAX_DEPTH) {
    cache.cuts++;
    return undefined;
  }
  const { cuts } = cache;
  cache.open.add(open);
  const found = make();
  cache.open.delete(open);
  const isWhole = cache.cuts === cuts || cache.open.size === 0;
  if (isWhole || ++cache.made > MAX_MADE) lists.set(path, found);
  return found;
}

/** Returns the full names of a class or module and its ancestors, nearest first. */
export function ancestorsOf(r: Resolver, path: string): readonly string[] {
  const cache = cacheOf(r);
  return once(cache, cache.ancestors, "ancestors ", path, () => readAncestors(r, path)) ?? [path];
}

function readAncestors(r: Resolver, path: string): readonly string[] {
  const bases = basesOf(r, path);
  const of = (mix: MixinKind) =>
    bases.filter((base) => base.mix === mix).flatMap((base) => base.path ?? []);
  const through = (paths: readonly string[]) => paths.flatMap((base) => ancestorsOf(r, base));
  const order = [
    ...through(of("prepend").reverse()),
    path,
    ...through(of("include").reverse()),
    ...through(of("")),
  ];
  return [...new Set(order)].slice(0, MAX_ANCESTORS);
}

/** Returns what a class extends and includes, in all its places. */
function basesOf(r: Resolver, path: string): readonly Base[] {
  const cache = cacheOf(r);
  const read = () => placesOf(r, path).flatMap((place) => basesAt(r, place));
  return once(cache, cache.bases, "bases ", path, read) ?? [];
}

/** Returns what one place of a class states. */
export function basesAt(r: Resolver, { file, definition }: Target): Base[] {
  const own = r.program.definition(file, definition);
  if (own === undefined || !isClassKind(own.kind)) return [];
  const path = pathOf(r, { file, definition });
  return own.bases.map((written) => {
    const space = written.indexOf(" ");
    const mix = written.slice(0, Math.max(0, space)) as MixinKind;
    const name = written.slice(space + 1);
    if (name === "this") return { mix, path, target: { file, definition } };
    const place: Position = { file, scope: mix === "" ? own.container : definition };
    const target = constantNamed(r, place, name, mix === "" ? path : undefined);
    const isClass =
      target && isClassKind(r.program.definition(target.file, target.definition)?.kind);
    return isClass === true
      ? { mix, path: pathOf(r, target), target }
      : { mix, path: undefined, target: undefined };
  });
}

/** Returns what a chain of constants means. `except`: a full name that a single constant does not mean. */
function constantNamed(
  r: Resolver,
  place: Position,
  chain: string,
  except?: string,
): Target | undefined {
  const names = chain.split(".");
  const isAbsolute = names[0] === "$";
  if (isAbsolute) names.shift();
  const [first = "", ...rest] = names;
  const start = isAbsolute ? { file: place.file, scope: -1 } : place;
  let at = constantAt(r, start, first, rest.length === 0 ? except : undefined);
  for (const name of rest) {
    const path = at && pathOf(r, at);
    at = path === undefined ? undefined : constantIn(r, path, name, place.file);
  }
  return at;
}

interface Holder {
  readonly path: string;
  /** Its methods of objects count, because the class is extended by it; otherwise those of the class. */
  readonly isObject: boolean;
}

/** Returns what has methods that can be called on the class itself, nearest first. */
export function ancestorsOfClass(r: Resolver, path: string): readonly Holder[] {
  const around = ancestorsOf(r, path);
  const classes = around.filter((ancestor) => ancestor === path || isClassPath(r, ancestor));
  const modules = around.filter((ancestor) => ancestor !== path && !isClassPath(r, ancestor));
  return [
    ...classes.flatMap((own) => [{ path: own, isObject: false }, ...extended(r, own, "extend")]),
    ...modules.flatMap((own) => extended(r, own, "hook")),
  ];
}

/** Returns the modules that extend a class, the last one first, with their ancestors. */
function extended(r: Resolver, path: string, mix: MixinKind): Holder[] {
  const modules = basesOf(r, path).filter((base) => base.mix === mix);
  return modules
    .reverse()
    .flatMap((base) => (base.path === undefined ? [] : ancestorsOf(r, base.path)))
    .map((above) => ({ path: above, isObject: true }));
}

function isClassPath(r: Resolver, path: string): boolean {
  const [first] = placesOf(r, path);
  return (
    first !== undefined && r.program.definition(first.file, first.definition)?.kind === "class"
  );
}

/** Returns whether all ancestors of a class are known, apart from those that every object has. */
export function hasKnownAncestors(r: Resolver, path: string): boolean {
  return ancestorsOf(r, path).every((ancestor) =>
    basesOf(r, ancestor).every((base) => base.path !== undefined),
  );
}

/** Returns the full names of the classes and modules around a place, innermost first. */
function pathsAround(r: Resolver, { file, scope }: Position): string[] {
  const paths: string[] = [];
  for (let at = scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own === undefined) break;
    const path = isClassKind(own.kind) ? pathOf(r, { file, definition: at }) : undefined;
    if (path !== undefined) paths.push(path);
    at = own.container;
  }
  return paths;
}

/** Returns the definition that a constant means at a place. `except`: a full name that is not meant. */
export function constantAt(
  r: Resolver,
  place: Position,
  name: string,
  except?: string,
): Target | undefined {
  const around = pathsAround(r, place);
  const find = (path: string) => (path === except ? undefined : nearestPlace(r, path, place.file));
  for (const path of around) {
    const found = find(joined(path, name));
    if (found !== undefined) return found;
  }
  const [innermost] = around;
  const inherited =
    innermost === undefined || except !== undefined
      ? undefined
      : constantOfAncestors(r, innermost, name, place.file);
  return inherited ?? find(name) ?? includedConstant(r, place.file, name, except);
}

function constantOfAncestors(
  r: Resolver,
  path: string,
  name: string,
  from: number,
): Target | undefined {
  for (const ancestor of ancestorsOf(r, path)) {
    const found = ancestor === path ? undefined : nearestPlace(r, joined(ancestor, name), from);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the constant `A::name` for the full name of A, or one of its ancestors. */
export function constantIn(
  r: Resolver,
  path: string,
  name: string,
  from: number,
): Target | undefined {
  return nearestPlace(r, joined(path, name), from) ?? constantOfAncestors(r, path, name, from);
}

/** Modules that are included at the top level of a project; with more, no constant is looked for in them. */
const MAX_INCLUDED = 20;

interface Included {
  /** By file: the full names of the modules that it includes at the top level. */
  readonly own: Map<number, readonly string[]>;
  /** By file: those of the file and of the files that it requires, directly or not. */
  readonly required: Map<number, readonly string[]>;
  all: readonly string[] | undefined;
}

const includedOf = perResolver(
  (): Included => ({ own: new Map(), required: new Map(), all: undefined }),
);

/**
 * Returns the constant of this name in the modules that a file or the files it requires include at the top level; undefined
 * if it is another one in each of several modules.
 */
function includedConstant(
  r: Resolver,
  file: number,
  name: string,
  except: string | undefined,
): Target | undefined {
  const count = allIncluded(r).length;
  if (count === 0 || count > MAX_INCLUDED) return undefined;
  const found = [...constantsIn(r, file, name, includedFor(r, file))];
  const [[path, only] = []] = found;
  return found.length === 1 && path !== except ? only : undefined;
}

/** Returns whether a constant may be one of a module that some file of the project includes at the top level. */
export function mayBeIncluded(r: Resolver, file: number, name: string): boolean {
  const all = allIncluded(r);
  return all.length > MAX_INCLUDED || constantsIn(r, file, name, all).size > 0;
}

/** Returns the constants of a name in modules, by their full name. */
function constantsIn(
  r: Resolver,
  file: number,
  name: string,
  modules: readonly string[],
): ReadonlyMap<string | undefined, Target> {
  const found = new Map<string | undefined, Target>();
  for (const module of modules) {
    const target = constantIn(r, module, name, file);
    if (target !== undefined) found.set(pathOf(r, target), target);
  }
  return found;
}

function allIncluded(r: Resolver): readonly string[] {
  const cache = includedOf(r);
  if (cache.all !== undefined) return cache.all;
  // Names in an `include` are looked up without what is included.
  cache.all = [];
  const files = r.declared(EXAMPLES[2]).filter((file) => isRuby(r, file));
  cache.all = [...new Set(files.flatMap((file) => includedIn(r, file)))];
  return cache.all;
}

function includedIn(r: Resolver, file: number): readonly string[] {
  const { own } = includedOf(r);
  const cached = own.get(file);
  if (cached !== undefined) return cached;
  const found = r.program.bindingsNamed(file, -1, INCLUDED).flatMap(({ value }) => {
    const module = constantNamed(r, { file, scope: -1 }, value);
    return (module && pathOf(r, module)) ?? [];
  });
  own.set(file, found);
  return found;
}

function includedFor(r: Resolver, file: number): readonly string[] {
  const { required } = includedOf(r);
  const cached = required.get(file);
  if (cached !== undefined) return cached;
  const seen = new Set([file]);
  const modules = new Set<string>();
  for (const one of seen) {
    const below = required.get(one);
    for (const module of below ?? includedIn(r, one)) modules.add(module);
    if (below !== undefined) continue;
    for (const { specifier } of r.program.tables(one)?.facts.imports ?? [])
      for (const other of r.modules.resolve(one, specifier)) seen.add(other);
  }
  const found = [...modules];
  required.set(file, found);
  return found;
}
