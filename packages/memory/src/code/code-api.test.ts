/** The code index is opened by the first query; tests of failures, and of a graph that is lost later. */
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

test("an index that cannot be opened is retried by the next query", async () => {
  const place = makePlace();
  place.write("a.ts", "export const one = 1;\n");
  const tacit = await place.open();
  const folder = join(place.home, "code");
  writeFileSync(folder, "not a folder");
  const deps = () => tacit.code.deps("a.ts");
  await expect(deps()).rejects.toMatchObject({ code: "store_unwritable" });
  rmSync(folder);
  expect((await deps()).target).toBe("a.ts");
});

test("an index that was never opened does not prevent closing the store", async () => {
  const place = makePlace();
  const tacit = await place.open();
  writeFileSync(join(place.home, "code"), "not a folder");
  await expect(tacit.code.deps("a.ts")).rejects.toMatchObject({ code: "store_unwritable" });
  await expect(tacit.close()).resolves.toBeUndefined();
});

test("a graph that is lost while it is open is not made again by looking at it", async () => {
  const place = makePlace();
  place.write("a.ts", "export const one = 1;\n");
  const [tacit, other] = [await place.open(), await place.open()];
  await other.code.index();
  expect(await tacit.code.overview()).toMatchObject({ files: 1 });
  place.write("b.ts", "export const two = 2;\n");
  await other.code.index();
  const folder = join(place.home, "code");
  for (const name of readdirSync(folder, { encoding: "utf8", recursive: true }))
    if (name.endsWith(".graph")) rmSync(join(folder, name));
  expect(await tacit.code.overview()).toBeNull();
  expect(await tacit.code.file({ path: "a.ts" })).toMatchObject({ state: "no_graph" });
  expect((await tacit.code.map(10)).modules).toEqual([]);
  expect(await tacit.code.files({ limit: 10 })).toBeNull();
});
