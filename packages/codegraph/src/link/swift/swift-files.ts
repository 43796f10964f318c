/** What the linker knows of Swift files: their modules, and the extensions of each type. */
import { getOrCreate } from "../../maps.ts";
import { nameOfModule } from "../modules/modules-swift.ts";
import { MAX_COMPARED } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { SWIFT_ABOVE } from "../types/swift-types.ts";
import type { Found, Position, Target } from "../value.ts";

export function isSwift(r: Resolver, file: number): boolean {
  return r.program.language(file) === "swift";
}

/** Returns whether a definition is a case of an enum. */
export function isCaseOfSwift(r: Resolver, { file, definition }: Target): boolean {
  const own = r.program.definition(file, definition);
  if (own?.kind !== "property" || !isSwift(r, file)) return false;
  return (
    r.program.definition(file, own.container)?.kind === "enum" &&
    !own.isStatic &&
    own.type === "" &&
    own.value === ""
  );
}

/** Returns the object that a call of a type from outside makes: `URL(string: text)`. */
export function madeOutside(r: Resolver, { file }: Position, name: string): Found | undefined {
  if (
    !isSwift(r, file) ||
    !/^\p{Lu}\p{ID_Continue}*$/u.test(name) ||
    typesNamed(r, name).length > 0
  )
    return undefined;
  return { value: { kind: "external", name, args: [], language: "swift" }, tier: "typed" };
}

/** Returns whether an extension in the project gives a type from outside a protocol, or one above it. */
export function conforms(r: Resolver, name: string, protocol: Target): boolean {
  const { conforming } = cacheFor(r);
  const key = `${protocol.file} ${protocol.definition} ${name}`;
  return getOrCreate(conforming, key, () =>
    [name, ...(SWIFT_ABOVE.get(name) ?? [])]
      .flatMap((type) => extensionsNamed(r, type))
      .flatMap((extension) => r.bases(extension, undefined))
      .some(
        (base) =>
          base.kind === "instance" &&
          r
            .lineage(base, undefined)
            .order.some(
              ({ file, definition }) =>
                file === protocol.file && definition === protocol.definition,
            ),
      ),
  );
}

/** Returns whether a file sees the names of another one: of its module, of an imported module, or of an unknown module. */
export function seesSwift(r: Resolver, from: number, file: number): boolean {
  if (from === file) return true;
  const [own, other] = [moduleOf(r, from), moduleOf(r, file)];
  if (own === undefined || other === undefined || own === other) return true;
  const name = nameOfModule(other);
  return r.program.tables(from)?.stars.some(({ specifier }) => specifier === name) === true;
}

function moduleOf(r: Resolver, file: number): string | undefined {
  const { modules } = cacheFor(r);
  if (!modules.has(file)) modules.set(file, r.modules.moduleOf(file));
  return modules.get(file);
}

/** Returns the extensions of a type by its name, such as `Outer.Inner`, in files that a file sees. */
export function extensionsNamed(r: Resolver, name: string): readonly Target[] {
  const { extensions } = cacheFor(r);
  return getOrCreate(extensions, name, () =>
    r
      .declared(name)
      .filter((file) => isSwift(r, file))
      .flatMap((file) =>
        r.program
          .membersNamed(file, -1, name)
          .filter((index) => r.program.definition(file, index)?.kind === "impl")
          .map((definition) => ({ file, definition })),
      )
      .slice(0, MAX_COMPARED),
  );
}

/** Returns the extensions of a type, in all files that may mean this type. */
export function extensionsOf(r: Resolver, target: Target): readonly Target[] {
  if (!isSwift(r, target.file)) return [];
  const { ofTypes } = cacheFor(r);
  const types = ofTypes.get(target.file) ?? new Map<number, readonly Target[]>();
  ofTypes.set(target.file, types);
  return getOrCreate(types, target.definition, () => findExtensions(r, target));
}

function findExtensions(r: Resolver, target: Target): readonly Target[] {
  const own = r.program.definition(target.file, target.definition);
  if (own === undefined || own.kind === "impl") return [];
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
  const { types } = cacheFor(r);
  return getOrCreate(types, name, () =>
    r
      .declared(name)
      .flatMap((file) =>
        r.program
          .membersNamed(file, -1, name)
          .filter((index) => TYPES.has(r.program.definition(file, index)?.kind ?? ""))
          .map((definition) => ({ file, definition })),
      )
      .slice(0, MAX_COMPARED),
  );
}

interface SwiftCache {
  readonly modules: Map<number, string | undefined>;
  /** By file and definition of a type. */
  readonly ofTypes: Map<number, Map<number, readonly Target[]>>;
  readonly conforming: Map<string, boolean>;
  readonly extensions: Map<string, readonly Target[]>;
  readonly types: Map<string, readonly Target[]>;
}

const cacheFor = perResolver(
  (): SwiftCache => ({
    modules: new Map(),
    ofTypes: new Map(),
    conforming: new Map(),
    extensions: new Map(),
    types: new Map(),
  }),
);

/** Returns how near two files are: the number of folders that their paths share. */
export function nearness(r: Resolver, from: number, to: number): number {
  if (from === to) return Number.POSITIVE_INFINITY;
  const [one = [], other = []] = [from, to].map((file) => (r.program.paths[file] ?? "").split("/"));
  const differs = one.findIndex((part, at) => part !== other[at]);
  return differs < 0 ? one.length : differs;
}
