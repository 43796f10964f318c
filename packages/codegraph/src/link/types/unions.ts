/** Values that are one of several. */
import type { Value } from "../value.ts";
import { valueKey } from "../value-key.ts";

/** Stands in a union for a value that is not known and may be an object of the project. */
export const UNKNOWN: Value = { kind: "external", name: "any", args: [] };

/** Maximum values of a union. Code with more has generated or copied parts, and every further use would be evaluated for each. */
const MAX_VALUES = 24;

/** Returns one of the values: each different value once, unknown ones last; undefined if none is known. */
export function anyOf(values: readonly Value[]): Value | undefined {
  const flat = values.flatMap((value) => (value.kind === "union" ? value.of : [value]));
  const resolved = distinct(flat.filter((value) => value !== UNKNOWN));
  const isOpen = flat.includes(UNKNOWN) || resolved.length > MAX_VALUES;
  const of = isOpen ? [...resolved.slice(0, MAX_VALUES), UNKNOWN] : resolved;
  if (resolved.length === 0) return undefined;
  return of.length > 1 ? { kind: "union", of } : of[0];
}

/** Returns whether a value may also be one that is not known. */
export function isPartlyUnknown(value: Value | undefined): boolean {
  return value?.kind === "union" && value.of.includes(UNKNOWN);
}

function distinct(values: readonly Value[]): Value[] {
  if (values.length < 2) return [...values];
  const keys = new Set<string>();
  return values.filter((value) => {
    const key = valueKey(value);
    if (key === undefined) return true;
    const isNew = !keys.has(key);
    keys.add(key);
    return isNew;
  });
}
