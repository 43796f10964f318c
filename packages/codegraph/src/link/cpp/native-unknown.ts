/** Calls in C and C++ that were not resolved and may mean a function of the project. */
import type { Call } from "../../facts/facts.ts";
import type { Resolver } from "../resolver.ts";
import type { Value } from "../value.ts";
import { isFunction, isMacro, isNative } from "./native-files.ts";

const LAST = /([\p{ID_Start}_~][\p{ID_Continue}]*)(?:<[^()]*>)?$/u;

/** Returns the name of the called function; undefined if none of the project can be meant. */
export function unknownNative(r: Resolver, file: number, call: Call): string | undefined {
  const name = LAST.exec(call.callee)?.[1];
  if (name === undefined || call.callee.startsWith("std:")) return undefined;
  const found = r.evaluate(call.callee, { file, scope: call.scope });
  if (isOutside(found?.value) || isOutside(found?.receiver)) return undefined;
  const isMember = call.callee.includes(".") || isInClass(r, file, call.scope);
  const isPossible = r.declared(name).some((other) => declares(r, other, name, file, isMember));
  return isPossible ? name : undefined;
}

/** Returns whether a call is in a class or in a member's body, where a method needs no receiver. */
function isInClass(r: Resolver, file: number, scope: number): boolean {
  for (let at = scope; at >= 0; ) {
    const own = r.program.definition(file, at);
    if (own?.kind === "class" || own?.kind === "impl") return true;
    at = own?.container ?? -1;
  }
  return false;
}

/** A type or namespace of a library. */
function isOutside(value: Value | undefined): boolean {
  return value?.kind === "external";
}

function declares(
  r: Resolver,
  file: number,
  name: string,
  from: number,
  isMember: boolean,
): boolean {
  if (!isNative(r, file)) return false;
  const { definitions = [] } = r.program.tables(file)?.facts ?? {};
  return definitions.some((own) => {
    if (own.name !== name || !isFunction(own) || isMacro(own)) return false;
    return isMember || file === from || (own.kind === "function" && own.isExported);
  });
}
