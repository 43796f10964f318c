/** Finds names that need no import of their file: those of visible namespaces. */

import { hasGlobalNames } from "../facts/languages/languages.ts";
import { MAX_AROUND, MAX_STATICS, MAX_USINGS } from "../facts/text/take-namespaces.ts";
import { getOrCreate } from "../maps.ts";
import { isNative } from "./cpp/native-files.ts";
import { usingsAround } from "./csharp/usings.ts";
import { sharedFolders } from "./modules/project-config.ts";
import { type NameKind, pick } from "./pick.ts";
import type { FileTables } from "./program.ts";
import { perResolver, type Resolver } from "./resolver.ts";
import type { Found, Target, Value } from "./value.ts";

type Definition = Extract<Value, { readonly kind: "definition" }>;

function languageAt(r: Resolver, file: number): string {
  return r.program.facts(file)?.language ?? "";
}

/** Returns whether names need no import of their file, as in C# and PHP. C and C++ have rules of their own (`cpp/`). */
export function hasNamespaces(r: Resolver, file: number): boolean {
  return hasGlobalNames(languageAt(r, file)) && !isNative(r, file);
}

/** Languages in which a class that is named in an expression is a value; others read names only where a type is named. */
const WITH_CLASS_VALUES = new Set(["ruby", "php", "python", "typescript", "tsx", "javascript"]);

export function hasClassValues(r: Resolver, file: number): boolean {
  return WITH_CLASS_VALUES.has(languageAt(r, file));
}

export function isCsharp(r: Resolver, file: number): boolean {
  return languageAt(r, file) === "csharp";
}

/** Returns the name of the type of texts. */
export function textType(r: Resolver, file: number): string {
  const { language } = r.program.facts(file) ?? {};
  return language === "csharp" || language === "php" ? "string" : "String";
}

/** Returns a type from outside of the project that a file names. */
export function external(
  r: Resolver,
  file: number,
  name: string,
  args: readonly (Value | undefined)[],
): Value {
  const type: Value = { kind: "external", name, args };
  if (isNative(r, file)) return { ...type, language: "cpp" };
  const language = languageAt(r, file);
  const isOwn = language === "csharp" || language === "kotlin" || language === "swift";
  return isOwn ? { ...type, language } : type;
}

/** Finds a name of the file's visible namespaces, or a namespace with that name. */
export function fromNamespaces(
  r: Resolver,
  file: number,
  name: string,
  wanted: NameKind,
): Found | undefined {
  if (name.startsWith("$")) {
    // `$.` stands before a name that is complete; other names with this sign are variables.
    const value: Value = { kind: "namespace", names: [""], file };
    return name === "$" ? { value, tier: "module" } : undefined;
  }
  const visible = visibleFrom(r, file);
  const alias = visible.aliases.get(name);
  const value =
    alias === undefined
      ? (declaredIn(r, file, visible.ranks, name, wanted) ??
        ofStatic(r, file, visible, name) ??
        globalFunction(r, file, name, wanted))
      : named(r, file, alias, wanted);
  if (value !== undefined) return { value, tier: "module" };
  if (alias !== undefined && wanted === "type")
    return { value: external(r, file, name, []), tier: "import" };
  if (alias !== undefined)
    return { value: { kind: "namespace", names: [alias], file }, tier: "import" };
  // Only an unknown name with a capital letter can be a namespace.
  if (wanted !== "value" || !/^\p{Lu}/u.test(name)) return undefined;
  const names = [...visible.around].map((around) => inside(around, name));
  return { value: { kind: "namespace", names, file }, tier: "module" };
}

/** Returns a member of a namespace: a type, or a namespace in it. */
export function memberOfNamespace(
  r: Resolver,
  { names, file }: Extract<Value, { kind: "namespace" }>,
  name: string,
): Value {
  const ranks = new Map(names.map((item, rank) => [item, rank]));
  const found = nearest(r, file, ranks, name, "value") ?? nearest(r, file, ranks, name, "type");
  if (found !== undefined) return found;
  return { kind: "namespace", names: names.map((item) => inside(item, name)), file };
}

const inside = (namespace: string, name: string) =>
  namespace === "" ? name : `${namespace}.${name}`;

