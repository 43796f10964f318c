/** Converts matches to definitions: functions, classes, their members, and parameters that are also members. */

import { splitTypes } from "./comma-list.ts";
import { boundOf, RESULT_OF, type SymbolKind } from "./facts.ts";
import { lambda } from "./facts-codec.ts";
import type { Item } from "./parser/items.ts";
import { bindPattern } from "./pattern.ts";
import {
  chainAt,
  type DefinitionDraft,
  decoratorsOf,
  define,
  innermost,
  isInFunction,
  lineAt,
  partOf,
  type Sweep,
  typeText,
} from "./sweep.ts";
import { bindAgain, refersTo } from "./take-bindings.ts";
import { either } from "./text/alternatives.ts";

export function takeDefinition(sweep: Sweep, item: Item, kind: SymbolKind | "extension"): void {
  if (isSameNode(sweep, item)) return;
  if (kind === "variable" && isInFunction(sweep)) {
    bindAgain(sweep, item);
    return;
  }
  const name = item.name === undefined ? "default" : unquoted(partOf(sweep, item.name));
  if (name === null || (kind === "variable" && isRepeated(sweep, name, item))) return;
  const nameStart = item.name?.start ?? item.start;
  const head = sweep.text.slice(Math.max(item.start, nameStart - 200), nameStart);
  const index = define(sweep, item, {
    name,
    kind: kind === "extension" ? "function" : kindOf(sweep, item, kind, head),
    head,
  });
  if (kind === "variable") repeatType(sweep, index);
  sweep.open.push(index);
}

const ONLY_COMMENTS = /^(?:\s|\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)*$/;

/** Copies the type of the previous constant: in Go's constant lists, a name alone has the type of the one above it. */
function repeatType(sweep: Sweep, index: number): void {
  const [own, above] = [sweep.definitions[index], sweep.definitions[index - 1]];
  if (own === undefined || own.type !== "" || own.value !== "" || above?.kind !== "variable")
    return;
  const [end = 0, start = 0] = [sweep.spans[index - 1]?.end, sweep.spans[index]?.start];
  if (ONLY_COMMENTS.test(sweep.text.slice(end, start))) own.type = above.type;
}

/** Returns whether a more specific pattern has matched the same node. */
function isSameNode(sweep: Sweep, item: Item): boolean {
  const last = sweep.spans.at(-1);
  const isSame = last !== undefined && last.start === item.start && last.end === item.end;
  return isSame && sweep.definitions.at(-1)?.kind !== "impl";
}

function kindOf(sweep: Sweep, item: Item, kind: SymbolKind, head: string): SymbolKind {
  const container = sweep.definitions[innermost(sweep)]?.kind;
  const isMember = container === "class" || container === "impl" || container === "interface";
  if (kind === "variable") return isMember ? "property" : kind;
  if (kind !== "function" && kind !== "method") return kind;
  const isProperty = decoratorsOf(sweep, item).some((one) =>
    /(?:^|\.)(?:cached_)?property$|\.setter$/.test(one),
  );
  if (isProperty) return "property";
  if (kind === "method" && /(?:^|\s)(?:get|set)\s+$/.test(head)) return "property";
  return isMember ? "method" : kind;
}

/**
 * Returns whether the name was assigned before in the same scope. The first assignment is the definition; if it had no value,
 * it gets this value.
 */
function isRepeated(sweep: Sweep, name: string, item: Item): boolean {
  const key = `${innermost(sweep)} ${name}`;
  const existingIndex = sweep.named.get(key);
  const first = existingIndex === undefined ? undefined : sweep.definitions[existingIndex];
  if (first === undefined) return false;
  if (first.kind === "interface" || first.kind === "type_alias") {
    // A type and a value may have the same name: from here on the name refers to the value.
    sweep.named.delete(key);
    return false;
  }
  const isHolder = first.kind === "variable" || first.kind === "property";
  const chain = chainAt(sweep, item.value);
  if (isHolder && !refersTo(chain, name)) first.value = either(first.value, chain);
  return true;
}

