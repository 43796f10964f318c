/** Converts matches in C and C++ to definitions and bindings. Declarators are read from the text (declarators.ts). */
import { splitTypes } from "../comma-list.ts";
import { chainOf } from "../expression.ts";
import { DECLARED_ONLY, MACRO, type SymbolKind } from "../facts.ts";
import type { Item } from "../parser/items.ts";
import { define, innermost, isInFunction, lineAt, partOf, type Sweep } from "../sweep.ts";
import { takeCall } from "../take-uses.ts";
import { type Declarator, readDeclarator } from "./declarators.ts";
import { stateOf } from "./state.ts";
import { bindLocal } from "./take-cpp-bindings.ts";
import { addMade } from "./take-cpp-uses.ts";

const MAX_BETWEEN = 400;

/** Remembers the parameters of a template for the definition after them. */
export function takeTemplate(sweep: Sweep, item: Item): void {
  const names = splitTypes(sweep.text.slice(item.start + 1, item.end - 1)).flatMap((part) => {
    const bare = part.length > MAX_BETWEEN ? "" : part.replace(/\s*=[\s\S]*$/, "");
    return /([\p{ID_Start}_][\p{ID_Continue}]*)\s*$/u.exec(bare)?.[1] ?? [];
  });
  stateOf(sweep).template = { names, end: item.end };
}

function templateBefore(sweep: Sweep, start: number): readonly string[] {
  const state = stateOf(sweep);
  const { template } = state;
  if (template === undefined || start < template.end) return [];
  state.template = undefined;
  const isNear = start - template.end < MAX_BETWEEN;
  return isNear && !/[;{}]/.test(sweep.text.slice(template.end, start)) ? template.names : [];
}

export function takeUnnamed(sweep: Sweep, item: Item): void {
  stateOf(sweep).unnamedEnd = item.end;
}

export function takeFriend(sweep: Sweep, item: Item): void {
  stateOf(sweep).friendEnd = item.end;
}

/** Opens a namespace, `a::b` as two. Members of an inline namespace belong to the one around it. */
export function takeNamespaceBlock(sweep: Sweep, item: Item): void {
  if (item.name === undefined || /^inline\b/.test(sweep.text.slice(item.start, item.start + 8)))
    return;
  for (const name of partOf(sweep, item.name).split(/\s*::\s*(?:inline\s+)?/)) {
    sweep.open.push(define(sweep, item, { name, kind: "module", head: "" }));
  }
}

/** Takes a class, structure, union or enumeration with a body. */
export function takeType(sweep: Sweep, item: Item, kind: SymbolKind): void {
  const read = item.name && readDeclarator(partOf(sweep, item.name));
  if (read === undefined || item.name === undefined) return;
  const names = templateBefore(sweep, item.start);
  const index = define(
    sweep,
    { ...item, name: nameAt(sweep, item.name.start, read), type: undefined, value: undefined },
    { name: read.name, kind, head: "" },
    ownerOf(sweep, item, read),
  );
  const own = sweep.definitions[index];
  if (own !== undefined) {
    own.typeParameters.push(...names);
    own.isExported = isShared(sweep, item.start, "");
    // The names of `enum class` are not visible outside of it.
    own.isStatic = kind === "enum" && /^enum\s+(?:class|struct)\b/.test(partOf(sweep, item));
  }
  sweep.open.push(index);
}

/** Takes `class A;` or `struct A *a`: a file that says so may mean a type that none of its headers defines. */
export function takeAnnounced(sweep: Sweep, item: Item): void {
  const name = partOf(sweep, item.name);
  const { announced } = stateOf(sweep);
  if (announced.has(name)) return;
  announced.add(name);
  const whole = { specifier: `::${name}`, imported: "", local: name, isReexport: false };
  sweep.imports.push({ ...whole, line: item.row + 1, scope: -1 });
}

/** Takes a function with its body. */
export function takeFunction(sweep: Sweep, item: Item): void {
  if (item.name === undefined) return;
  const text = partOf(sweep, item.name);
  const read = readDeclarator(text);
  if (read?.isFunction !== true || NO_FUNCTIONS.has(read.name)) return;
  const isTyped = item.type !== undefined || read.owner.length > 0;
  // `FOR_EACH(a, b) { … }` looks like a function without a type.
  if (!isTyped && isInFunction(sweep)) addMacroUse(sweep, item, item.name.start, read);
  else if (!isTyped && /^[A-Z][A-Z0-9_]+$/.test(read.name) && !isInClass(sweep)) {
    addMadeFunction(sweep, item, text, read);
    addMacroUse(sweep, item, item.name.start, read);
  } else addFunction(sweep, item, item.name.start, text, read);
}

const isInClass = (sweep: Sweep) => sweep.definitions[innermost(sweep)]?.kind === "class";

function addMacroUse(sweep: Sweep, item: Item, at: number, { start, end }: Declarator): void {
  takeCall(sweep, { ...item, start: at + start, end: at + end, role: "call" });
}

