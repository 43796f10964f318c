/** What a Rust path means where modules, types and variants are written inside a file. */
import type { Resolver } from "./resolver.ts";
import type { Value } from "./value.ts";

const kept = new WeakMap<Resolver, Map<string, Value | undefined>>();

/** `specifier` with dots for colons, as imports have it; undefined for what is not ours or not there. */
export function rustPath(r: Resolver, file: number, specifier: string): Value | undefined {
  let known = kept.get(r);
  if (known === undefined) {
    known = new Map();
    kept.set(r, known);
  }
  const key = `${file} ${specifier}`;
  if (!known.has(key)) {
    // Asked again while it is being answered, it has no answer.
    known.set(key, undefined);
    known.set(key, followed(r, file, specifier.split(".")));
  }
  return known.get(key);
}

function followed(r: Resolver, file: number, names: readonly string[]): Value | undefined {
  let supers = 1;
  while (names[0] === "super" && names[supers] === "super") supers++;
  const files = r.modules.resolve(file, names.slice(0, supers).join("."));
  let value: Value | undefined = files.length === 0 ? undefined : { kind: "module", files };
  for (const name of names.slice(supers)) {
    if (value === undefined) return undefined;
    value = r.member(value, name);
  }
  return value;
}

export function isRust(r: Resolver, file: number): boolean {
  return r.program.tables(file)?.facts.language === "rust";
}
