/** Converts matches in C and C++ to names that are valid within a function: parameters and local variables. */
import type { Item } from "../parser/items.ts";
import { bindPattern } from "../pattern.ts";
import { chainAt, innermost, partOf, type Sweep, typeText } from "../sweep.ts";
import { stepOfEach } from "../text/alternatives.ts";
import { type Declarator, readDeclarator } from "./declarators.ts";
import { stateOf } from "./state.ts";

export function takeCppParameter(sweep: Sweep, item: Item): void {
  const state = stateOf(sweep);
  const scope = innermost(sweep);
  const isOfLambda = sweep.definitions[scope]?.kind === "lambda";
  const isOwn = isOfLambda || item.start < (state.listEnds.get(scope) ?? -1);
  if (item.start < state.parameterEnd || !isOwn) return;
  state.parameterEnd = item.end;
  const position = sweep.parameters.get(scope) ?? 0;
  const read = item.name && readDeclarator(partOf(sweep, item.name));
  const written = typeText(sweep, item.type);
  if (written === "void" && item.name === undefined) return;
  sweep.parameters.set(scope, position + 1);
  const isOpen = /\.\.\./.test(
    partOf(sweep, item)
      .slice(0, 200)
      .replace(/<[^>]*>/g, ""),
  );
  const type = isOpen
    ? "..."
    : read?.isIndirect === true || read?.isFunction === true
      ? ""
      : written;
  const value = item.value === undefined ? "" : chainAt(sweep, item.value) || "#";
  sweep.bindings.push({ name: read?.name ?? "", scope, parameter: position, type, value });
}

/** Binds a name to the value after it: in a condition, or to each element of a loop. */
export function takeHeld(sweep: Sweep, item: Item): void {
  const isElement = item.role === "each";
  const written = partOf(sweep, item.name);
  const value = stepOfEach(chainAt(sweep, item.value), isElement ? ".begin()~" : "");
  const parts = /^[\s&*]*(\[[^\]]*\])/.exec(written)?.[1];
  if (parts !== undefined) {
    for (const [name, chain] of bindPattern(parts, value)) {
      sweep.bindings.push({ name, scope: innermost(sweep), parameter: -1, type: "", value: chain });
    }
    return;
  }
  const read = readDeclarator(written);
  if (read !== undefined) bindLocal(sweep, item, read, value);
}

/** Takes a parameter that is valid in a block only: of `catch`. */
export function takeCaught(sweep: Sweep, item: Item): void {
  const read = readDeclarator(partOf(sweep, item.name));
  if (read !== undefined) bindLocal(sweep, item, read, "");
}

export function bindLocal(sweep: Sweep, item: Item, read: Declarator, value: string): void {
  const type = read.isIndirect ? "" : typeText(sweep, item.type);
  sweep.bindings.push({ name: read.name, scope: innermost(sweep), parameter: -1, type, value });
}
