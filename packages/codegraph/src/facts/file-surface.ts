/**
 * The surface of a file: what other files see, and the hidden parts this depends on (the locals of a function without a
 * declared type, nested definitions, the imports it names). Used for the hash that detects a change (fingerprint.ts) and for
 * the names whose meaning changes (surface-change.ts).
 */
import { push } from "../maps.ts";
import {
  type Binding,
  boundOf,
  CONSTRUCTORS,
  type Definition,
  type FileFacts,
  type Import,
  nameOfGlobal,
  RESULT_OF,
} from "./facts.ts";
import { hasGlobalNames } from "./languages/languages.ts";
import { namesIn } from "./mentioned-names.ts";
import { addRubyClasses } from "./ruby/ruby-surface.ts";

type Facts = Omit<FileFacts, "surfaceHash">;

export interface Surface {
  /** By name: everything visible under it, in text order, without positions. */
  readonly visible: ReadonlyMap<string, string>;
  /** By name: the types and expressions in it. Its meaning depends on the names in them. */
  readonly rests: ReadonlyMap<string, string>;
  /** By local name: imports that are not exported but that something visible depends on. */
  readonly hidden: ReadonlyMap<string, string>;
  /** What users of the file use without naming it: what is inherited. */
  readonly inherited: string;
  /** Names that are re-exported or imported without being named. */
  readonly passed: string;
}

/** Languages in which other files can use what a file imports. In Rust, modules below a file see its imports. */
export const WITH_VISIBLE_IMPORTS = new Set(["python", "rust"]);
const SEPARATOR = "\u0001";

export function surfaceOf(facts: Facts): Surface {
  const visible = new Map<string, string>();
  const rests = new Map<string, string>();
  const inherited = [facts.language, facts.namespace];
  const inside = insideOf(facts);
  // A name of another namespace is another name for the files that see it without an import.
  const namespace = hasGlobalNames(facts.language) ? facts.namespace : "";
  facts.definitions.forEach((definition, index) => {
    if (inside.visible[index] !== index) return;
    const around = facts.definitions[definition.container]?.name;
    const flags = `${namespace}${definition.kind} ${definition.isExported} ${definition.isStatic} ${definition.typeParameters}`;
    const text = `${definition.type}${SEPARATOR}${definition.value}${SEPARATOR}${definition.bases}${inside.textOf(index)}`;
    append(visible, definition.name, `${around}${SEPARATOR}${flags}${SEPARATOR}${text}`);
    append(rests, definition.name, text);
    if (definition.bases.length > 0) inherited.push(`${definition.name}<${definition.bases}`);
  });
  if (facts.language === "ruby")
    addRubyClasses(
      facts.definitions,
      (name, text) => append(visible, name, text),
      (name, text) => append(rests, name, text),
    );
  for (const { name, scope, type, value } of facts.bindings) {
    if (scope >= 0) continue;
    append(visible, name, `${type}${SEPARATOR}${value}`);
    append(rests, name, `${type}${SEPARATOR}${value}`);
  }
  const passed = addPassedOn(facts, visible, rests);
  const hidden = hiddenImports(facts, rests);
  return { visible, rests, hidden, inherited: inherited.join("\n"), passed };
}

function append<K>(to: Map<K, string>, name: K, text: string): void {
  to.set(name, `${to.get(name) ?? ""}${text}\n`);
}

const importText = ({ specifier, imported, isReexport }: Import) =>
  `${specifier}${SEPARATOR}${imported}${SEPARATOR}${isReexport}`;

