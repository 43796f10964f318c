/** Equal values have equal keys, and values that cannot be compared have none. */
import { expect, test } from "vitest";
import { parseType } from "./types/type-text.ts";
import type { Value } from "./value.ts";
import { valueKey } from "./value-key.ts";

const K: Value = { kind: "definition", file: 1, definition: 2, env: undefined };
const of = (...args: (Value | undefined)[]): Value => ({
  kind: "instance",
  file: 1,
  definition: 2,
  args,
});
const LIST: Value = { kind: "external", name: "Array", args: [K] };

test("gives equal values the same key", () => {
  const env = () => new Map<string, Value>([["T", of(LIST)]]);
  expect(valueKey({ ...K, env: env() })).toBe(valueKey({ ...K, env: env() }));
  expect(valueKey(of(K, undefined))).toBe(valueKey(of(K, undefined)));
});

const OTHERS: readonly Value[] = [
  K,
  of(),
  of(K),
  of(undefined),
  of(K, K),
  of(of(K), K),
  of(of(K, K)),
  LIST,
  { kind: "external", name: "Array", args: [] },
  { kind: "module", files: [1, 2] },
  { kind: "module", files: [12] },
  { kind: "union", of: [K, LIST] },
  { kind: "union", of: [LIST, K] },
  { ...K, env: new Map([["T", K]]) },
  { ...K, env: new Map([["U", K]]) },
];

test("gives different values different keys", () => {
  expect(new Set(OTHERS.map((value) => valueKey(value))).size).toBe(OTHERS.length);
});

test("gives no key to function types, values that contain one, and deep values", () => {
  const type = parseType("(a: K) => L");
  if (type.kind !== "function") throw new Error("no function");
  const signature: Value = { kind: "signature", type, place: { file: 1, scope: -1 } };
  expect(valueKey(of(signature))).toBeUndefined();
  let deep = of(K);
  for (let depth = 0; depth < 8; depth++) deep = of(deep);
  expect(valueKey(deep)).toBeUndefined();
});