/** Functions and constants of PHP need no namespace, unlike its classes. */
function globalFunction(r: Resolver, file: number, name: string, wanted: NameKind) {
  if (wanted === "type" || languageAt(r, file) !== "php") return undefined;
  const found = declaredIn(r, file, GLOBAL, name, wanted);
  const kind = found && r.program.definition(found.file, found.definition)?.kind;
  return kind === "function" || kind === "variable" ? found : undefined;
}

const GLOBAL: Ranks = new Map([["", 0]]);

/** By namespace: its precedence; a lower number is nearer. */
type Ranks = ReadonlyMap<string, number>;

interface Visible {
  readonly ranks: Ranks;
  /** The file's own namespaces and those around them, innermost first, "" last. */
  readonly around: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
  /** Types whose members are visible. */
  readonly statics: readonly string[];
  /** By namespace as written in the file: the namespaces that it can be. */
  readonly meant: Map<string, Ranks>;
}

interface Cached {
  readonly visible: Map<number, Visible>;
  /** By namespaces, then by file, kind and name. The namespaces are no part of the key, which would be long. */
  readonly names: WeakMap<Ranks, Map<string, Definition | undefined>>;
}

const cacheOf = perResolver(
  (): Cached => ({
    visible: new Map(),
    names: new WeakMap(),
  }),
);

function visibleFrom(r: Resolver, file: number): Visible {
  const cache = cacheOf(r).visible;
  return getOrCreate(cache, file, () => readVisible(r, file));
}

/** Returns whether a file declares a namespace that another one sees. */
export function sees(r: Resolver, from: number, file: number): boolean {
  const { ranks } = visibleFrom(r, from);
  return namespacesOf(r.program.tables(file)).some((namespace) => ranks.has(namespace));
}

function readVisible(r: Resolver, file: number): Visible {
  const tables = r.program.tables(file);
  const around = namespacesAround(tables);
  const ranks = new Map([...around].map((name, rank) => [name, rank]));
  const aliases = new Map<string, string>();
  const statics: string[] = [];
  const own = tables?.facts.imports ?? [];
  const all = [...own, ...usingsAround(r, file)].slice(0, MAX_USINGS);
  for (const { specifier, imported, local } of all) {
    if (local === "*" && imported === "static") {
      if (statics.length < MAX_STATICS) statics.push(specifier);
    } else if (local === "*") addUsing(ranks, around, specifier);
    else if (!aliases.has(local)) aliases.set(local, specifier);
  }
  return { ranks, around, aliases, statics, meant: new Map() };
}

/** Returns the namespaces of a file and those around them, innermost first, "" last. */
function namespacesAround(tables: FileTables | undefined): Set<string> {
  // PHP sees the namespaces around its own only by their full name.
  if (tables?.facts.language === "php") return new Set(namespacesOf(tables));
  const around = new Set<string>();
  for (const own of namespacesOf(tables)) {
    for (let at = own; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf(".")))) {
      if (around.size < MAX_AROUND) around.add(at);
    }
  }
  return around.add("");
}

/** A `using` inside a namespace may be relative to it. */
function addUsing(ranks: Map<string, number>, around: ReadonlySet<string>, name: string): void {
  for (const outer of around) {
    const full = outer === "" ? name : `${outer}.${name}`;
    if (!ranks.has(full)) ranks.set(full, around.size);
  }
}

function namespacesOf(tables: FileTables | undefined): readonly string[] {
  return tables?.namespaces ?? [""];
}

/** Returns the definition of a name in the nearest of these namespaces. */
function declaredIn(
  r: Resolver,
  file: number,
  ranks: Ranks,
  name: string,
  wanted: NameKind,
): Definition | undefined {
  const { names } = cacheOf(r);
  const cached = names.get(ranks) ?? new Map<string, Definition | undefined>();
  names.set(ranks, cached);
  const key = `${file} ${wanted} ${name}`;
  if (cached.has(key)) return cached.get(key);
  const found = nearest(r, file, ranks, name, wanted);
  cached.set(key, found);
  return found;
}