/** Adds visible imports and exported aliases. Returns what is imported without being named. */
function addPassedOn(
  { language, imports, exportNames }: Facts,
  visible: Map<string, string>,
  rests: Map<string, string>,
): string {
  const passed: string[] = [];
  for (const item of imports) {
    // What a required file includes at the top level is visible in all files that require it through others.
    if (language === "ruby") passed.push(item.specifier);
    const isSeen = item.isReexport || WITH_VISIBLE_IMPORTS.has(language);
    if (item.local === "*" || (isSeen && item.imported === "*")) passed.push(importText(item));
    if (!isSeen) continue;
    append(visible, item.local, importText(item));
    append(rests, item.local, item.imported);
  }
  for (const { exported, local } of exportNames) {
    const global = nameOfGlobal(exported);
    if (global !== undefined) append(visible, global, `\u0002${exported}`);
    if (global !== undefined) continue;
    append(visible, exported, `\u0002${local}`);
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
  const mentioned = new Set([...rests.values()].flatMap(namesIn));
  for (const item of imports) {
    if (!item.isReexport && mentioned.has(item.local)) append(hidden, item.local, importText(item));
  }
  return hidden;
}

/** Returns, per definition, the definition itself if others see it, else its visible container; -1 for none. */
function visibleDefinitions(definitions: readonly Definition[]): Int32Array {
  const visible = new Int32Array(definitions.length).fill(-1);
  definitions.forEach((definition, index) => {
    const around = definitions[definition.container];
    const outer = around === undefined ? -1 : (visible[definition.container] ?? -1);
    const isInside =
      around !== undefined && (outer !== definition.container || isCallable(around) || outer < 0);
    visible[index] = definition.kind === "lambda" || isInside ? outer : index;
  });
  return visible;
}

const isCallable = ({ kind }: Definition) => kind === "function" || kind === "method";

/** Content of a visible definition, by its name there. */
interface Inner {
  readonly name: string;
  readonly text: string;
  /** Always part of the surface: the types of parameters and call signatures, which overload selection and inference of other files use. */
  readonly isAlways: boolean;
  /** The definition's index, and the index of its container. */
  readonly index: number;
  readonly container: number;
}

function insideOf({ definitions, bindings }: Facts) {
  const visible = visibleDefinitions(definitions);
  const within = new Map<number, Inner[]>();
  const add = (scope: number, inner: Inner) => {
    const owner = visible[scope] ?? -1;
    if (owner < 0) return;
    push(within, owner, inner);
  };
  for (const binding of bindings) add(binding.scope, innerBinding(binding, definitions));
  definitions.forEach((definition, index) => {
    if (visible[index] !== index) add(index, innerDefinition(definition, index));
  });
  const input = suppliedInMakers(definitions);
  const textOf = (owner: number): string => {
    const inner = within.get(owner);
    const own = definitions[owner];
    if (inner === undefined || own === undefined) return "";
    const asks = `${own.type} ${own.value} ${own.bases} ${input.get(owner) ?? ""}`;
    return reached(inner, asks)
      .map(({ text }) => SEPARATOR + text)
      .join("");
  };
  return { visible, textOf };
}

function innerBinding(binding: Binding, definitions: readonly Definition[]): Inner {
  const { name, scope, parameter, type, value } = binding;
  const around = definitions[scope];
  // Each call signature of an interface is a lambda.
  const isSeen = around?.kind !== "lambda" || definitions[around.container]?.kind === "interface";
  const isDeclared = parameter >= 0 || name === boundOf(name.slice(1, -1));
  const text = `${name} ${parameter} ${type} ${value}`;
  const isAlways = isSeen && isDeclared && type !== "";
  return { name: namesIn(name)[0] ?? "", text, isAlways, index: -1, container: -1 };
}

function innerDefinition(definition: Definition, index: number): Inner {
  const { name, kind, container, type, value, bases, isStatic, typeParameters } = definition;
  const text = `${name} ${kind} ${isStatic} ${typeParameters} ${type} ${value} ${bases}`;
  const isAlways = kind === "lambda" && value.startsWith(RESULT_OF);
  return { name, text, isAlways, index, container };
}

/** Returns, per constructor, the values assigned to properties, which may be parameters or locals of the constructor. */
function suppliedInMakers(definitions: readonly Definition[]): Map<number, string> {
  const makers = new Map<number, number[]>();
  definitions.forEach((definition, index) => {
    if (definition.kind !== "method" || !CONSTRUCTORS.has(definition.name)) return;
    makers.set(definition.container, [...(makers.get(definition.container) ?? []), index]);
  });
  const input = new Map<number, string>();
  for (const definition of makers.size === 0 ? [] : definitions) {
    if (definition.kind !== "property" || definition.value === "") continue;
    for (const maker of makers.get(definition.container) ?? [])
      append(input, maker, definition.value);
  }
  return input;
}

/**
 * Returns the content that is always visible, the content the text names, what that names in turn, and what is defined within
 * it.
 */
function reached(inner: readonly Inner[], asks: string): Inner[] {
  const byName = Map.groupBy(inner, ({ name }) => name);
  const byContainer = Map.groupBy(inner, ({ container }) => container);
  const found = new Set<Inner>();
  const open: Inner[] = [];
  const take = (some: readonly Inner[] = []) => {
    for (const item of some) {
      if (found.has(item)) continue;
      found.add(item);
      open.push(item);
    }
  };
  const takeNames = (text: string) => {
    for (const name of namesIn(text)) take(byName.get(name));
  };
  takeNames(asks);
  take(inner.filter(({ isAlways }) => isAlways));
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    takeNames(item.text);
    if (item.index >= 0) take(byContainer.get(item.index));
  }
  return inner.filter((item) => found.has(item));
}
