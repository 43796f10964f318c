/** Selects among definitions of one name by what is wanted: a type or a value. */
import type { Resolver } from "./resolver.ts";

export type NameKind = "value" | "type";

const TYPE_KINDS = new Set(["class", "interface", "type_alias", "enum", "module"]);

export const isTypeKind = (kind: string) => TYPE_KINDS.has(kind);

/** Maximum definitions of one name. A file with more was generated, and each use would query all of them. */
export const MAX_NAMESAKES = 100;

/** Maximum functions that one call is compared with. Libraries of assertions have some hundreds with one name. */
export const MAX_COMPARED = 300;
const NO_VALUES: ReadonlySet<string> = new Set(["interface", "type_alias", "impl"]);

/** Selects among definitions of one name: types for types, the rest for values, definitions with a body first. */
export function pick(
  r: Resolver,
  file: number,
  indexes: readonly number[] | undefined,
  wanted: NameKind,
): number | undefined {
  const [first] = indexes ?? [];
  if (indexes === undefined || first === undefined) return undefined;
  if (indexes.length === 1 && wanted === "value") return first;
  const kindOf = (index: number) => r.program.definition(file, index)?.kind ?? "";
  if (wanted === "type")
    return indexes.slice(0, MAX_NAMESAKES).find((index) => TYPE_KINDS.has(kindOf(index)));
  return indexes.find((index) => !NO_VALUES.has(kindOf(index))) ?? first;
}
