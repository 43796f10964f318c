/** Resolves Rust paths through modules, types and variants that are written inside a file. */
import { perResolver, type Resolver } from "../resolver.ts";
import type { Found, Value } from "../value.ts";

const valuesFor = perResolver(() => new Map<string, Value | undefined>());

/** Resolves a path. `specifier` uses dots instead of colons, as in imports. Undefined for external or unknown paths. */
export function rustPath(r: Resolver, file: number, specifier: string): Value | undefined {
  const cache = valuesFor(r);
  const key = `${file} ${specifier}`;
  if (!cache.has(key)) {
    // A path that is requested again while it is being resolved has no result.
    cache.set(key, undefined);
    cache.set(key, followed(r, file, specifier.split(".")));
  }
  return cache.get(key);
}

function followed(r: Resolver, file: number, names: readonly string[]): Value | undefined {
  let supers = 1;
  while (names[0] === "super" && names[supers] === "super") supers++;
  const files = r.modules.resolve(file, names.slice(0, supers).join("."));
  let value: Value | undefined = files.length === 0 ? undefined : { kind: "module", files };
  for (const [at, name] of names.entries()) {
    if (at < supers) continue;
    if (value === undefined) return undefined;
    value = at < names.length - 1 ? pathMember(r, value, name) : r.member(value, name);
  }
  return value;
}

/** Returns the member a path passes through: the module, if a function has the same name. */
export function pathMember(r: Resolver, value: Value, name: string): Value | undefined {
  const found = r.member(value, name);
  if (value.kind !== "module" || !isFunction(r, found)) return found;
  const files = r.modules.child(value.files, name);
  return files.length > 0 ? { kind: "module", files } : found;
}

/** Returns the first name of a path in the same way; it may be a crate that this file does not import. */
export function pathRoot(
  r: Resolver,
  file: number,
  name: string,
  found: Found | undefined,
): Found | undefined {
  if (found !== undefined && !isFunction(r, found.value)) return found;
  const files = r.modules.resolve(file, name);
  return files.length > 0 ? { value: { kind: "module", files }, tier: "import" } : found;
}

function isFunction(r: Resolver, value: Value | undefined): boolean {
  if (value?.kind !== "definition") return false;
  return r.program.definition(value.file, value.definition)?.kind === "function";
}

export function isRust(r: Resolver, file: number): boolean {
  return r.program.tables(file)?.facts.language === "rust";
}
