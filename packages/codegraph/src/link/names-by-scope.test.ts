/** Entries are found by scope and name in their order, for any number of names per scope. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { NamesByScope } from "./names-by-scope.ts";

const row = fc.record({
  scope: fc.integer({ min: -1, max: 6 }),
  name: fc.constantFrom("a", "b", "c", "__proto__", "constructor", ""),
});
const by = {
  scope: (item: { scope: number }) => item.scope,
  name: (item: { name: string }) => item.name,
};

test("property: gives the same result as a search through all rows", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 80 }), fc.nat(5), (rows, count) => {
      const names = new NamesByScope(rows, count, by);
      for (let scope = -2; scope <= 7; scope++) {
        const isKnown = scope >= -1 && scope < count;
        const own = isKnown ? rows.filter((item) => item.scope === scope) : [];
        expect(names.of(scope)).toEqual(own);
        for (const name of ["a", "__proto__", "", "missing"]) {
          const wanted = own.filter((item) => item.name === name);
          expect(names.named(scope, name)).toEqual(wanted);
          expect(names.grouped(scope).get(name) ?? []).toEqual(wanted);
        }
      }
    }),
  );
});
