/** Resolves a name at a place: enclosing scopes from inside out, then the file, its imports, its package. */

import type { Definition, FileFacts, Import } from "../facts/facts.ts";
import { WITH_VISIBLE_IMPORTS } from "../facts/file-surface.ts";
import { isNativeLanguage } from "./cpp/native-files.ts";
import { lookupNative } from "./cpp/native-names.ts";
import { isKotlin } from "./kotlin/kotlin-files.ts";
import { kotlinInJava, lookupKotlin } from "./kotlin/kotlin-names.ts";
import { memberOfReceiver } from "./kotlin/kotlin-receivers.ts";
import { bindingFound } from "./locals/local-names.ts";
import { globally, inDeclaredModule } from "./modules/declared-globals.ts";
import { isRust, rustPath } from "./modules/rust-paths.ts";
import { fromNamespaces, hasNamespaces } from "./namespaces.ts";
import { isStandard } from "./outside/standard-libraries.ts";
import { isTypeKind, type NameKind, pick } from "./pick.ts";
import { isTest } from "./program.ts";
import type { Resolver } from "./resolver.ts";
import { lookupSwift, swiftExtension } from "./swift/swift-names.ts";
import { bound } from "./types/bounds.ts";
import { definitionValue, instanceValue } from "./types/targets.ts";
import { parseType } from "./types/type-text.ts";
import type { Found, Position, Value } from "./value.ts";

const CLASS_KINDS = new Set(["class", "interface", "enum", "impl"]);
/** Languages in which members are accessible by their bare name in the whole class. */
const IMPLICIT_THIS = new Set(["java", "csharp", "kotlin", "swift"]);
/** Languages in which only exported names are visible to other files. */
const WITH_EXPORTS = new Set(["typescript", "tsx", "javascript", "vue", "svelte", "astro"]);
/** Languages in which a file is a component, which is its first definition. */
const COMPONENT_LANGUAGES = new Set(["vue", "svelte", "astro"]);

export function lookup(
  r: Resolver,
  place: Position,
  name: string,
  wanted: NameKind,
): Found | undefined {
  const tables = r.program.tables(place.file);
  if (tables === undefined) return undefined;
  if (isNativeLanguage(tables.facts.language)) return lookupNative(r, place, name, wanted);
  let scope = place.scope;
  const isNarrowing = wanted === "value" && tables.narrowed.has(name);
  const narrowed: Value[] = [];
  while (scope >= 0) {
    const own = tables.facts.definitions[scope];
    if (own === undefined) break;
    if (isNarrowing) narrowed.push(...narrowedTo(r, { ...place, scope }, name));
    const found =
      inScope(r, { ...place, scope }, own, name, wanted) ??
      inClassBody(r, place, scope, name, wanted);
    if (found !== undefined) return orNarrowed(found, narrowed);
    scope = own.container;
  }
  return orNarrowed(inFile(r, place, name, wanted), narrowed);
}

/** Returns the values to which tests in this scope narrow the name. */
function narrowedTo(r: Resolver, place: Position, name: string): Value[] {
  const tests = r.program.bindingsNamed(place.file, place.scope, name).filter(isTest);
  return tests.flatMap((test) => r.bindingValue(place, test) ?? []);
}

/**
 * Combines the declared value, which comes first, with narrowed ones, because the extent of a test within its scope is
 * unknown.
 */
function orNarrowed(found: Found | undefined, narrowed: readonly Value[]): Found | undefined {
  if (narrowed.length === 0) return found;
  const { value } = found ?? {};
  const isVague = value === undefined || value.kind === "external";
  const of = isVague ? narrowed : [value, ...narrowed];
  const [only] = of;
  return { value: of.length === 1 ? only : { kind: "union", of }, tier: found?.tier ?? "typed" };
}

