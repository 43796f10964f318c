/**
 * Which declarations of a Kotlin name for several platforms a file sees: by its source set, the folder `commonMain` or `jvmTest` in
 * `src`. Builds are not read: a set whose name is not of Kotlin's own hierarchy counts by the words of its name.
 */
import { getOrCreate } from "../../maps.ts";
import { sharedFolders } from "../modules/project-config.ts";
import { isTypeKind } from "../pick.ts";
import { perResolver, type Resolver } from "../resolver.ts";
import { parseType } from "../types/type-text.ts";
import type { Target, Value } from "../value.ts";
import { declaredInPackage, isKotlin } from "./kotlin-files.ts";

interface SourceSet {
  /** The folders before `src`. */
  readonly module: string;
  /** `jvm` of `jvmMain` and `jvmTest`; "" outside of source sets for platforms. */
  readonly platform: string;
}

/** The set is a folder of `src`, or the one around it: `commonMain/src`. */
const SET =
  /^(?:(.*?)\/)??(?:src\/)?([a-z]\w*?)(?:Main|(?:Unit|Instrumented|Host|Device)?Test)\/(?:.*\/)?[^/]+$/;

const setsFor = perResolver(() => new Map<number, SourceSet>());

function setOf(r: Resolver, file: number): SourceSet {
  const sets = setsFor(r);
  return getOrCreate(sets, file, () => {
    const [, module = "", platform = ""] = SET.exec(r.program.paths[file] ?? "") ?? [];
    return { module, platform };
  });
}

const COMMON = "common";

/** What a platform belongs to in Kotlin's own hierarchy. */
const PARENT_PLATFORMS: readonly (readonly [pattern: RegExp, above: string])[] = [
  [/^(ios|macos|tvos|watchos|linux|mingw|androidNative|wasm)(?=[A-Z])/, "$1"],
  [/^(?:ios|macos|tvos|watchos)$/, "apple"],
  [/^(?:apple|linux|mingw|androidNative)$/, "native"],
  [/^(?:js|wasm)$/, "web"],
];
const KNOWN = new Set(
  "common android jvm native apple ios macos tvos watchos linux mingw androidNative web js wasm".split(
    " ",
  ),
);

/** Returns a platform and all that it belongs to, nearest first. */
function lineOf(platform: string): readonly string[] {
  const line = [platform];
  for (let at = platform; ; ) {
    const row = PARENT_PLATFORMS.find(([pattern]) => pattern.test(at));
    if (row === undefined) break;
    at = row[1] === "$1" ? (row[0].exec(at)?.[1] ?? "") : row[1];
    line.push(at);
  }
  return platform === COMMON ? line : [...line, COMMON];
}

/** Ranks of a file of the same platform, of a set whose name contains the platform, and of shared code. */
const [SAME, BY_NAME, SHARED] = [9, 2, 1];

/** Returns how likely a file of one platform sees the declarations for another one, from 0 to 9. */
function rankBetween(from: string, to: string): number {
  if (from === "" || to === "") return to === COMMON ? SHARED : 0;
  const line = lineOf(from);
  const at = line.indexOf(to);
  if (at === 0) return SAME;
  if (to === COMMON) return SHARED;
  if (at > 0) return SAME - at;
  return isNamedFor(to, line) ? BY_NAME : 0;
}

/** Returns whether the words of a set name a platform: `jvmAndAndroid`, or `nonApple` for all others. */
function isNamedFor(set: string, line: readonly string[]): boolean {
  // What a set belongs to that is not of Kotlin's own hierarchy is not known.
  const isKnown = line.some((name) => name !== COMMON && KNOWN.has(name));
  if (!isKnown || KNOWN.has(set)) return false;
  const words = set.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  // Android runs on a virtual machine of Java.
  const own = line.filter((name) => name !== COMMON).map((name) => name.toLowerCase());
  const isNamed = [...own, ...(own[0] === "android" ? ["jvm"] : [])].some((name) =>
    words.includes(name),
  );
  return words[0] === "non" ? !isNamed : isNamed;
}

