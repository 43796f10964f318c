/** Tests that the checks of `tacit doctor` leave nothing behind in the store. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDatabase } from "../store/open-database.ts";
import { STORE_FILE } from "../store/open-store.ts";
import { makePlace } from "../testing/testing-life.ts";

test("a store that cannot forget does not keep the test memory", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const db = await openDatabase({ path: join(place.home, STORE_FILE) });
  await db.exec(
    "CREATE TRIGGER refuse BEFORE DELETE ON memory BEGIN SELECT RAISE(ABORT, 'damaged page'); END",
  );
  const checks = await tacit.admin.examine();
  const probe = checks.find(({ name }) => name.startsWith("a memory can be written"));
  expect(probe?.ok).toBe(false);
  expect(await db.all("SELECT content FROM memory")).toEqual([]);
  await db.close();
});
