/** Compares two surfaces of a file: the names whose meaning changed, and the names that depend on them. */
import { CONSTRUCTORS, type FileFacts, INCLUDED } from "../facts/facts.ts";
import { type Surface, surfaceOf } from "../facts/file-surface.ts";
import { hasGlobalNames } from "../facts/languages/languages.ts";
import { namesIn } from "../facts/mentioned-names.ts";
import { NO_RENAMES, type Renames, withNewNames } from "./renames.ts";

export interface SurfaceChange {
  readonly names: ReadonlySet<string>;
  /** Something changed that users do not name: what is inherited or re-exported. */
  readonly isOpen: boolean;
  /** In addition, names are imported from elsewhere without being named here. */
  readonly isPassing: boolean;
  /** Names became or are no longer available to files that do not import this one: `global using` of C#, `include` of Ruby. */
  readonly isShared: boolean;
}

/** Names that represent a whole class and that its users do not mention. */
const MAKERS = new Set([...CONSTRUCTORS, "__new__", "super"]);
const MAKERS_OF_RUBY = new Set(["initialize", "super"]);

/** Returns the change between two versions. Undefined stands for a file that does not exist or has no facts. */
export function surfaceChange(
  before: FileFacts | undefined,
  now: FileFacts | undefined,
  renames: Renames = NO_RENAMES,
): SurfaceChange {
  const old = before === undefined ? EMPTY_SURFACE : renamed(surfaceOf(before), renames);
  const fresh = now === undefined ? EMPTY_SURFACE : surfaceOf(now);
  const changed = differing(old.visible, fresh.visible);
  const hidden = differing(old.hidden, fresh.hidden);
  const same = bothNames(renames);
  const seeds = [...changed, ...hidden].filter((name) => !same.has(name));
  const names = restingOn([old, fresh], seeds);
  for (const name of changed) names.add(name);
  addMakers(names, before, now);
  const isPassing = old.passed !== fresh.passed;
  const isOpen = isPassing || old.inherited !== fresh.inherited;
  return { names, isOpen, isPassing, isShared: sharedBy(before) !== sharedBy(now) };
}

/** Adds all names that mean the creation of an object if one of them changed, and the names of the classes. */
function addMakers(
  names: Set<string>,
  before: FileFacts | undefined,
  now: FileFacts | undefined,
): void {
  const makers = (now ?? before)?.language === "ruby" ? MAKERS_OF_RUBY : MAKERS;
  if (![...names].some((name) => makers.has(name))) return;
  for (const name of makers) names.add(name);
  for (const definition of [...(before?.definitions ?? []), ...(now?.definitions ?? [])]) {
    if (definition.kind === "class") names.add(definition.name);
  }
}

/** Returns the imports without names that a file makes for other files, and what Ruby includes at the top level, as text. */
function sharedBy(facts: FileFacts | undefined): string {
  if (facts === undefined || !hasGlobalNames(facts.language)) return "";
  if (facts.language === "ruby") {
    const included = facts.bindings.filter(({ name, scope }) => scope < 0 && name === INCLUDED);
    return included.map(({ value }) => value).join("\n");
  }
  const shared = facts.imports.filter(({ isReexport, local }) => isReexport && local === "*");
  return shared.map(({ specifier, imported }) => `${imported} ${specifier}`).join("\n");
}

/**
 * Returns the old and new names of renamed definitions. Their meaning is unchanged, so nothing that depends on them changes.
 */
export const bothNames = (renames: Renames): ReadonlySet<string> => new Set([...renames].flat());

/** Returns a surface with the new names in its texts, under the old names. */
function renamed(surface: Surface, renames: Renames): Surface {
  if (renames.size === 0) return surface;
  const { visible, rests, hidden, inherited, passed } = surface;
  const all = (texts: ReadonlyMap<string, string>) =>
    new Map([...texts].map(([name, text]) => [name, withNewNames(text, renames)]));
  return {
    visible: all(visible),
    rests: all(rests),
    hidden: all(hidden),
    inherited: withNewNames(inherited, renames),
    passed: withNewNames(passed, renames),
  };
}

const EMPTY_SURFACE: Surface = {
  visible: new Map(),
  rests: new Map(),
  hidden: new Map(),
  inherited: "",
  passed: "",
};

/** Returns the names whose texts differ. */
function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  const keys = [...new Set([...one.keys(), ...other.keys()])];
  return keys.filter((key) => one.get(key) !== other.get(key)).flatMap(namesIn);
}

/**
 * Returns all names that mention one of these directly or indirectly. A starting name is included only if it mentions one
 * itself.
 */
function restingOn(surfaces: readonly Surface[], names: Iterable<string>): Set<string> {
  return closure(byMention(surfaces), names);
}

function closure(
  mentions: ReadonlyMap<string, readonly string[]>,
  names: Iterable<string>,
): Set<string> {
  const found = new Set<string>();
  const open = [...names];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const item of mentions.get(name) ?? []) {
      if (found.has(item)) continue;
      found.add(item);
      open.push(item);
    }
  }
  return found;
}

/** Returns, for each mentioned name, the names that mention it. */
function byMention(surfaces: readonly Surface[]): Map<string, string[]> {
  const mentions = new Map<string, string[]>();
  for (const [name, text] of surfaces.flatMap(({ rests }) => [...rests])) {
    const owners = namesIn(name);
    for (const mentioned of new Set(namesIn(text))) {
      const all = mentions.get(mentioned);
      if (all === undefined) mentions.set(mentioned, [...owners]);
      else all.push(...owners);
    }
  }
  return mentions;
}

/** Returns, for some names, the visible names of a file that mention one of them and may have changed as well. */
export type DependentNames = (on: ReadonlySet<string>) => ReadonlySet<string>;

/**
 * Returns a function that may be called repeatedly with more names; the file's surface is parsed once. `same`: names whose
 * meaning here is unchanged.
 */
export function dependentNamesOf(
  facts: FileFacts,
  same: ReadonlySet<string> = new Set(),
): DependentNames {
  const mentions = byMention([surfaceOf(facts)]);
  const elsewhere = facts.imports
    .filter(({ imported, local }) => imported !== local)
    .map(({ imported, local }) => ({ local, names: namesIn(imported) }));
  return (on) => {
    const mentioned = [...mentions.keys()].filter((name) => on.has(name) && !same.has(name));
    const locals = elsewhere.filter(({ names }) => names.some((item) => on.has(item)));
    return closure(mentions, [...mentioned, ...locals.map(({ local }) => local)]);
  };
}

/**
 * Returns the names that depend on imports from files whose specifiers satisfy `isMatch`, and whether everything of them is
 * re-exported unnamed.
 */
export function importedNames(facts: FileFacts, isMatch: (specifier: string) => boolean) {
  const coming = facts.imports.filter(({ specifier }) => isMatch(specifier));
  const surface = surfaceOf(facts);
  const locals = coming.map(({ local }) => local);
  const names = restingOn([surface], locals);
  for (const { local, isReexport } of coming) if (isReexport && local !== "*") names.add(local);
  return { names, isPassing: coming.some(({ local }) => local === "*") };
}
