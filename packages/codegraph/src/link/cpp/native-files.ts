/** What the linker knows of C and C++ files: full names of their definitions, and the headers that a file sees. */

import { DECLARED_ONLY, type Definition, type Import, MACRO } from "../../facts/facts.ts";
import { getOrCreate, push } from "../../maps.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Target, Value } from "../value.ts";

const NATIVE: ReadonlySet<string> = new Set(["c", "cpp"]);

export function isNativeLanguage(language: string | undefined): boolean {
  return language !== undefined && NATIVE.has(language);
}

export function isNative(r: Resolver, file: number): boolean {
  return isNativeLanguage(r.program.facts(file)?.language);
}

/**
 * Starts the specifier of a `using`, of a namespace's other name, or of a type without its body, for which nothing is imported;
 * other specifiers are headers.
 */
export const NAMESPACE_SEPARATOR = "::";

interface NamedScope {
  /** By name: definitions that are not local to a function. */
  readonly byName: ReadonlyMap<string, readonly number[]>;
  /** By definition: its full name; undefined if it is local to a function. */
  readonly paths: readonly (string | undefined)[];
}

const namedByDefinitions = new WeakMap<readonly Definition[], NamedScope>();

function namedIn(r: Resolver, file: number): NamedScope | undefined {
  const definitions = r.program.tables(file)?.facts.definitions;
  if (definitions === undefined) return undefined;
  return getOrCreate(namedByDefinitions, definitions, () => readNames(definitions));
}

function readNames(definitions: readonly Definition[]): NamedScope {
  const byName = new Map<string, number[]>();
  const paths: (string | undefined)[] = [];
  definitions.forEach((own, index) => {
    const around = own.container < 0 ? "" : paths[own.container];
    const isLocal = around === undefined || isFunction(definitions[own.container]);
    paths.push(isLocal || own.kind === "lambda" ? undefined : joinedPath(around, own.name));
    if (paths[index] === undefined || own.kind === "impl") return;
    push(byName, own.name, index);
  });
  return { byName, paths };
}

export function joinedPath(around: string, name: string): string {
  return around === "" ? name : `${around}.${name}`;
}

export function isFunction(own: Definition | undefined): boolean {
  return own?.kind === "function" || own?.kind === "method";
}

export function isMacro(own: Definition | undefined): boolean {
  return own?.type === MACRO;
}

export function hasBody(own: Definition | undefined): boolean {
  return own?.value !== DECLARED_ONLY;
}

/** Returns the full name of a definition; undefined if it is local to a function. */
export function pathOf(r: Resolver, { file, definition }: Target): string | undefined {
  return namedIn(r, file)?.paths[definition];
}

/** Returns the definitions of a file with a name and a full name; a value of an unscoped enumeration has two. */
export function definitionsAt(r: Resolver, file: number, around: string, name: string): number[] {
  const named = namedIn(r, file);
  const path = joinedPath(around, name);
  return (named?.byName.get(name) ?? []).filter((index) => {
    const own = r.program.definition(file, index);
    const outer = r.program.definition(file, own?.container ?? -1);
    if (named?.paths[index] === path) return true;
    const isOfEnum = outer?.kind === "enum" && !outer.isStatic;
    if (!isOfEnum) return false;
    const above = outer.container < 0 ? "" : named?.paths[outer.container];
    return above === around;
  });
}

export interface VisibleFile {
  /** By file: number of steps through headers to it; 0 for the file itself. */
  readonly files: ReadonlyMap<number, number>;
  /** Full names of namespaces whose names are visible without being named, as written. */
  readonly namespaces: readonly string[];
  /** By local name: the full name that it stands for, as written. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Names of types that are declared without their bodies, or used as `struct A`. */
  readonly announced: ReadonlySet<string>;
  /** Whether a header with a quoted name was not found: it may be generated, and declare anything. */
  readonly hasGap: boolean;
}

/** Headers that one file sees. More make a lookup slow and its result arbitrary. */
const MAX_SEEN = 3000;
const MAX_NAMESPACES = 60;

const seenFor = perResolver(() => new Map<number, VisibleFile>());

/** Returns what a file sees through its headers. */
export function seenFrom(r: Resolver, file: number): VisibleFile {
  const cache = seenFor(r);
  return getOrCreate(cache, file, () => readSeen(r, file));
}

function readSeen(r: Resolver, file: number): VisibleFile {
  const files = new Map([[file, 0]]);
  const namespaces = new Set<string>();
  const aliases = new Map<string, string[]>();
  const announced = new Set<string>();
  let hasGap = false;
  // A map visits what is added while it is read.
  for (const [at, steps] of files) {
    const own = namesOf(r, at);
    for (const item of at === file ? own.usings : own.sharedUsings)
      addUsing(item, namespaces, aliases);
    for (const name of own.announced) announced.add(name);
    hasGap ||= own.hasGap;
    if (files.size >= MAX_SEEN) continue;
    for (const other of own.headers) files.set(other, files.get(other) ?? steps + 1);
  }
  return { files, namespaces: [...namespaces], aliases, announced, hasGap };
}

/** What one file tells those that include it, without its headers. */
interface FileNames {
  readonly headers: ReadonlySet<number>;
  readonly hasGap: boolean;
  readonly usings: readonly Import[];
  readonly sharedUsings: readonly Import[];
  readonly announced: readonly string[];
}

const namesFor = perResolver(() => new Map<number, FileNames>());

function namesOf(r: Resolver, file: number): FileNames {
  const cache = namesFor(r);
  return getOrCreate(cache, file, () => readFileNames(r, file));
}

function readFileNames(r: Resolver, file: number): FileNames {
  const headers = new Set<number>();
  const usings: Import[] = [];
  const announced: string[] = [];
  let hasGap = false;
  for (const item of r.program.tables(file)?.facts.imports ?? []) {
    const { specifier, imported, local } = item;
    if (specifier.startsWith(NAMESPACE_SEPARATOR)) {
      if (imported === "") announced.push(local);
      else usings.push(item);
      continue;
    }
    const found = r.modules.resolve(file, specifier);
    if (found.length === 0 && !specifier.startsWith("<")) hasGap = true;
    for (const other of found) headers.add(other);
  }
  const sharedUsings = usings.filter((item) => isShared(r, file, item));
  return { headers, hasGap, usings, sharedUsings, announced };
}

/** Returns whether a `using` counts for files that include this one: in a function or a class it is valid there only. */
function isShared(r: Resolver, file: number, { scope }: Import): boolean {
  const kind = r.program.definition(file, scope)?.kind;
  return kind === undefined || kind === "module";
}

/** A name with more meanings is not looked for in all of them. */
const MAX_MEANINGS = 6;

function addUsing(
  { specifier, imported, local }: Import,
  namespaces: Set<string>,
  aliases: Map<string, string[]>,
): void {
  const path = specifier.slice(NAMESPACE_SEPARATOR.length);
  if (imported !== "*") {
    const existing = aliases.get(local) ?? [];
    if (existing.length < MAX_MEANINGS && !existing.includes(path))
      aliases.set(local, [...existing, path]);
  } else if (namespaces.size < MAX_NAMESPACES) namespaces.add(path);
}

/** Returns where the loop over an array of C++ starts. Arrays are not told apart from their elements. */
export function positionIn(r: Resolver, value: Value & Target, name: string): Value | undefined {
  if (name !== "begin" || !isNative(r, value.file)) return undefined;
  return { kind: "external", name: "iterator", args: [value], language: "cpp" };
}
