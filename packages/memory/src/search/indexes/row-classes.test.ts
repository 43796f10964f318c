/** Tests that filters decide the same for a class and for its name, and that an unknown name is never selected. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ProjectId } from "../../domain/ids.ts";
import { classKey, passes, passesByName, typeOfClass } from "./row-classes.ts";

const someOf = <T>(...values: T[]) => fc.option(fc.subarray(values), { nil: undefined });
const rowClass = fc.record({
  projectId: fc.constantFrom(null, "p1", "p2"),
  type: fc.constantFrom("fact", "gotcha"),
  scope: fc.constantFrom("project", "global"),
  isArchived: fc.boolean(),
  isSuperseded: fc.boolean(),
  stage: fc.constantFrom(null, ":a", ":b"),
});
const filter = fc.record({
  projectIds: fc.subarray(["p1", "p2"] as ProjectId[]),
  anyProject: fc.boolean(),
  withArchived: fc.boolean(),
  types: someOf("fact", "gotcha"),
  scopes: someOf("project", "global"),
  hiddenStages: someOf(":a", ":b"),
});

test("property: a filter decides the same for a class and for its name", () => {
  fc.assert(
    fc.property(rowClass, filter, (item, filter) => {
      expect(passesByName(filter)(classKey(item))).toBe(passes(filter)(item));
      expect(typeOfClass(classKey(item))).toBe(item.type);
    }),
  );
});

test.each(["", "{", "null", "7", "{}", "[]", '["p1"]', '"text"'])(
  "never selects the name %j",
  (name) => {
    expect(passesByName({ projectIds: [], anyProject: true, withArchived: true })(name)).toBe(
      false,
    );
    expect(typeOfClass(name)).toBe("");
  },
);
