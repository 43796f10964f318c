/**
 * What do others see of a file that is not as it was? The names that mean something else now, and the names of
 * what rests on those.
 */
import type { FileFacts } from "../facts/facts.ts";
import { namesIn } from "../facts/mentioned-names.ts";
import { type Surface, surfaceOf } from "../facts/surface.ts";
import { NO_RENAMES, type Renames, withNewNames } from "./renames.ts";

export interface SurfaceChange {
  readonly names: ReadonlySet<string>;
  /** Something changed that its users need not name: what is inherited or passed on. */
  readonly isOpen: boolean;
  /** Of that: names come from elsewhere now, and nobody here says which. */
  readonly isPassing: boolean;
}

/** What stands for the whole of a class without being named by those who use it. */
const MAKERS = new Set(["constructor", "__init__", "__new__", "super"]);

/** Undefined: there is no such file, or nothing is known of it. */
export function surfaceChange(
  before: FileFacts | undefined,
  now: FileFacts | undefined,
  renames: Renames = NO_RENAMES,
): SurfaceChange {
  const old = before === undefined ? NOTHING : renamed(surfaceOf(before), renames);
  const fresh = now === undefined ? NOTHING : surfaceOf(now);
  const changed = differing(old.told, fresh.told);
  const hidden = differing(old.hidden, fresh.hidden);
  const same = bothNames(renames);
  const seeds = [...changed, ...hidden].filter((name) => !same.has(name));
  const names = restingOn([old, fresh], seeds);
  for (const name of changed) names.add(name);
  if ([...names].some((name) => MAKERS.has(name))) {
    for (const name of MAKERS) names.add(name);
    for (const definition of [...(before?.definitions ?? []), ...(now?.definitions ?? [])]) {
      if (definition.kind === "class") names.add(definition.name);
    }
  }
  const isPassing = old.passed !== fresh.passed;
  return { names, isOpen: isPassing || old.inherited !== fresh.inherited, isPassing };
}

/** What these names mean is the same as before: for what rests on them here nothing changed. */
export const bothNames = (renames: Renames): ReadonlySet<string> => new Set([...renames].flat());

/** What is told with the new names, under the old ones. */
function renamed(surface: Surface, renames: Renames): Surface {
  if (renames.size === 0) return surface;
  const { told: visible, rests, hidden, inherited, passed } = surface;
  const all = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].map(([name, text]) => [name, withNewNames(text, renames)]));
  return {
    told: all(visible),
    rests: all(rests),
    hidden: all(hidden),
    inherited: withNewNames(inherited, renames),
    passed: withNewNames(passed, renames),
  };
}

const NOTHING: Surface = {
  told: new Map(),
  rests: new Map(),
  hidden: new Map(),
  inherited: "",
  passed: "",
};

/** The names whose text is not the same in both. */
function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.filter((key) => one.get(key) !== other.get(key)).flatMap(namesIn);
}

/** Names of the surfaces that say one of these, or say a name of what does. One of these is among them when it does. */
function restingOn(surfaces: readonly Surface[], names: Iterable<string>): Set<string> {
  return closure(byMention(surfaces), names);
}

function closure(
  saying: ReadonlyMap<string, readonly string[]>,
  names: Iterable<string>,
): Set<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const item of saying.get(name) ?? []) {
      if (found.has(item)) continue;
      found.add(item);
      open.push(item);
    }
  }
  return found;
}

/** By name: what says it. */
function byMention(surfaces: readonly Surface[]): Map<string, string[]> {
  const saying = new Map<string, string[]>();
  for (const [name, text] of surfaces.flatMap(({ rests }) => [...rests])) {
    const owners = namesIn(name);
    for (const mentioned of new Set(namesIn(text))) {
      const all = saying.get(mentioned);
      if (all === undefined) saying.set(mentioned, [...owners]);
      else all.push(...owners);
    }
  }
  return saying;
}

/** Of some names those of what others see of a file that says one of them: what that is may have changed with it. */
export type RestingNames = (on: ReadonlySet<string>) => ReadonlySet<string>;

/** Asked again and again with more names: what the file says is taken apart once. `same`: names that mean here what they did. */
export function restingNames(
  facts: FileFacts,
  same: ReadonlySet<string> = new Set(),
): RestingNames {
  const saying = byMention([surfaceOf(facts)]);
  const elsewhere = facts.imports
    .filter(({ imported, local }) => imported !== local)
    .map(({ imported, local }) => ({ local, names: namesIn(imported) }));
  return (on) => {
    const mentioned = [...saying.keys()].filter((name) => on.has(name) && !same.has(name));
    const locals = elsewhere.filter(({ names }) => names.some((item) => on.has(item)));
    return closure(saying, [...mentioned, ...locals.map(({ local }) => local)]);
  };
}

/** The same for all that comes from files whose specifiers are `isTold`; whether it is passed on unnamed, too. */
export function namesComing(facts: FileFacts, isTold: (specifier: string) => boolean) {
  const coming = facts.imports.filter(({ specifier }) => isTold(specifier));
  const surface = surfaceOf(facts);
  const locals = coming.map(({ local }) => local);
  const names = restingOn([surface], locals);
  for (const { local, isReexport } of coming) if (isReexport && local !== "*") names.add(local);
  return { names, isPassing: coming.some(({ local }) => local === "*") };
}
