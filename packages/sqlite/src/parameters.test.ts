/** Tests that the names of a statement are found, and only those. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bindable, parameterNames } from "./parameters.ts";

test.each([
  ["none", "SELECT 1", []],
  ["each once", "SELECT :a, :b, :a", ["a", "b"]],
  ["not in strings", "SELECT ':a', 'it''s :b', :c", ["c"]],
  ["not in names", 'SELECT ":a", `:b`, [:c] FROM t WHERE x = :d', ["d"]],
  ["not in comments", "SELECT /* :a */ 1 -- :b\n, :c", ["c"]],
  ["next to operators", "SELECT x||:a,(:b)", ["a", "b"]],
])("%s", (_name, sql, names) => expect(parameterNames(sql)).toEqual(names));

test("property: binds a value of any kind under its name, whole numbers as bigint", () => {
  const values = fc.oneof(fc.string(), fc.double(), fc.maxSafeInteger(), fc.constant(null));
  fc.assert(
    fc.property(values, (value) => {
      const { v } = bindable("SELECT :v", ["v"], { v: value });
      if (Number.isSafeInteger(value)) expect(v).toBe(BigInt(value as number));
      else expect(v).toBe(value);
    }),
  );
});
