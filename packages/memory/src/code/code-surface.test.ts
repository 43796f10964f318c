/** The code index is opened by the first query; tests of failures. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

test("an index that cannot be opened is retried by the next query", async () => {
  const place = makePlace();
  place.write("a.ts", "export const one = 1;\n");
  const tacit = await place.open();
  const folder = join(place.home, "code");
  writeFileSync(folder, "not a folder");
  const asked = () => tacit.code.deps("a.ts");
  await expect(asked()).rejects.toMatchObject({ code: "store_unwritable" });
  rmSync(folder);
  expect((await asked()).target).toBe("a.ts");
});

test("an index that was never opened does not prevent closing the store", async () => {
  const place = makePlace();
  const tacit = await place.open();
  writeFileSync(join(place.home, "code"), "not a folder");
  await expect(tacit.code.deps("a.ts")).rejects.toMatchObject({ code: "store_unwritable" });
  await expect(tacit.close()).resolves.toBeUndefined();
});