/** Takes a function that a macro makes: `TEST(Suite, name) { … }` is named after the arguments. */
function addMadeFunction(sweep: Sweep, item: Item, text: string, read: Declarator): void {
  const list = text.slice(read.end).replace(/^\s*\(|\)[^)]*$/g, "");
  const name =
    list.length > 200 || !/^[\w\s,]+$/.test(list) ? read.name : list.replace(/[\s,]+/g, "_");
  sweep.open.push(
    define(
      sweep,
      { ...item, name: nameAt(sweep, item.name?.start ?? item.start, read), value: undefined },
      { name, kind: "function", head: "" },
    ),
  );
}

/** Words before a bracket that the grammar can mistake for a function's name in code it does not understand. */
const NO_FUNCTIONS = new Set([
  "if",
  "while",
  "for",
  "switch",
  "return",
  "sizeof",
  "defined",
  "else",
]);

function addFunction(sweep: Sweep, item: Item, at: number, text: string, read: Declarator): void {
  const state = stateOf(sweep);
  const isFriend = item.start < state.friendEnd;
  const container = isFriend ? namespaceAround(sweep) : ownerOf(sweep, item, read);
  const isMember = CLASSES.has(sweep.definitions[container]?.kind ?? "");
  const head = headOf(sweep, at + read.start);
  const index = define(
    sweep,
    { ...item, name: nameAt(sweep, at, read), value: undefined },
    { name: read.name, kind: isMember ? "method" : "function", head },
    container,
  );
  sweep.open.push(index);
  const own = sweep.definitions[index];
  if (own === undefined) return;
  own.typeParameters.push(...templateBefore(sweep, item.start));
  own.isStatic = isMember && /\bstatic\b/.test(head);
  own.isExported = isMember || isShared(sweep, item.start, head);
  const owner = read.owner.at(-1) ?? sweep.definitions[container]?.name;
  // A macro before a constructor looks like its result.
  const isMaker = isMember && (read.name.startsWith("~") || read.name === owner);
  own.type = isMaker ? "" : resultOf(sweep, own.type, text, read, item);
  state.parameterEnd = -1;
  state.listEnds.set(index, at + text.length);
}

const CLASSES: ReadonlySet<string> = new Set(["class", "impl"]);

/** Returns a function's result type, which may follow its parameters: `auto f() -> T`. */
function resultOf(sweep: Sweep, type: string, text: string, read: Declarator, item: Item): string {
  const conversion = /^operator\s+([\w:].*)$/s.exec(read.name)?.[1];
  if (conversion !== undefined) return plainly(sweep, conversion.slice(0, MAX_TYPE));
  if (type !== "" || item.type === undefined) return type;
  const trailing = /\)[^()]*->\s*([^{;]+)$/.exec(text.slice(-MAX_TYPE))?.[1];
  return trailing === undefined ? "" : plainly(sweep, trailing);
}

/** Characters of a type that are read. Longer ones are rare, and patterns over them are slow. */
const MAX_TYPE = 300;

const plainly = ({ language }: Sweep, type: string) => language.dialect.plainType?.(type) ?? "";

/** Returns the text before a name in its declaration, which has `static`. */
function headOf({ text }: Sweep, nameStart: number): string {
  return text.slice(Math.max(0, nameStart - 200), nameStart).replace(/^[\s\S]*[;{}]/, "");
}

/** Returns whether other files can use a definition: not if it is `static` or in an unnamed namespace. */
function isShared(sweep: Sweep, start: number, head: string): boolean {
  return start >= stateOf(sweep).unnamedEnd && !/\bstatic\b/.test(head);
}

function nameAt(
  sweep: Sweep,
  offset: number,
  { start, end }: Declarator,
): NonNullable<Item["name"]> {
  const at = offset + start;
  const line = lineAt(sweep, at + 1);
  return {
    start: at,
    end: offset + end,
    row: line - 1,
    column: at - (sweep.lineStarts[line - 1] ?? 0),
  };
}

function namespaceAround(sweep: Sweep): number {
  let at = innermost(sweep);
  while (at >= 0 && sweep.definitions[at]?.kind !== "module")
    at = sweep.definitions[at]?.container ?? -1;
  return at;
}

/** Returns the container of a definition; for `A::f` one that holds members of A, wherever A is defined. */
function ownerOf(sweep: Sweep, item: Item, { owner }: Declarator): number {
  const around = innermost(sweep);
  if (owner.length === 0) return around;
  const { owners } = stateOf(sweep);
  const name = owner.join(".");
  const key = `${around} ${name}`;
  let index = owners.get(key);
  if (index === undefined) {
    const whole = { ...item, name: undefined, type: undefined, value: undefined };
    index = define(sweep, whole, { name, kind: "impl", head: "" });
    owners.set(key, index);
  }
  return index;
}

/** Takes a name that is declared without an initial value: a function, a variable, a member, a local variable. */
export function takeDeclared(sweep: Sweep, item: Item): void {
  const text = partOf(sweep, item);
  const read = readDeclarator(text);
  if (read === undefined) return;
  if (isInFunction(sweep)) {
    if (!read.isFunction) bindLocal(sweep, item, read, "");
    else if (isObject(text, read)) {
      bindLocal(sweep, item, read, "");
      addMade(sweep, item.type);
    }
    return;
  }
  if (!read.isFunction) addVariable(sweep, item, read, "");
  else if (item.start >= stateOf(sweep).friendEnd) {
    addFunction(sweep, item, item.start, text, read);
    const own = sweep.definitions[innermost(sweep)];
    if (own !== undefined) own.value = DECLARED_ONLY;
  }
}

