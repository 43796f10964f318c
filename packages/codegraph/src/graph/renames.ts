/**
 * Which definitions of a file have another name now, and are otherwise what they were? Whoever says neither name need
 * not be linked again, though what he uses rests on such a definition: it is the same thing.
 */
import { boundOf, type FileFacts } from "../facts/facts.ts";
import { namesIn } from "../facts/mentioned-names.ts";
import { surfaceOf } from "../facts/surface.ts";

/** By name before: the name now. */
export type Renames = ReadonlyMap<string, string>;

export const NO_RENAMES: Renames = new Map();

/** Languages in which no other file gives a definition members by its name, as Go's methods and Rust's `impl` do. */
const WHOLE = new Set(["typescript", "tsx", "javascript", "python"]);

/**
 * Only of what stands outermost in the file, and only where nothing else there has either name: then the name can
 * mean nothing else where it stands alone.
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

/** The text with the names of now. */
export function withNewNames(text: string, renames: Renames): string {
  return text.replace(NAME, (name) => renames.get(name) ?? name);
}

const NAME = /[\w$\u0080-\uffff]+/g;

/** The names of the definitions that stand outermost, without those. */
function outermost({ definitions }: FileFacts, others: ReadonlySet<string>): string[] {
  return definitions
    .filter(({ kind, container }) => container < 0 && kind !== "lambda" && kind !== "impl")
    .map(({ name }) => name)
    .filter((name) => !others.has(name));
}

/** Each as often as something has it in the file, whatever that is. */
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

/** Of these names each is declared once and always stands alone, and the others stand nowhere. */
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

/** Neither a member of something nor a part of a path, a text or a key. */
function isAlone(text: string, start: number, end: number): boolean {
  return /^$|[\s<>,|&()[\]=~^?]/.test(text.charAt(start - 1)) && text.charAt(end) !== ":";
}

/** Under its new name each tells what it told under the old one. */
function areSame(before: FileFacts, now: FileFacts, renames: Renames): boolean {
  const [old, fresh] = [surfaceOf(before), surfaceOf(now)];
  return [...renames].every(
    ([from, to]) => withNewNames(old.told.get(from) ?? "", renames) === fresh.told.get(to),
  );
}