function nearest(
  r: Resolver,
  file: number,
  ranks: Ranks,
  name: string,
  wanted: NameKind,
): Definition | undefined {
  let best:
    | { readonly value: Definition; readonly rank: number; readonly near: number }
    | undefined;
  const language = languageAt(r, file);
  for (const other of r.declared(name)) {
    const tables = r.program.tables(other);
    if (tables?.facts.language !== language) continue;
    const definition = pick(r, other, tables.members.named(-1, name), wanted);
    const ownRanks = namespacesOf(tables).flatMap((namespace) => ranks.get(namespace) ?? []);
    if (definition === undefined || ownRanks.length === 0) continue;
    const rank = Math.min(...ownRanks);
    const near = sharedFolders(r.program.paths[file] ?? "", tables.path);
    const isNearer =
      best === undefined || rank < best.rank || (rank === best.rank && near > best.near);
    if (!isNearer) continue;
    best = { value: { kind: "definition", file: other, definition, env: undefined }, rank, near };
  }
  return best?.value;
}

/** Resolves a qualified name from the root of all namespaces. */
function named(r: Resolver, file: number, path: string, wanted: NameKind): Value | undefined {
  const bare = path.replace(/<.*$/s, "");
  const dot = bare.lastIndexOf(".");
  const [namespace, name] = [bare.slice(0, Math.max(0, dot)), bare.slice(dot + 1)];
  const found = declaredIn(r, file, namespacesMeant(r, file, namespace), name, wanted);
  if (found !== undefined || dot < 0) return found;
  const outer = named(r, file, namespace, "type");
  return outer === undefined ? undefined : r.member(outer, name);
}

/** Returns the namespaces that a namespace in an import can be, because C# also reads it from the namespaces around the file. */
function namespacesMeant(r: Resolver, file: number, namespace: string): Ranks {
  const { meant, around } = visibleFrom(r, file);
  return getOrCreate(meant, namespace, () => {
    const roots = languageAt(r, file) === "php" ? [""] : [...around];
    const names = roots.map((outer) => [outer, namespace].filter((part) => part !== "").join("."));
    return new Map(names.map((name, rank) => [name, rank]));
  });
}

/** Finds a member of a type that `using static` names. */
function ofStatic(
  r: Resolver,
  file: number,
  { statics }: Visible,
  name: string,
): Value | undefined {
  for (const path of statics) {
    const type = named(r, file, path, "type");
    const member = type === undefined ? undefined : r.member(type, name);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** Returns the other parts of a type that several files declare. */
export function otherParts(r: Resolver, target: Target): Target[] {
  const tables = r.program.tables(target.file);
  const own = tables?.facts.definitions[target.definition];
  if (own?.isStatic !== true || own.container >= 0 || own.kind === "method") return [];
  const names = new Set(namespacesOf(tables));
  return r.declared(own.name).flatMap((file) => {
    const others = r.program.tables(file);
    const isSame = namespacesOf(others).some((name) => names.has(name));
    if (file === target.file || others === undefined || !isSame) return [];
    return others.members.named(-1, own.name).flatMap((definition) => {
      const other = others.facts.definitions[definition];
      const isPart =
        other?.isStatic === true &&
        other.kind === own.kind &&
        other.typeParameters.length === own.typeParameters.length;
      return isPart ? [{ file, definition }] : [];
    });
  });
}

/** Returns the type with this number of type parameters among those with the same name: `Result` and `Result<T>`. */
export function ofArity(r: Resolver, target: Target, count: number): Target {
  const { file, definition } = target;
  const own = r.program.definition(file, definition);
  const isOverloaded = hasNamespaces(r, file) && !["kotlin", "swift"].includes(languageAt(r, file));
  if (own === undefined || own.typeParameters.length === count || !isOverloaded)
    return { file, definition };
  const names = new Set(namespacesOf(r.program.tables(file)));
  const files = own.container < 0 ? r.declared(own.name) : [file];
  for (const at of files) {
    if (at !== file && !namespacesOf(r.program.tables(at)).some((name) => names.has(name)))
      continue;
    const found = r.program
      .membersNamed(at, own.container, own.name)
      .find((index) => r.program.definition(at, index)?.typeParameters.length === count);
    if (found !== undefined) return { file: at, definition: found };
  }
  return { file, definition };
}
