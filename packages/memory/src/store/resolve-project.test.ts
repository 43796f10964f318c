/** Failures of the project package become a `MemoryError` with a code of this library. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { makePlace } from "../testing/testing-life.ts";
import { makeHomeFolder, resolveProjectSync } from "./resolve-project.ts";

test.each([
  ["a malformed .tacit.json", "config_malformed", (root: string) => resolveProjectSync(root)],
  [
    "a home folder below a file",
    "store_unwritable",
    (root: string) => makeHomeFolder(join(root, ".tacit.json", "home")),
  ],
] as const)("%s", (_name, code, work) => {
  const { root } = makePlace();
  writeFileSync(join(root, ".tacit.json"), "{");
  let error: unknown;
  try {
    work(root);
  } catch (caught) {
    error = caught;
  }
  expect(MemoryError.is(error, code)).toBe(true);
  expect(error).toMatchObject({ facts: { path: expect.any(String) }, cause: expect.anything() });
});