/** Returns whether `A a(b);` in a function makes an object, rather than declaring a function. */
function isObject(text: string, read: Declarator): boolean {
  const list = text.slice(text.indexOf("(", read.end) + 1).slice(0, 300);
  return !/^\s*(?:void\s*)?\)|^[^()]*\b(?:const|int|char|void|long|unsigned|struct|bool|double|float|size_t)\b|[*&]\s*[,)]|\w\s+[*&]*\w/.test(
    list,
  );
}

/** Takes a name that is declared with its initial value. */
export function takeInitialized(sweep: Sweep, item: Item): void {
  const text = partOf(sweep, item);
  const read = readDeclarator(text);
  if (read === undefined) return;
  const rest = text.slice(read.end);
  const value = chainOf(
    /^[^=({]*=(?!=)\s*([\s\S]*)$/.exec(rest)?.[1] ?? "",
    sweep.language.dialect,
  );
  const isMade = /^\s*[({]/.test(rest);
  if (isInFunction(sweep)) bindLocal(sweep, item, read, value);
  else addVariable(sweep, item, read, value);
  if (isMade) addMade(sweep, item.type);
}

function addVariable(sweep: Sweep, item: Item, read: Declarator, value: string): void {
  const around = sweep.definitions[innermost(sweep)]?.kind ?? "";
  if (read.owner.length > 0 || item.start < stateOf(sweep).friendEnd) return;
  const head = headOf(sweep, item.start + read.start);
  const isMember = around === "class";
  const index = define(
    sweep,
    { ...item, name: nameAt(sweep, item.start, read), value: undefined },
    { name: read.name, kind: isMember ? "property" : "variable", head },
  );
  const own = sweep.definitions[index];
  if (own === undefined) return;
  const isOnly = value === "" && /\bextern\b/.test(head.replace(/"[^"]*"/g, ""));
  own.value = isOnly ? DECLARED_ONLY : value;
  if (read.isIndirect) own.type = "";
  own.isStatic = isMember && /\bstatic\b/.test(head);
  own.isExported = isMember || isShared(sweep, item.start, head);
  sweep.open.push(index);
}

/** Takes `typedef T name;`. The name of an unnamed structure is its own. */
export function takeAlias(sweep: Sweep, item: Item): void {
  const read = readDeclarator(
    item.name === undefined ? partOf(sweep, item) : partOf(sweep, item.name),
  );
  if (read === undefined) return;
  const written = partOf(sweep, item.type);
  if (/^(?:struct|union|class|enum)\b[^{]{0,80}\{/.test(written) && UNNAMED.test(written)) return;
  const type = read.isIndirect || read.isFunction ? "" : plainly(sweep, written.slice(0, MAX_TYPE));
  if (type === read.name) return;
  const at = item.name?.start ?? item.start;
  const index = define(
    sweep,
    { ...item, name: nameAt(sweep, at, read), type: undefined, value: undefined },
    { name: read.name, kind: "type_alias", head: "" },
  );
  const own = sweep.definitions[index];
  if (own === undefined) return;
  own.type = type;
  own.typeParameters.push(...templateBefore(sweep, item.start));
}

const UNNAMED = /^(?:struct|union|class|enum)\s*(?:__attribute__\s*\(\(.*?\)\)\s*)?\{/;

export function takeEnumerator(sweep: Sweep, item: Item): void {
  const around = sweep.definitions[innermost(sweep)];
  const index = define(sweep, item, { name: partOf(sweep, item.name), kind: "variable", head: "" });
  const own = sweep.definitions[index];
  if (own === undefined) return;
  own.isExported = isShared(sweep, item.start, "");
  if (around?.kind === "enum") own.type = around.name;
}

/** Takes a macro. It belongs to the file, wherever it is written. */
export function takeMacro(sweep: Sweep, item: Item): void {
  const name = partOf(sweep, item.name);
  const hasList = sweep.text[item.name?.end ?? 0] === "(";
  const kind = hasList ? "function" : "variable";
  const opened = OPENS_NAMESPACE.exec(partOf(sweep, item).slice(0, 300))?.[1];
  if (opened !== undefined)
    asMacro(sweep, define(sweep, item, { name: opened, kind: "module", head: "" }, -1));
  const index = define(sweep, item, { name, kind, head: "" }, -1);
  asMacro(sweep, index);
  sweep.open.push(index);
}

/** Matches a macro that opens a namespace. */
const OPENS_NAMESPACE = /(?<!inline\s)\bnamespace\s+(\w+)\s*\{/;

function asMacro(sweep: Sweep, index: number): void {
  const own = sweep.definitions[index];
  if (own !== undefined) [own.type, own.isExported] = [MACRO, true];
}
