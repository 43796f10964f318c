/** How well a function or class that is passed as `::name` fits a parameter of Kotlin. */
import type { Resolver } from "../resolver.ts";
import { KOTLIN_PLAIN } from "../types/kotlin-types.ts";
import { parseType } from "../types/type-text.ts";
import type { Target, Value } from "../value.ts";
import { isKotlin } from "./kotlin-files.ts";
import { aliased } from "./kotlin-receivers.ts";

const IMPOSSIBLE = Number.POSITIVE_INFINITY;
/** Costs: of a function whose other parameters have defaults, and of what is not known. */
const [WITH_DEFAULTS, UNKNOWN] = [1, 3];

/** Returns the cost of passing what the name means; IMPOSSIBLE if it takes another number of arguments. */
export function referenceCost(
  r: Resolver,
  value: Value | undefined,
  type: string,
  target: Target,
): number {
  if (KOTLIN_PLAIN.has(type)) return IMPOSSIBLE;
  const meant = aliased(r, type, { file: target.file, scope: target.definition });
  const node = parseType(meant.type);
  if (node.kind !== "function" || value?.kind !== "definition") return UNKNOWN;
  const expected = node.parameters.length;
  const cost = Math.min(...makersOf(r, value).map((one) => costOf(r, one, expected)));
  // A base class may have another method of the same name.
  const kind = r.program.definition(value.file, value.definition)?.kind;
  return kind === "method" ? Math.min(cost, UNKNOWN) : cost;
}

/** Returns the functions of a name, or the constructors of a class. */
function makersOf(r: Resolver, { file, definition }: Target): readonly Target[] {
  const own = r.program.definition(file, definition);
  if (own === undefined) return [];
  const isClass = own.kind === "class";
  const all = isClass
    ? [definition, ...r.program.membersNamed(file, definition, "constructor")]
    : r.program.membersNamed(file, own.container, own.name);
  return all.map((one) => ({ file, definition: one }));
}

function costOf(r: Resolver, { file, definition }: Target, expected: number): number {
  if (!isKotlin(r, file)) return UNKNOWN;
  const inputs = r.program.bindings(file, definition).filter(({ parameter }) => parameter >= 0);
  if (inputs.length === expected) return 0;
  const needed = inputs.filter(({ type, value }) => value === "" && !type.endsWith("..."));
  return needed.length <= expected && expected < inputs.length ? WITH_DEFAULTS : IMPOSSIBLE;
}
