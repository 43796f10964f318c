/** Converts Kotlin's own matches: receivers of extensions, parameters, lambdas, companions and infix calls. */
import { chainOf } from "../expression.ts";
import type { Item } from "../parser/items.ts";
import { chainAt, define, innermost, partOf, type Sweep, typeText } from "../sweep.ts";
import { takeLambda } from "../take-definitions.ts";
import { addCall } from "../take-uses.ts";
import { stepOfEach } from "../text/alternatives.ts";
import { labelledArguments } from "../text/labelled-arguments.ts";

type ItemHandler = (sweep: Sweep, item: Item) => void;

export const KOTLIN_TAKERS: readonly (readonly [string, ItemHandler])[] = [
  ["companion", takeCompanion],
  ["extended", takeReceiverType],
  ["kotlinfield", takeField],
  ["kotlinparameter", takeInput],
  ["kotlinlambda", takeKotlinLambda],
  ["kotlininput", takeLambdaInput],
  ["infix", takeInfix],
];

/** Name of the first parameter of an extension: the object that it is called on. */
export const RECEIVER = "this";
/** Position of a lambda behind the brackets of a call: it is the last argument. */
export const LAST = -1;

/** Returns the call that a lambda behind its brackets belongs to; `with(x) {}` is read as `x.run {}`. */
export function contextOf(sweep: Sweep, { name, value }: Item): string {
  const callee = chainAt(sweep, name);
  const first = partOf(sweep, value).replace(/^\(|\)$/g, "");
  const chain =
    callee === "with" ? stepOfEach(chainOf(first, sweep.language.dialect), ".run") : callee;
  return chain === "" ? "" : `${chain}#${LAST}`;
}

/** An object for what belongs to the class itself. Without a name it is called `Companion`. */
function takeCompanion(sweep: Sweep, item: Item): void {
  const head = sweep.text.slice(item.start, Math.min(item.end, item.start + 200));
  const name = /\bobject\s+([\p{ID_Start}_]\p{ID_Continue}*)/u.exec(head)?.[1] ?? "Companion";
  const index = define(sweep, item, { name, kind: "class", head: "" });
  const own = sweep.definitions[index];
  if (own !== undefined) own.isStatic = true;
  sweep.open.push(index);
}

/** Binds `this` in an extension, as its first parameter. */
function takeReceiverType(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const type = typeText(sweep, item.type);
  if (sweep.spans[scope]?.start !== item.start || type === "") return;
  sweep.bindings.push({ name: RECEIVER, scope, parameter: 0, type, value: "" });
  sweep.parameters.set(scope, 1);
}

function isWritten(sweep: Sweep, item: Item, pattern: RegExp): boolean {
  return pattern.test(sweep.text.slice(Math.max(0, item.start - 40), item.start));
}

function nextPosition(sweep: Sweep, scope: number): number {
  const position = sweep.parameters.get(scope) ?? 0;
  sweep.parameters.set(scope, position + 1);
  return position;
}

/** Returns whether a default value follows. */
function hasDefault(sweep: Sweep, end: number): boolean {
  return /^\s*=(?!=)/.test(sweep.text.slice(end, end + 100));
}

function takeInput(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const type = typeText(sweep, item.type);
  const isOpen = isWritten(sweep, item, /\bvararg\s+(?:\w+\s+)*$/);
  sweep.bindings.push({
    name: partOf(sweep, item.name),
    scope,
    parameter: nextPosition(sweep, scope),
    type: isOpen ? `${type}...` : type,
    value: hasDefault(sweep, item.end) ? "#" : "",
  });
}

/** A parameter of a primary constructor; with `val` or `var` it is a property too. */
function takeField(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const name = partOf(sweep, item.name);
  const head = sweep.text.slice(item.start, item.name?.start ?? item.start);
  if (/\b(?:val|var)\s+$/.test(head)) define(sweep, item, { name, kind: "property", head });
  sweep.bindings.push({
    name,
    scope,
    parameter: nextPosition(sweep, scope),
    type: typeText(sweep, item.type),
    value: hasDefault(sweep, item.end) ? "#" : "",
  });
}

/** Opens a lambda. Its one parameter is `it` unless others are declared. */
function takeKotlinLambda(sweep: Sweep, item: Item): void {
  const before = sweep.definitions.length;
  takeLambda(sweep, item);
  if (sweep.definitions.length === before) return;
  sweep.bindings.push({ name: "it", scope: before, parameter: 0, type: "", value: "" });
}

function takeLambdaInput(sweep: Sweep, item: Item): void {
  const scope = innermost(sweep);
  const position = nextPosition(sweep, scope);
  const last = sweep.bindings.at(-1);
  if (position === 0 && last?.name === "it" && last.scope === scope) sweep.bindings.pop();
  const text = partOf(sweep, item);
  // The parts of `(a, b)` are bound by their own matches.
  const [, name = "#", type = ""] =
    /^([\p{ID_Start}_]\p{ID_Continue}*)\s*(?::\s*([\s\S]+))?$/u.exec(text) ?? [];
  const plain = sweep.language.dialect.plainType?.(type) ?? type;
  sweep.bindings.push({ name, scope, parameter: position, type: plain, value: "" });
}

/** `a name b` is `a.name(b)`. */
function takeInfix(sweep: Sweep, item: Item): void {
  const { name, value } = item;
  if (name === undefined) return;
  const left = chainAt(sweep, value) || "?";
  const text = partOf(sweep, name);
  const args = labelledArguments(
    `(${sweep.text.slice(name.end, item.end)})`,
    false,
    sweep.language.dialect,
  );
  addCall(sweep, name, "call", args, `${left}.${text}`);
}