function inScope(
  r: Resolver,
  place: Position,
  own: Definition,
  name: string,
  wanted: NameKind,
): Found | undefined {
  if (own.typeParameters.includes(name)) {
    return { value: place.env?.get(name) ?? bound(r, place, name), tier: "local" };
  }
  const local = wanted === "type" ? undefined : bindingFound(r, place, name);
  if (local !== undefined) return local;
  if (CLASS_KINDS.has(own.kind)) return memberWithoutThis(r, place, own, name, wanted);
  const named = lexical(r, place.file, r.program.membersNamed(place.file, place.scope, name));
  const index = pick(r, place.file, named, wanted);
  const kind = index === undefined ? undefined : r.program.definition(place.file, index)?.kind;
  // A getter may define functions; members of an inline type or object are no names.
  const isHidden = own.kind === "property" && (kind === "property" || kind === "method");
  if (index === undefined || isHidden) {
    const isOpen = wanted === "value" && isKotlin(r, place.file);
    return isOpen ? memberOfReceiver(r, place, name) : undefined;
  }
  return { value: definitionValue({ file: place.file, definition: index }), tier: "local" };
}

/** Finds a name of a Python class in its body, and a type also in the annotations of its methods. */
function inClassBody(
  r: Resolver,
  { file, scope: from }: Position,
  scope: number,
  name: string,
  wanted: NameKind,
): Found | undefined {
  const { facts } = r.program.tables(file) ?? {};
  if (facts?.language !== "python" || facts.definitions[scope]?.kind !== "class") return undefined;
  if (wanted === "value" && scope !== from) return undefined;
  const index = pick(r, file, r.program.membersNamed(file, scope, name), wanted);
  return index === undefined
    ? undefined
    : { value: definitionValue({ file, definition: index }), tier: "local" };
}

/** Removes methods and fields, which in ECMAScript are not accessible by name alone. */
function lexical(r: Resolver, file: number, indexes: readonly number[]): readonly number[] {
  if (indexes.length === 0 || !WITH_EXPORTS.has(r.program.tables(file)?.facts.language ?? "")) {
    return indexes;
  }
  const isNamed = (index: number) => {
    const kind = r.program.definition(file, index)?.kind;
    return kind !== "method" && kind !== "property";
  };
  return indexes.every(isNamed) ? indexes : indexes.filter(isNamed);
}

function memberWithoutThis(
  r: Resolver,
  place: Position,
  own: Definition,
  name: string,
  wanted: NameKind,
): Found | undefined {
  const language = r.program.tables(place.file)?.facts.language ?? "";
  if (!IMPLICIT_THIS.has(language)) return undefined;
  const type =
    own.kind === "impl"
      ? extendedType(r, place, language)
      : instanceValue({ file: place.file, definition: place.scope });
  if (type === undefined) return undefined;
  const value =
    r.member(type, name) ?? (own.kind === "impl" ? swiftExtension(r, type, name) : undefined);
  if (value?.kind !== "definition") return undefined;
  const kind = r.program.definition(value.file, value.definition)?.kind ?? "";
  if (wanted === "type" && !isTypeKind(kind)) return undefined;
  return { value, tier: "this", receiver: type };
}

/** Returns the type that an extension of Swift adds to; members in other languages are found with their object. */
function extendedType(r: Resolver, { file, scope }: Position, language: string): Value | undefined {
  const own = r.program.definition(file, scope);
  if (language !== "swift" || own === undefined) return undefined;
  return r.typeOf(parseType(own.name), { file, scope: own.container });
}

function inFile(r: Resolver, place: Position, name: string, wanted: NameKind): Found | undefined {
  switch (r.program.facts(place.file)?.language) {
    case "kotlin":
      return lookupKotlin(r, place, name, wanted);
    case "swift": {
      const local = wanted === "type" ? undefined : bindingFound(r, { ...place, scope: -1 }, name);
      return local ?? lookupSwift(r, place.file, name, wanted);
    }
    default:
      return inOwnFile(r, place, name, wanted);
  }
}

