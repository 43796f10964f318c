/**
 * What do others see of a file, and what does that rest on where they do not look: the locals of a function without
 * a declared type, what is defined inside of it, the imports it names? One answer for the hash that says whether it
 * changed (fingerprint.ts) and for the names that mean something else then (surface-change.ts).
 */
import { type Binding, boundOf, type Definition, type FileFacts, type Import } from "./facts.ts";
import { namesIn } from "./said-names.ts";

type Facts = Omit<FileFacts, "surfaceHash">;

export interface Surface {
  /** By name all that is told under it, in the order of the text. No positions. */
  readonly told: ReadonlyMap<string, string>;
  /** By name the types and expressions among that: what it is follows from what they name. */
  readonly rests: ReadonlyMap<string, string>;
  /** By local name imports that others cannot have from the file, and that something they see rests on. */
  readonly hidden: ReadonlyMap<string, string>;
  /** What users of the file need not name: what is inherited. */
  readonly inherited: string;
  /** Names that are passed on, or come in, without being named. */
  readonly passed: string;
}

/** Languages in which what a file imports can be had from it: of Rust's, modules below one see it. */
export const WITH_VISIBLE_IMPORTS = new Set(["python", "rust"]);
const MAKERS = new Set(["constructor", "__init__"]);
const BETWEEN = "\u0001";

export function surfaceOf(facts: Facts): Surface {
  const told = new Map<string, string>();
  const rests = new Map<string, string>();
  const inherited = [facts.language, facts.namespace];
  const inside = insideOf(facts);
  facts.definitions.forEach((one, index) => {
    if (inside.visible[index] !== index) return;
    const around = facts.definitions[one.container]?.name;
    const flags = `${one.kind} ${one.isExported} ${one.isStatic} ${one.typeParameters}`;
    const text = `${one.type}${BETWEEN}${one.value}${BETWEEN}${one.bases}${inside.textOf(index)}`;
    append(told, one.name, `${around}${BETWEEN}${flags}${BETWEEN}${text}`);
    append(rests, one.name, text);
    if (one.bases.length > 0) inherited.push(`${one.name}<${one.bases}`);
  });
  for (const { name, scope, type, value } of facts.bindings) {
    if (scope >= 0) continue;
    append(told, name, `${type}${BETWEEN}${value}`);
    append(rests, name, `${type}${BETWEEN}${value}`);
  }
  const passed = addPassedOn(facts, told, rests);
  const hidden = hiddenImports(facts, rests);
  return { told, rests, hidden, inherited: inherited.join("\n"), passed };
}

function append<K>(to: Map<K, string>, name: K, text: string): void {
  to.set(name, `${to.get(name) ?? ""}${text}\n`);
}

const importText = ({ specifier, imported, isReexport }: Import) =>
  `${specifier}${BETWEEN}${imported}${BETWEEN}${isReexport}`;

/** What is imported here and seen by others, and what has another name for them. Gives what comes unnamed. */
function addPassedOn(
  { language, imports, exportNames }: Facts,
  told: Map<string, string>,
  rests: Map<string, string>,
): string {
  const passed: string[] = [];
  for (const one of imports) {
    const isSeen = one.isReexport || WITH_VISIBLE_IMPORTS.has(language);
    if (one.local === "*" || (isSeen && one.imported === "*")) passed.push(importText(one));
    if (!isSeen) continue;
    append(told, one.local, importText(one));
    append(rests, one.local, one.imported);
  }
  for (const { exported, local } of exportNames) {
    append(told, exported, `\u0002${local}`);
    append(rests, exported, local);
  }
  return passed.join("\n");
}

function hiddenImports(
  { language, imports }: Facts,
  rests: ReadonlyMap<string, string>,
): Map<string, string> {
  const hidden = new Map<string, string>();
  if (WITH_VISIBLE_IMPORTS.has(language) || imports.length === 0) return hidden;
  const said = new Set([...rests.values()].flatMap(namesIn));
  for (const one of imports) {
    if (!one.isReexport && said.has(one.local)) append(hidden, one.local, importText(one));
  }
  return hidden;
}

