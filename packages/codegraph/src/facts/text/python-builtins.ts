/** Results of Python's built-in functions as a chain from their argument: its elements, one of them, or numbered ones. */
import { splitValues } from "../comma-list.ts";
import { chainOf } from "../expression.ts";
import type { Dialect } from "../text-scanner.ts";

/** Functions by what follows the chain of their first argument. The linker knows `enumerate` as a member of lists. */
const AFTER_ARGUMENT: ReadonlyMap<string, string> = new Map([
  ["list", ""],
  ["tuple", ""],
  ["set", ""],
  ["frozenset", ""],
  ["sorted", ""],
  ["reversed", ""],
  ["iter", ""],
  ["next", "[]"],
  ["enumerate", ".enumerate"],
]);

/** Longer arguments are not read, because each is read for every call around it. */
const MAX_CHARS = 300;

/** Returns the chain for a call, whose list has its brackets; undefined for other functions and unknown arguments. */
export function resultOfBuiltin(
  callee: string,
  list: string,
  dialect: Dialect,
): string | undefined {
  const after = AFTER_ARGUMENT.get(callee);
  if (after === undefined || list.length > MAX_CHARS) return undefined;
  const [first = ""] = splitValues(list.slice(1, -1));
  const chain = chainOf(first.trim(), dialect);
  const isPlain = /^[\p{ID_Start}_]/u.test(chain) && !chain.includes("|");
  return isPlain ? chain + after : undefined;
}