function inOwnFile(
  r: Resolver,
  place: Position,
  name: string,
  wanted: NameKind,
): Found | undefined {
  const { file } = place;
  const tables = r.program.tables(file);
  if (tables === undefined) return undefined;
  const index = pick(r, file, lexical(r, file, tables.members.named(-1, name)), wanted);
  const imports = tables.imports.get(name);
  // In Python both may exist (`try: import x` … `except: x = None`); the import is more informative.
  const isWeak =
    index !== undefined &&
    imports !== undefined &&
    (tables.facts.definitions[index]?.kind === "variable" || isComponent(tables.facts, index));
  if (index !== undefined && !isWeak)
    return { value: definitionValue({ file, definition: index }), tier: "file" };
  if (hasNamespaces(r, file)) {
    // Variables of C#'s top-level statements, and PHP's variables of loops and `catch` outside of functions.
    const local = wanted === "type" ? undefined : bindingFound(r, { ...place, scope: -1 }, name);
    return local ?? fromNamespaces(r, file, name, wanted);
  }
  const value = firstOf(imports ?? [], (item) => imported(r, file, item, wanted));
  if (value !== undefined) return { value, tier: "import" };
  const bound = bindingFound(r, { ...place, scope: -1 }, name);
  if (bound !== undefined) return bound;
  if (imports !== undefined) return { value: undefined, tier: "import" };
  return unqualified(r, file, name, wanted);
}

/** Returns whether the definition is the file's component. If the file imports the same name, the import is meant. */
function isComponent({ language }: FileFacts, index: number): boolean {
  return index === 0 && COMPONENT_LANGUAGES.has(language);
}

/** Resolves names that are available without being named: by star imports and from the rest of the package. */
function unqualified(r: Resolver, file: number, name: string, wanted: NameKind): Found | undefined {
  const ask = (from: number) => r.exported(from, name, wanted);
  const stars = r.program.tables(file)?.stars ?? [];
  const value = firstOf(stars, (item) =>
    item.isReexport ? undefined : ofStar(r, file, item.specifier, name, ask),
  );
  if (value !== undefined) return { value, tier: "import" };
  if (wanted === "value") {
    const component = firstOf(r.modules.component(file, name), (item) =>
      r.exported(item, "default", wanted),
    );
    if (component !== undefined) return { value: component, tier: "module" };
  }
  return fromPackage(r, file, name, wanted);
}

/** Resolves names of the package's other files, and names that are declared for all of its files. */
function fromPackage(r: Resolver, file: number, name: string, wanted: NameKind): Found | undefined {
  const hasExports = WITH_EXPORTS.has(r.program.facts(file)?.language ?? "");
  for (const sibling of r.modules.siblings(file)) {
    const index = pick(r, sibling, r.program.membersNamed(sibling, -1, name), wanted);
    if (index === undefined) continue;
    if (hasExports && r.program.definition(sibling, index)?.isExported !== true) continue;
    return { value: definitionValue({ file: sibling, definition: index }), tier: "module" };
  }
  const found = hasExports
    ? globally(r, file, name, wanted)
    : isJava(r, file)
      ? kotlinInJava(r, file, name, undefined)
      : undefined;
  return found && { value: found, tier: "module" };
}

function isJava(r: Resolver, file: number): boolean {
  return r.program.facts(file)?.language === "java";
}

/** Resolves a name through a star import. `ask`: returns a file's value for the name. */
function ofStar(
  r: Resolver,
  file: number,
  specifier: string,
  name: string,
  ask: (from: number) => Value | undefined,
): Value | undefined {
  if (isRust(r, file)) return ofPath(r, file, specifier, name);
  return firstOf(r.modules.resolve(file, specifier), ask);
}

function ofPath(r: Resolver, file: number, specifier: string, name: string): Value | undefined {
  const around = rustPath(r, file, specifier);
  return around === undefined ? undefined : r.member(around, name);
}

