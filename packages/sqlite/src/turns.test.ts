/** Tests that waiting for one's own transaction ends, and that the statement cache is limited. */
import { expect, test } from "vitest";
import { openDatabase } from "./open-database.ts";
import { RecentlyUsed } from "./recently-used.ts";
import { Turns } from "./turns.ts";

test("reports store_busy to a caller that waits for a turn that does not end", async () => {
  const turns = new Turns("/store.db", 5);
  const release = turns.take();
  await expect(turns.nextEnd()).rejects.toMatchObject({
    code: "store_busy",
    facts: { path: "/store.db", waitedMs: 5 },
  });
  release();
  expect(turns.isTaken).toBe(false);
});

test("an ending turn admits the next caller", async () => {
  const turns = new Turns("/store.db");
  const release = turns.take();
  const waiting = turns.nextEnd();
  release();
  await waiting;
  expect(turns.isTaken).toBe(false);
});

test("drops the least recently used entry first", () => {
  const made: string[] = [];
  const cache = new RecentlyUsed(2, (key) => made.push(key));
  for (const key of ["a", "b", "a", "c", "a", "b"]) cache.get(key);
  expect(made).toEqual(["a", "b", "c", "b"]);
  expect(cache.size).toBe(2);
});

test.each([
  ["a file needs a path", { driver: "node-sqlite" }],
  ["a server needs a url", { driver: "libsql-client", path: "/x.db" }],
] as const)("%s", async (_name, options) => {
  await expect(openDatabase(options)).rejects.toMatchObject({ code: "usage" });
});
