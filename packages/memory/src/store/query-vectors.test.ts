/** The query-vector cache on every local driver: exact values, bounded size, cleared when a memory is forgotten. */

import { expect, test } from "vitest";
import { makePlace, openTestStore, START_MS, someMemory } from "../testing/testing-life.ts";
import { momentAt } from "../workspace.ts";
import { eraseMemory } from "./memories/erase.ts";
import { insertMemory } from "./memories/memories.ts";
import { openStore } from "./open-store.ts";
import { getQueryVector, putQueryVector } from "./query-vectors.ts";
import { makeHomeFolder } from "./resolve-project.ts";

const KEY = { encoderId: "e", textHash: "h" };
const VECTOR = Float32Array.of(0.1, -1 / 3, 1e-20, 0);
const LIMITS = { maxRows: 3, sinceMs: START_MS - 1000 };

test.each(["node-sqlite", "libsql"] as const)(
  "%s returns exactly the stored vector",
  async (driver) => {
    const { home } = makePlace();
    makeHomeFolder(home);
    const db = await openStore({ home, driver }, momentAt(START_MS));
    await putQueryVector(db, KEY, VECTOR, START_MS, LIMITS);
    expect(await getQueryVector(db, KEY, START_MS - 1)).toEqual(VECTOR);
    // A view on a larger buffer: only the viewed part is stored.
    await putQueryVector(db, KEY, Float32Array.of(9, 1, 2).subarray(1), START_MS, LIMITS);
    expect(await getQueryVector(db, KEY, START_MS - 1)).toEqual(Float32Array.of(1, 2));
    expect(await getQueryVector(db, KEY, START_MS)).toBeNull();
    expect(await getQueryVector(db, { ...KEY, encoderId: "other" }, 0)).toBeNull();
    await db.close();
  },
);

test("deletes rows that are too old or exceed the maximum on insert", async () => {
  const { db } = await openTestStore();
  const put = (textHash: string, nowMs: number) =>
    putQueryVector(db, { ...KEY, textHash }, VECTOR, nowMs, LIMITS);
  for (const [i, nowMs] of [-2000, -500, 1, 2, 3].entries()) await put(`h${i}`, START_MS + nowMs);
  const rows = await db.all<{ hash: string }>(
    "SELECT text_hash AS hash FROM query_vector ORDER BY at_ms",
  );
  expect(rows.map(({ hash }) => hash)).toEqual(["h2", "h3", "h4"]);
});

test("deletes cached query vectors when a memory is forgotten", async () => {
  const { db, place } = await openTestStore();
  const memory = someMemory(place, { content: "The staging password hint is the cat." });
  await insertMemory(db, memory, place.moment());
  await putQueryVector(db, KEY, VECTOR, START_MS, LIMITS);
  await eraseMemory(db, memory, place.moment());
  expect(await db.all("SELECT * FROM query_vector")).toEqual([]);
});
