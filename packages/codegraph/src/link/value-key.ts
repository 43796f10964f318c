/** Keys of values. Values with the same key are equal, so results for one of them can be reused for the other. */
import type { Environment, Value } from "./value.ts";

/** Deeper type arguments are rare, and their keys would be longer than the results they save. */
const MAX_DEPTH = 4;

/** Returns the key of a value, or undefined if it would be long or has parts without a name. */
export function valueKey(value: Value | undefined, depth = 0): string | undefined {
  if (value === undefined) return "?";
  if (depth > MAX_DEPTH) return undefined;
  switch (value.kind) {
    case "definition":
      return joined(`d${value.file}:${value.definition}`, environmentKeys(value.env, depth));
    case "instance":
      return joined(`i${value.file}:${value.definition}`, keysOf(value.args, depth));
    case "module":
      return `m${value.files.join()}`;
    case "external":
      return joined(
        `e${value.language ?? ""}${value.isResult === true ? "()" : ""}:${value.name}`,
        keysOf(value.args, depth),
      );
    case "union":
      return joined("u", keysOf(value.of, depth));
    case "namespace":
      return `n${value.file}:${value.names.join()}`;
    case "signature":
    case "literal":
      return undefined;
  }
}

function keysOf(values: readonly (Value | undefined)[], depth: number): (string | undefined)[] {
  return values.map((value) => valueKey(value, depth + 1));
}

function environmentKeys(env: Environment | undefined, depth: number): (string | undefined)[] {
  return [...(env ?? [])].map(([name, value]) => {
    const key = valueKey(value, depth + 1);
    return key && `${name}=${key}`;
  });
}

function joined(root: string, keys: readonly (string | undefined)[]): string | undefined {
  return keys.includes(undefined) ? undefined : `${root}<${keys.join(" ")}>`;
}
