/** What the linker knows of Swift files: their modules, and the extensions of each type. */
import { nameOfModule } from "../modules/modules-swift.ts";
import { MAX_COMPARED } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import type { Target } from "../value.ts";

export function isSwift(r: Resolver, file: number): boolean {
  return r.program.language(file) === "swift";
}

/** Returns whether a file sees the names of another one: of its module, of an imported module, or of an unknown module. */
export function seesSwift(r: Resolver, from: number, file: number): boolean {
  if (from === file) return true;
  const [own, other] = [r.modules.moduleOf(from), r.modules.moduleOf(file)];
  if (own === undefined || other === undefined || own === other) return true;
  const name = nameOfModule(other);
  return r.program.tables(from)?.stars.some(({ specifier }) => specifier === name) === true;
}

/** Returns the extensions of a type by its name, such as `Outer.Inner`, in files that a file sees. */
export function extensionsNamed(r: Resolver, name: string): readonly Target[] {
  const { extensions } = keptFor(r);
  let found = extensions.get(name);
  if (found === undefined) {
    found = r
      .declared(name)
      .filter((file) => isSwift(r, file))
      .flatMap((file) =>
        r.program
          .membersNamed(file, -1, name)
          .filter((index) => r.program.definition(file, index)?.kind === "impl")
          .map((definition) => ({ file, definition })),
      )
      .slice(0, MAX_COMPARED);
    extensions.set(name, found);
  }
  return found;
}

/** Returns the extensions of a type, in all files that may mean this type. */
export function extensionsOf(r: Resolver, target: Target): readonly Target[] {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined || own.kind === "impl" || !isSwift(r, target.file)) return [];
  return extensionsNamed(r, pathOf(r, target)).filter(
    ({ file }) => seesSwift(r, file, target.file) && isNearest(r, file, target),
  );
}

/** Returns a type's name with those of the types around it. */
function pathOf(r: Resolver, { file, definition }: Target): string {
  const names: string[] = [];
  for (let at = definition; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own === undefined) break;
    if (own.kind !== "lambda") names.unshift(own.name);
    at = own.container;
  }
  return names.join(".");
}

/** Returns whether no other type of this name is nearer to a file. */
function isNearest(r: Resolver, from: number, target: Target): boolean {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined || own.container >= 0) return true;
  const near = (file: number) => nearness(r, from, file);
  return typesNamed(r, own.name).every(
    ({ file }) =>
      file === target.file || !seesSwift(r, from, file) || near(file) <= near(target.file),
  );
}

const TYPES = new Set(["class", "interface", "enum", "type_alias"]);

function typesNamed(r: Resolver, name: string): readonly Target[] {
  const { types } = keptFor(r);
  let found = types.get(name);
  if (found === undefined) {
    found = r
      .declared(name)
      .flatMap((file) =>
        r.program
          .membersNamed(file, -1, name)
          .filter((index) => TYPES.has(r.program.definition(file, index)?.kind ?? ""))
          .map((definition) => ({ file, definition })),
      )
      .slice(0, MAX_COMPARED);
    types.set(name, found);
  }
  return found;
}

interface Kept {
  readonly extensions: Map<string, readonly Target[]>;
  readonly types: Map<string, readonly Target[]>;
}

const keptFor = perResolver((): Kept => ({ extensions: new Map(), types: new Map() }));

/** Returns how near two files are: the number of folders that their paths share. */
export function nearness(r: Resolver, from: number, to: number): number {
  if (from === to) return Number.POSITIVE_INFINITY;
  const [one = [], other = []] = [from, to].map((file) => (r.program.paths[file] ?? "").split("/"));
  const differs = one.findIndex((part, at) => part !== other[at]);
  return differs < 0 ? one.length : differs;
}
