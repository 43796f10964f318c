/**
 * Finds definitions of a file that were renamed but are otherwise unchanged. A file that mentions neither name need not be
 * linked again, even if it indirectly depends on such a definition.
 */
import { boundOf, type FileFacts } from "../facts/facts.ts";
import { surfaceOf } from "../facts/file-surface.ts";
import { namesIn } from "../facts/mentioned-names.ts";

/** New names by previous name. */
export type Renames = ReadonlyMap<string, string>;

export const NO_RENAMES: Renames = new Map();

/** Languages in which no other file adds members to a definition by its name, unlike Go's methods and Rust's `impl`. */
const WHOLE = new Set(["typescript", "tsx", "javascript", "python"]);

/**
 * Returns the renames of top-level definitions, if nothing else in the file has either name. Then the name, where it occurs
 * alone, can mean nothing else.
 */
export function renamesIn(before: FileFacts | undefined, now: FileFacts | undefined): Renames {
  if (before === undefined || now === undefined) return NO_RENAMES;
  if (!WHOLE.has(before.language) || before.language !== now.language) return NO_RENAMES;
  const gone = outermost(before, declaredNames(now));
  const come = outermost(now, declaredNames(before));
  if (gone.length === 0 || gone.length !== come.length) return NO_RENAMES;
  const renames = new Map(gone.map((name, index) => [name, come[index] ?? ""]));
  const isSure =
    stand(before, new Set(gone), new Set(come)) &&
    stand(now, new Set(come), new Set(gone)) &&
    areSame(before, now, renames);
  return isSure ? renames : NO_RENAMES;
}

/** Returns the text with the new names. */
export function withNewNames(text: string, renames: Renames): string {
  return text.replace(NAME, (name) => renames.get(name) ?? name);
}

const NAME = /[\w$\u0080-\uffff]+/g;

/** Returns the names of top-level definitions, except `others`. */
function outermost({ definitions }: FileFacts, others: ReadonlySet<string>): string[] {
  return definitions
    .filter(({ kind, container }) => container < 0 && kind !== "lambda" && kind !== "impl")
    .map(({ name }) => name)
    .filter((name) => !others.has(name));
}

/** Returns every declared name of the file, once per declaration of any kind. */
function declared({ definitions, bindings, imports }: FileFacts): string[] {
  return [
    ...definitions.flatMap((definition) => [
      ...namesIn(definition.name),
      ...definition.typeParameters,
    ]),
    ...bindings.flatMap(({ name }) => (name === boundOf(name.slice(1, -1)) ? [] : namesIn(name))),
    ...imports.flatMap((item) => namesIn(`${item.specifier} ${item.imported} ${item.local}`)),
  ];
}

const declaredNames = (facts: FileFacts) => new Set(declared(facts));

/** Returns whether each of the `own` names is declared once and only occurs alone, and none of the `others` occurs. */
function stand(facts: FileFacts, own: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  if (declared(facts).filter((name) => own.has(name)).length !== own.size) return false;
  const { definitions, bindings, exportNames } = facts;
  const texts = [
    ...definitions.flatMap(({ type, value, bases }) => [type, value, ...bases]),
    ...bindings.flatMap(({ type, value }) => [type, value]),
    ...exportNames.map(({ local }) => local),
  ];
  return texts.every((text) =>
    [...text.matchAll(NAME)].every(({ 0: name, index }) => {
      if (others.has(name)) return false;
      return !own.has(name) || isAlone(text, index, index + name.length);
    }),
  );
}

/** Returns whether the name is not a member and not part of a path, text or key. */
function isAlone(text: string, start: number, end: number): boolean {
  return /^$|[\s<>,|&()[\]=~^?]/.test(text.charAt(start - 1)) && text.charAt(end) !== ":";
}

/** Returns whether each renamed definition has the same surface under its new name. */
function areSame(before: FileFacts, now: FileFacts, renames: Renames): boolean {
  const [old, fresh] = [surfaceOf(before), surfaceOf(now)];
  return [...renames].every(
    ([from, to]) => withNewNames(old.visible.get(from) ?? "", renames) === fresh.visible.get(to),
  );
}
