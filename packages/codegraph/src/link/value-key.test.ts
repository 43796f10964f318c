/** Have two values one key when they stand for the same, and none where that cannot be told? */
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

test("what was found twice has one key", () => {
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

test("what is not the same has other keys", () => {
  expect(new Set(OTHERS.map((value) => valueKey(value))).size).toBe(OTHERS.length);
});

test("a function type as written has none, nor has what holds one, nor what is deep", () => {
  const type = parseType("(a: K) => L");
  if (type.kind !== "function") throw new Error("no function");
  const signature: Value = { kind: "signature", type, place: { file: 1, scope: -1 } };
  expect(valueKey(of(signature))).toBeUndefined();
  let deep = of(K);
  for (let depth = 0; depth < 8; depth++) deep = of(deep);
  expect(valueKey(deep)).toBeUndefined();
});