/** Returns the value an import binds to its local name. */
function imported(r: Resolver, file: number, clause: Import, wanted: NameKind): Value | undefined {
  const files = r.modules.resolve(file, clause.specifier);
  if (files.length === 0) return notInFiles(r, file, clause, wanted);
  if (clause.imported === "*") return { kind: "module", files };
  const [first = "", ...rest] = clause.imported.split(".");
  for (const from of files) {
    let value = r.exported(from, first, wanted);
    for (const name of rest) value = value === undefined ? undefined : r.member(value, name);
    if (value !== undefined) return value;
  }
  const below = r.modules.child(files, clause.imported);
  if (below.length > 0) return { kind: "module", files: below };
  if (isRust(r, file)) return ofPath(r, file, clause.specifier, clause.imported);
  return clause.imported === "default" ? { kind: "module", files } : undefined;
}

/** Returns what an import means whose specifier is no file of its language. */
function notInFiles(
  r: Resolver,
  file: number,
  clause: Import,
  wanted: NameKind,
): Value | undefined {
  const declared = inDeclaredModule(r, file, clause, wanted);
  if (declared !== undefined) return declared;
  // A project file that is not read: unknown.
  if (/^\.{1,2}(?:\/|$)/.test(clause.specifier)) return undefined;
  const kotlin = isJava(r, file) ? kotlinInJava(r, file, clause.local, clause) : undefined;
  // A third-party package: known to be external, which is more than unknown.
  if (kotlin !== undefined) return kotlin;
  const external = { kind: "external", name: `@${clause.imported}`, args: [] } as const;
  const language = r.program.facts(file)?.language ?? "";
  return isStandard(language, clause.specifier) ? { ...external, isStandard: true } : external;
}

/** Returns an exported name of a module. `seen` breaks cycles of re-exports. */
export function exported(
  r: Resolver,
  file: number,
  name: string,
  wanted: NameKind,
  seen: Set<number>,
): Value | undefined {
  const tables = r.program.tables(file);
  if (tables === undefined || seen.has(file)) return undefined;
  seen.add(file);
  if (name === "default" && isComponent(tables.facts, 0))
    return definitionValue({ file, definition: 0 });
  const local = tables.exportNames.get(name);
  if (local !== undefined) {
    const found = inFile(r, { file, scope: -1 }, local, wanted);
    if (found?.value !== undefined) return found.value;
  }
  const { language } = tables.facts;
  const hasExports = WITH_EXPORTS.has(language);
  const indexes = tables.members
    .named(-1, name)
    .filter((item) => !hasExports || tables.facts.definitions[item]?.isExported === true);
  const index = pick(r, file, indexes, wanted);
  if (index !== undefined) return definitionValue({ file, definition: index });
  return passedOn(r, file, name, wanted, seen);
}

function passedOn(
  r: Resolver,
  file: number,
  name: string,
  wanted: NameKind,
  seen: Set<number>,
): Value | undefined {
  const tables = r.program.tables(file);
  if (tables === undefined) return undefined;
  const through = tables.reexports.get(name);
  if (through !== undefined) return reexported(r, file, through, wanted, seen);
  const isVisible = WITH_VISIBLE_IMPORTS.has(tables.facts.language);
  const imports = isVisible ? (tables.imports.get(name) ?? []) : [];
  const ask = (from: number) => exported(r, from, name, wanted, seen);
  return (
    firstOf(imports, (item) => imported(r, file, item, wanted)) ??
    firstOf(tables.stars, ({ specifier }) => ofStar(r, file, specifier, name, ask))
  );
}

function reexported(
  r: Resolver,
  file: number,
  clause: Import,
  wanted: NameKind,
  seen: Set<number>,
): Value | undefined {
  const files = r.modules.resolve(file, clause.specifier);
  if (clause.imported === "*" && files.length > 0) return { kind: "module", files };
  const value = firstOf(files, (from) => exported(r, from, clause.imported, wanted, seen));
  return value ?? (isRust(r, file) ? imported(r, file, clause, wanted) : undefined);
}

function firstOf<One>(
  all: readonly One[],
  find: (item: One) => Value | undefined,
): Value | undefined {
  for (const item of all) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
