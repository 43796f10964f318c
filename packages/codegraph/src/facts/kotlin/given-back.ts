/** What calls of functions of Kotlin and its test libraries give: their argument, or an object of the type written for them. */
import { splitValues } from "../comma-list.ts";
import { chainOf } from "../expression.ts";
import type { Dialect } from "../text-scanner.ts";

/** Functions that give their first argument. */
const GIVES_ARGUMENT = new Set(["assertNotNull", "checkNotNull", "requireNotNull"]);
/** Functions that give an object of the type which is written for them. */
const GIVES_TYPE = new Set(["assertIs", "assertInstanceOf", "inject", "mock", "mockk", "spyk"]);

/** Longer arguments are not read, because each is read for every call around it. */
const MAX_CHARS = 300;

/** Returns what a call gives, as a chain; undefined if only the function states it. `list`: the arguments in brackets. */
export function givenBack(callee: string, list: string, dialect: Dialect): string | undefined {
  const [, name = "", type] = /^([\p{ID_Continue}]+)(?:<(.*)>)?$/su.exec(callee) ?? [];
  if (GIVES_TYPE.has(name))
    return type === undefined || /[,*]/.test(type) ? undefined : `<${type}>`;
  if (!GIVES_ARGUMENT.has(name) || list.length > MAX_CHARS) return undefined;
  const [first = ""] = splitValues(list.slice(1, -1));
  return chainOf(first.trim(), dialect) || undefined;
}