/** By definition: itself when others see it, else the one around it that they see; -1 for none. */
function visibleDefinitions(definitions: readonly Definition[]): Int32Array {
  const visible = new Int32Array(definitions.length).fill(-1);
  definitions.forEach((one, index) => {
    const around = definitions[one.container];
    const outer = around === undefined ? -1 : (visible[one.container] ?? -1);
    const isInside =
      around !== undefined && (outer !== one.container || isCallable(around) || outer < 0);
    visible[index] = one.kind === "lambda" || isInside ? outer : index;
  });
  return visible;
}

const isCallable = ({ kind }: Definition) => kind === "function" || kind === "method";

/** What is inside of something that others see, by the name it has there. */
interface Inner {
  readonly name: string;
  readonly text: string;
  /** Told in any case: by what parameters are, others choose among overloads and infer. */
  readonly isAlways: boolean;
  /** Of a definition: its own index, and of what it is in. */
  readonly index: number;
  readonly container: number;
}

function insideOf({ definitions, bindings }: Facts) {
  const visible = visibleDefinitions(definitions);
  const within = new Map<number, Inner[]>();
  const add = (scope: number, one: Inner) => {
    const owner = visible[scope] ?? -1;
    if (owner < 0) return;
    const all = within.get(owner);
    if (all === undefined) within.set(owner, [one]);
    else all.push(one);
  };
  for (const one of bindings) add(one.scope, innerBinding(one, definitions));
  definitions.forEach((one, index) => {
    if (visible[index] !== index) add(index, innerDefinition(one, index));
  });
  const given = givenInMakers(definitions);
  const textOf = (owner: number): string => {
    const inner = within.get(owner);
    const own = definitions[owner];
    if (inner === undefined || own === undefined) return "";
    const asks = `${own.type} ${own.value} ${own.bases} ${given.get(owner) ?? ""}`;
    return reached(inner, asks)
      .map(({ text }) => BETWEEN + text)
      .join("");
  };
  return { visible, textOf };
}

function innerBinding(one: Binding, definitions: readonly Definition[]): Inner {
  const { name, scope, parameter, type, value } = one;
  const around = definitions[scope];
  // Of an interface that can be called, each way to call it is a lambda.
  const isSeen = around?.kind !== "lambda" || definitions[around.container]?.kind === "interface";
  const isTold = parameter >= 0 || name === boundOf(name.slice(1, -1));
  const text = `${name} ${parameter} ${type} ${value}`;
  const isAlways = isSeen && isTold && type !== "";
  return { name: namesIn(name)[0] ?? "", text, isAlways, index: -1, container: -1 };
}

function innerDefinition(one: Definition, index: number): Inner {
  const { name, kind, container, type, value, bases, isStatic, typeParameters } = one;
  const text = `${name} ${kind} ${isStatic} ${typeParameters} ${type} ${value} ${bases}`;
  return { name, text, isAlways: false, index, container };
}

/** What a property is given may be a parameter or a local of the constructor: by constructor what is given. */
function givenInMakers(definitions: readonly Definition[]): Map<number, string> {
  const makers = new Map<number, number[]>();
  definitions.forEach((one, index) => {
    if (one.kind !== "method" || !MAKERS.has(one.name)) return;
    makers.set(one.container, [...(makers.get(one.container) ?? []), index]);
  });
  const given = new Map<number, string>();
  for (const one of makers.size === 0 ? [] : definitions) {
    if (one.kind !== "property" || one.value === "") continue;
    for (const maker of makers.get(one.container) ?? []) append(given, maker, one.value);
  }
  return given;
}

/** What is told in any case, what the text names, what that names in turn, and what is defined within it. */
function reached(inner: readonly Inner[], asks: string): Inner[] {
  const byName = Map.groupBy(inner, ({ name }) => name);
  const byContainer = Map.groupBy(inner, ({ container }) => container);
  const found = new Set<Inner>();
  const open: Inner[] = [];
  const take = (some: readonly Inner[] = []) => {
    for (const one of some) {
      if (found.has(one)) continue;
      found.add(one);
      open.push(one);
    }
  };
  const takeNames = (text: string) => {
    for (const name of namesIn(text)) take(byName.get(name));
  };
  takeNames(asks);
  take(inner.filter(({ isAlways }) => isAlways));
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    takeNames(one.text);
    if (one.index >= 0) take(byContainer.get(one.index));
  }
  return inner.filter((one) => found.has(one));
}