/** Opens a definition for members of a type that is defined elsewhere, named after the type. */
export function takeReceiver(sweep: Sweep, item: Item): void {
  const name = /[\p{ID_Start}_][\p{ID_Continue}]*/u.exec(
    partOf(sweep, item.name).replace(
      /^[\s*&(]*(?:'\w+\s+)?(?:mut\s+|dyn\s+)?(?:\w+(?:::|\.))*/,
      "",
    ),
  )?.[0];
  if (name === undefined) return;
  sweep.open.push(define(sweep, item, { name, kind: "impl", head: "" }));
}

/** A macro that defines a function with the name it receives, and that function's return type. */
const WRITES_FUNCTION = /\bfn\s+\$(\w+)[^{;]*?(?:->\s*([^{;$]+?)\s*)?(?:\bwhere\b|\{)/;

/** `handler!(get, GET);` is where `get` is defined, when `handler!` writes `fn $name`. */
export function takeGenerated(sweep: Sweep, item: Item): void {
  if (isInFunction(sweep) || item.name === undefined) return;
  const macro = partOf(sweep, item.value);
  const index = [...sweep.open, -1]
    .map((scope) => sweep.named.get(`${scope} ${macro}`))
    .find((one) => one !== undefined);
  const span = sweep.spans[index ?? -1];
  const written = span && WRITES_FUNCTION.exec(sweep.text.slice(span.start, span.end));
  if (written === null || written === undefined) return;
  const [, parameter = "", type = ""] = written;
  if (!new RegExp(`\\$${parameter}\\s*:\\s*ident`).test(sweep.text.slice(span?.start, span?.end)))
    return;
  const kind = kindOf(sweep, item, "function", "");
  const made = define(sweep, item, { name: partOf(sweep, item.name), kind, head: "pub" });
  const own = sweep.definitions[made];
  if (own !== undefined) [own.type, own.value] = [type.replace(/\s+/g, " "), ""];
  sweep.open.push(made);
}

export function takeLambda(sweep: Sweep, item: Item): void {
  if (sweep.namedFunctions.has(item.start) || isSameNode(sweep, item)) return;
  const result = item.type === undefined ? "" : `${RESULT_OF}${typeText(sweep, item.type)}`;
  openLambda(sweep, item, sweep.contexts.get(item.start) ?? result);
}

function openLambda(sweep: Sweep, item: Item, context: string): void {
  const lines = [item.row + 1, lineAt(sweep, item.end)] as const;
  sweep.definitions.push(lambda(innermost(sweep), ...lines, context) as DefinitionDraft);
  sweep.spans.push({ start: item.start, end: item.end });
  sweep.open.push(sweep.definitions.length - 1);
}

export function takeBase(sweep: Sweep, item: Item): void {
  const own = sweep.definitions[innermost(sweep)];
  // An unnamed class in a lambda: lambdas have no bases and share one empty list.
  if (own === undefined || own.kind === "lambda") return;
  // For grammars in which the type arguments are outside of the node they belong to.
  const { name = item, type } = item;
  own.bases.push(typeText(sweep, { start: name.start, end: type?.end ?? name.end }));
}

export function takeTypeParameters(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const own = sweep.definitions[scope];
  if (own === undefined || own.kind === "lambda") return;
  for (const part of splitTypes(sweep.text.slice(item.start + 1, item.end - 1))) {
    // Longer text is not a list of names, and the pattern's time grows quadratically.
    const match = part.length > MAX_PARAMETER_CHARS ? null : TYPE_PARAMETER.exec(part);
    if (match?.[1] === undefined) continue;
    own.typeParameters.push(match[1]);
    addBound(sweep, scope, match[1], match[2] ?? "");
  }
  // Members of an inline type there are not members of the class.
  const isType = own.kind === "class" || own.kind === "interface" || own.kind === "type_alias";
  if (isType && sweep.text.slice(item.start, item.end).includes("{")) openLambda(sweep, item, "");
}

const MAX_PARAMETER_CHARS = 2000;
/** A type parameter's name and bound: `T extends A`, `T: A + B`, Go's `T A`. */
const TYPE_PARAMETER =
  /^\s*(?:const\s+|in\s+|out\s+)*(\p{ID_Continue}+)(?:(?:\s*(?:\bextends\b|:)\s*|\s+(?!=))([\s\S]+?)(?:\s+=\s[\s\S]*)?)?(?:\s*=(?!>)[\s\S]*)?$/u;

/** Adds the bound of `where T: A`. */
export function takeBound(sweep: Sweep, item: Item): void {
  addBound(sweep, innermost(sweep), partOf(sweep, item.name), partOf(sweep, item.type));
}

function addBound(sweep: Sweep, scope: number, name: string, bound: string): void {
  const type = bound
    .replace(/^\s*:\s*/, "")
    .replace(/\s*\+\s*/g, " & ")
    .replace(/\s+/g, " ")
    .trim();
  if (type === "" || type.length > MAX_BOUND_CHARS) return;
  sweep.bindings.push({ name: boundOf(name), scope, parameter: -1, type, value: "" });
}

const MAX_BOUND_CHARS = 200;

/**
 * Records a returned value; several become alternatives. A function that first returns its object, an object literal or
 * yielded values gets no alternatives.
 */
export function takeReturn(sweep: Sweep, item: Item): void {
  const own = sweep.definitions[innermost(sweep)];
  if (own === undefined || own.type !== "") return;
  if (own.kind === "function" || own.kind === "method" || own.kind === "property") {
    const chain = chainAt(sweep, item);
    if (own.value === "" && chain !== "#" && chain !== '"') own.value = chain;
    else if (!WITHOUT_ALTERNATIVES.test(own.value)) own.value = either(own.value, chain);
  }
}

/** Matches chains that get no alternatives: the object itself, an object literal and yielded values. */
const WITHOUT_ALTERNATIVES = /^(?:this|self|cls\(\)|Self(?:\(\)|\^)?)$|^[{*]/;

/** Records the values of a generator (see `results.ts` of the linker). */
export function takeYielded(sweep: Sweep, item: Item): void {
  const own = sweep.definitions[innermost(sweep)];
  if (own === undefined || own.type !== "" || own.value !== "") return;
  const chain = own.kind === "function" || own.kind === "method" ? chainAt(sweep, item) : "";
  if (chain !== "" && chain !== "#" && chain !== '"') own.value = `*${chain}`;
}

/** Reads `this.x = …` as a property and `exports.x = …` as an export. */
export function takeAssigned(sweep: Sweep, item: Item): void {
  const written = partOf(sweep, item.name);
  const left = sweep.language.dialect.plain?.(written) ?? written;
  const self = /^(this|self|cls)\.([\p{ID_Start}_$#][\p{ID_Continue}$]*)$/u.exec(left)?.[2];
  if (self !== undefined) addMember(sweep, item, self, chainAt(sweep, item.value));
  else if (sweep.language.readExport !== undefined && innermost(sweep) < 0) {
    const name = /^(?:module\.)?exports(?:\.([\p{ID_Continue}$]+))?$/u.exec(left);
    if (name !== null) takeCommonJsExport(sweep, item, name[1]);
  }
}

/** Matches a class or function used as a value, with its kind and its name. */
const WRITTEN =
  /^(?:(class)\b(?:\s+(?!extends\b)([\p{ID_Start}_$][\p{ID_Continue}$]*))?|(?:async\s+)?function\b\s*\*?\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)?|(?:async\s*)?(?:\([^()]*\)|[\p{ID_Start}_$][\p{ID_Continue}$]*)\s*=>)/u;

/**
 * Defines the class or function of `module.exports = class Name {}` under its own name and exports it under the assigned
 * name.
 */
function takeWritten(
  sweep: Sweep,
  item: Item,
  exported: string,
  [, isClass, className, functionName]: RegExpExecArray,
): void {
  const name = className ?? functionName ?? exported;
  const start = item.value?.start ?? item.start;
  const kind = isClass === undefined ? "function" : "class";
  sweep.namedFunctions.add(start);
  const index = define(
    sweep,
    { ...item, name: namedAt(sweep, item, name) },
    { name, kind, head: "" },
  );
  const own = sweep.definitions[index];
  if (own !== undefined) [own.isExported, own.value] = [true, ""];
  if (name !== exported) sweep.exportNames.push({ exported, local: name });
  sweep.open.push(index);
}

/** Returns where the name is written: after `class` or `function`, otherwise in the target of the assignment. */
function namedAt(sweep: Sweep, { value, name, start }: Item, written: string): Item["name"] {
  const from = value?.start ?? start;
  const behind = sweep.text
    .slice(from, from + 200)
    .search(new RegExp(`\\b${written.replace(/\$/g, "\\$")}\\b`));
  if (behind < 0 || name === undefined) return name;
  const at = from + behind;
  const row = lineAt(sweep, at + 1) - 1;
  return { start: at, end: at + written.length, row, column: at - (sweep.lineStarts[row] ?? 0) };
}

/** Adds a CommonJS export. `name` is undefined for `module.exports = …`. */
function takeCommonJsExport(sweep: Sweep, item: Item, name: string | undefined): void {
  const value = chainAt(sweep, item.value);
  const written = WRITTEN.exec(partOf(sweep, item.value));
  if (written !== null) takeWritten(sweep, item, name ?? "default", written);
  else if (/^[\p{ID_Continue}$]+$/u.test(value)) {
    sweep.exportNames.push({ exported: name ?? "default", local: value });
  } else if (name !== undefined) {
    const index = define(sweep, item, { name, kind: "variable", head: "" });
    const own = sweep.definitions[index];
    if (own !== undefined) own.isExported = true;
    sweep.open.push(index);
  } else if (value === "{") {
    // `module.exports = { a, b: c }`
    for (const [local, chain] of bindPattern(partOf(sweep, item.value), "")) {
      const exported = chain.replace(/^\./, "");
      if (/^[\p{ID_Continue}$]+$/u.test(exported)) sweep.exportNames.push({ exported, local });
    }
  }
}

/** Defines a property of the object of a constant, `const api = { load, save: store }`, with the value that is named. */
export function takeMember(sweep: Sweep, item: Item): void {
  const at = innermost(sweep);
  if (sweep.definitions[at]?.kind !== "variable") return;
  define(
    sweep,
    { ...item, value: item.value ?? item.name },
    { name: partOf(sweep, item.name), kind: "property", head: "" },
  );
}

export function addMember(sweep: Sweep, item: Item, name: string, value: string): void {
  let at = innermost(sweep);
  while (at >= 0 && sweep.definitions[at]?.kind !== "class") {
    at = sweep.definitions[at]?.container ?? -1;
  }
  if (at < 0 || name === "") return;
  const existing = sweep.definitions[sweep.named.get(`${at} ${name}`) ?? -1];
  if (existing !== undefined) {
    const isOpen = existing.kind === "property" && existing.type === "" && existing.value === "";
    if (isOpen) existing.value = value;
    return;
  }
  const index = define(sweep, item, { name, kind: "property", head: "" }, at);
  const own = sweep.definitions[index];
  if (own === undefined || item.name === undefined) return;
  own.value = value;
  // In `self.name` the name is the last part.
  own.nameColumn += Math.max(0, item.name.end - item.name.start - name.length);
}

/** Returns a `"quoted"` name without its quotes; null for a computed name. */
function unquoted(name: string): string | null {
  if (name.startsWith("[")) return null;
  return name.replace(/^(["'`])(.*)\1$/s, "$2");
}