function rankOf(r: Resolver, from: number, to: number): number {
  return rankBetween(setOf(r, from).platform, setOf(r, to).platform);
}

/** Returns how many folders two files share; a file shares more with itself than with any other. */
export function nearnessOfFolders(r: Resolver, from: number, to: number): number {
  if (from === to) return Number.POSITIVE_INFINITY;
  return sharedFolders(r.program.paths[from] ?? "", r.program.paths[to] ?? "");
}

/** Returns how near a file is: the shared folders, and of equally near files how likely its source set is meant. */
export function nearness(r: Resolver, from: number, to: number): number {
  return nearnessOfFolders(r, from, to) + rankOf(r, from, to) / (SAME + 1);
}

const counterparts = perResolver(() => new Map<string, Target | undefined>());

/** Returns an object of a type as the platform of a file declares the type: `actual` in place of `expect`. */
export function atPlatform(r: Resolver, value: Value, from: number): Value {
  const object = isHolder(r, value) ? r.held(value, value.env) : value;
  if (object?.kind !== "instance" || !isKotlin(r, object.file)) return value;
  const other = typeFor(r, object, setOf(r, from).platform);
  if (other === undefined) return value;
  const own = r.program.definition(other.file, other.definition);
  return own?.kind === "type_alias"
    ? (r.typeOf(parseType(own.type), { file: other.file, scope: other.definition }) ?? value)
    : { ...object, ...other };
}

function isHolder(r: Resolver, value: Value): value is Extract<Value, { kind: "definition" }> {
  if (value.kind !== "definition" || !isKotlin(r, value.file)) return false;
  const kind = r.program.definition(value.file, value.definition)?.kind;
  return kind === "variable" || kind === "property";
}

/** Returns the declaration of a type for a platform; undefined if it is the type itself. */
function typeFor(r: Resolver, type: Target, platform: string): Target | undefined {
  const own = setOf(r, type.file).platform;
  if (own === "" || own === platform) return undefined;
  const cached = counterparts(r);
  const key = `${type.file} ${type.definition} ${platform}`;
  if (!cached.has(key)) cached.set(key, counterpartOf(r, type, platform));
  return cached.get(key);
}

function counterpartOf(
  r: Resolver,
  { file, definition }: Target,
  platform: string,
): Target | undefined {
  const own = r.program.definition(file, definition);
  if (own === undefined) return undefined;
  const isType = (one: Target) =>
    isTypeKind(r.program.definition(one.file, one.definition)?.kind ?? "");
  if (own.container >= 0) {
    const around = typeFor(r, { file, definition: own.container }, platform);
    return membersOf(r, around, own.name).find(isType);
  }
  const all = besideInModule(r, file, own.name).filter(isType);
  const rankOf = (one: number) => rankBetween(platform, setOf(r, one).platform);
  const ranks = all.map((one) => rankOf(one.file));
  const best = Math.max(rankOf(file), ...ranks);
  return rankOf(file) === best ? undefined : all[ranks.indexOf(best)];
}

function membersOf(r: Resolver, around: Target | undefined, name: string): readonly Target[] {
  if (around === undefined) return [];
  const { file, definition } = around;
  return r.program.targetsNamed(file, definition, name);
}

/** Returns what the package of a file declares under a name in the source sets of the same module. */
function besideInModule(r: Resolver, file: number, name: string): readonly Target[] {
  const { module } = setOf(r, file);
  const all = declaredInPackage(r, r.program.facts(file)?.namespace ?? "", name);
  return all.filter((one) => setOf(r, one.file).module === module);
}

/** Returns the functions of shared code that a function of a platform may be the `actual` of. */
export function inSharedCode(r: Resolver, { file, definition }: Target): readonly Target[] {
  const { platform } = setOf(r, file);
  const own = r.program.definition(file, definition);
  if (platform === "" || platform === COMMON || own === undefined) return [];
  if (own.container >= 0) {
    const around = typeFor(r, { file, definition: own.container }, COMMON);
    return membersOf(r, around, own.name);
  }
  const all = besideInModule(r, file, own.name);
  return all.filter((one) => setOf(r, one.file).platform === COMMON);
}
