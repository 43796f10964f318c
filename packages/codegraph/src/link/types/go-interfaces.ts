/**
 * Go's interfaces are satisfied implicitly: by any type with all methods. Searched among the interfaces a file can name:
 * those of its package and of the packages it imports.
 */

import type { Definition } from "../../facts/facts.ts";
import { getOrCreate } from "../../maps.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Target } from "../value.ts";

export interface SatisfiedInterface extends Target {
  /** The interface's methods by name. */
  readonly methods: ReadonlyMap<string, Target>;
}

const NONE: readonly SatisfiedInterface[] = [];

/** Returns the interfaces that `type` satisfies, as seen from `file`; none outside Go. */
export function satisfiedInterfaces(
  r: Resolver,
  file: number,
  type: Target,
): readonly SatisfiedInterface[] {
  if (r.program.tables(file)?.facts.language !== "go") return NONE;
  const own = methodsOf(r, type);
  if (own.size === 0) return NONE;
  return interfacesSeenFrom(r, file).filter(
    ({ methods }) =>
      methods.size > 0 && [...methods].every(([name, wanted]) => fits(r, own.get(name), wanted)),
  );
}

const seen = perResolver(() => new Map<number, readonly SatisfiedInterface[]>());

function interfacesSeenFrom(r: Resolver, file: number): readonly SatisfiedInterface[] {
  const cache = seen(r);
  return getOrCreate(cache, file, () => {
    const imports = r.program.tables(file)?.facts.imports ?? [];
    const imported = imports.flatMap((item) => r.modules.resolve(file, item.specifier));
    const files = new Set([file, ...r.modules.siblings(file), ...imported]);
    return [...files].flatMap((item) => interfacesIn(r, item));
  });
}

function interfacesIn(r: Resolver, file: number): SatisfiedInterface[] {
  const found: SatisfiedInterface[] = [];
  r.program.tables(file)?.facts.definitions.forEach((item, definition) => {
    if (item.kind !== "interface" || item.container >= 0) return;
    // If an embedded interface is unknown, the required methods are unknown, too.
    const bases = r.bases({ file, definition }, undefined);
    const isWhole = bases.filter(({ kind }) => kind === "instance").length === item.bases.length;
    if (isWhole) found.push({ file, definition, methods: methodsOf(r, { file, definition }) });
  });
  return found;
}

/** Returns the type's own methods, those declared elsewhere in the package, and those of embedded types. */
function methodsOf(r: Resolver, type: Target): Map<string, Target> {
  const methods = new Map<string, Target>();
  for (const { file, definition } of r.lineage(type, undefined).places) {
    for (const [name, indexes] of r.program.members(file, definition)) {
      const method = indexes.find((at) => r.program.definition(file, at)?.kind === "method");
      if (method !== undefined && !methods.has(name)) {
        methods.set(name, { file, definition: method });
      }
    }
  }
  return methods;
}

/** Returns whether a method matches. Go requires identical types; a type parameter on either side matches any type. */
function fits(r: Resolver, method: Target | undefined, wanted: Target): boolean {
  if (method === undefined) return false;
  const [input, required] = [signatureOf(r, method), signatureOf(r, wanted)];
  const isSame = (item: string, index: number) => {
    const other = required.types[index] ?? "";
    return item === other || input.open.test(item) || required.open.test(other);
  };
  return input.types.length === required.types.length && input.types.every(isSame);
}

interface Signature {
  /** The results as one type, then the parameters, without package names. */
  readonly types: readonly string[];
  /** Matches a type parameter. */
  readonly open: RegExp;
}

function signatureOf(r: Resolver, { file, definition }: Target): Signature {
  const own = r.program.definition(file, definition);
  const around = r.program.definition(file, own?.container ?? -1);
  const parameters = r.program
    .bindings(file, definition)
    .filter(({ parameter }) => parameter >= 0)
    .sort((one, other) => one.parameter - other.parameter);
  const names = typeParametersOf(r, file, around);
  return {
    types: [own?.type ?? "", ...parameters.map(({ type }) => type)].map(unqualified),
    open: names.length === 0 ? /(?!)/ : new RegExp(`\\b(?:${names.join("|")})\\b`),
  };
}

/** Returns the type parameters of a type's methods, which are those of the type, wherever in the package it is declared. */
function typeParametersOf(r: Resolver, file: number, around: Definition | undefined) {
  if (around?.kind !== "impl") return around?.typeParameters ?? [];
  const place = { file, scope: -1 };
  const type = r.lookup(place, around.name, "type")?.value;
  if (type?.kind !== "definition") return [];
  return r.program.definition(type.file, type.definition)?.typeParameters ?? [];
}

/**
 * Normalises a type: `pkg.Name` is `Name` within its package, `interface{}` is `any`, and a list may be written with dots.
 */
function unqualified(type: string): string {
  return type
    .replace(/interface\s*\{\s*\}/g, "any")
    .replace(/\.\.\.\s*/g, "[]")
    .replace(/\b\w+\./g, "")
    .replace(/^\[\]/, "[]")
    .replace(/\s+/g, "");
}
