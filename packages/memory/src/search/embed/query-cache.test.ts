/** Tests that a query is encoded once for as long as it is cached, and that no vector of another encoder is returned. */
import type { Database } from "@tacit-memory/sqlite";
import { expect, test } from "vitest";
import { clearQueryVectors } from "../../store/query-vectors.ts";
import { DAY_MS, openTestStore, START_MS } from "../../testing/testing-life.ts";
import type { Encoder } from "../encoders/encoder.ts";
import { encoderFailed, faultOf } from "../models/model-fault.ts";
import { openQueryCache, QUERY_CACHE } from "./query-cache.ts";
import { TOY_DIMS, toyEncoder } from "./testing-encoder.ts";

/** Simulates a separate process for the cache. */
async function encodeQuery(
  db: Database,
  encoder: Encoder,
  text: string,
  nowMs: number,
): Promise<void> {
  const cache = openQueryCache(db, encoder);
  await cache.encode(text, nowMs);
  await cache.flush();
}

test("does not encode a repeated query again, in this process and the next", async () => {
  const { db, place } = await openTestStore();
  const encoder = toyEncoder();
  const cache = openQueryCache(db, encoder);
  const first = await cache.encode("why is the disk full", START_MS);
  expect(await cache.encode("why is the disk full", START_MS)).toEqual(first);
  await cache.flush();
  const next = openQueryCache(await place.database(), encoder);
  expect(await next.encode("why is the disk full", START_MS + DAY_MS)).toEqual(first);
  expect(encoder.calls).toHaveLength(1);
  await next.encode("why is the disk empty", START_MS);
  expect(encoder.calls).toHaveLength(2);
});

test.each([
  ["within seven days", 7 * DAY_MS - 1, 1],
  ["after them", 7 * DAY_MS, 2],
])("%s", async (_name, laterMs, calls) => {
  const { db } = await openTestStore();
  const encoder = toyEncoder();
  await encodeQuery(db, encoder, "a", START_MS);
  await encodeQuery(db, encoder, "a", START_MS + laterMs);
  expect(encoder.calls).toHaveLength(calls);
});

test("stores vectors separately for another encoder", async () => {
  const { db } = await openTestStore();
  const [one, other] = [toyEncoder({ id: "one" }), toyEncoder({ id: "other" })];
  await encodeQuery(db, one, "a", START_MS);
  await encodeQuery(db, other, "a", START_MS);
  expect([one.calls.length, other.calls.length]).toEqual([1, 1]);
});

test("neither reads nor stores vectors of an instant encoder", async () => {
  const { db } = await openTestStore();
  const encoder = toyEncoder({ isInstant: true });
  const cache = openQueryCache(db, encoder);
  await cache.encode("a", START_MS);
  await cache.encode("a", START_MS);
  expect(encoder.calls).toHaveLength(2);
  expect(await db.all("SELECT * FROM query_vector")).toEqual([]);
});

test("limits the table, removes the oldest, and stores no text", async () => {
  const { db } = await openTestStore();
  const cache = openQueryCache(db, toyEncoder());
  const rows =
    "INSERT INTO query_vector WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n";
  await db.exec(
    `${rows} WHERE i < ${QUERY_CACHE.maxRows + 50}) SELECT 'x', 'h' || i, x'00', ${START_MS} + i FROM n`,
  );
  await cache.encode("what was the password", START_MS + 1_000_000);
  await cache.flush();
  const remaining = await db.all<{ hash: string }>("SELECT text_hash AS hash FROM query_vector");
  expect(remaining).toHaveLength(QUERY_CACHE.maxRows);
  expect(remaining.map(({ hash }) => hash)).not.toContain("h51");
  expect(remaining.map(({ hash }) => hash)).toContain("h52");
  expect(
    JSON.stringify(await db.all("SELECT hex(vector), text_hash FROM query_vector")),
  ).not.toContain("password");
});

test("returns the answer when the store is locked or not writable", async () => {
  const { db, place } = await openTestStore();
  const cache = openQueryCache(db, toyEncoder());
  const blocker = await place.database();
  await blocker.transaction(async () => {
    expect(await cache.encode("a", START_MS)).toHaveLength(TOY_DIMS);
  });
  await cache.flush();
  await db.exec("PRAGMA query_only = ON");
  expect(await cache.encode("b", START_MS)).toHaveLength(TOY_DIMS);
  await cache.flush();
});

test("passes on a failure of the encoder and stores nothing", async () => {
  const { db } = await openTestStore();
  const fails = toyEncoder({
    before: (call) => {
      if (call === 1) throw encoderFailed("toy", "timeout", "slow");
    },
  });
  const cache = openQueryCache(db, fails);
  const error = await cache.encode("a", START_MS).catch((caught: unknown) => caught);
  expect(faultOf(error)).toBe("timeout");
  expect(await cache.encode("a", START_MS)).toHaveLength(TOY_DIMS);
});

test("encodes again after the cache was cleared", async () => {
  const { db } = await openTestStore();
  const encoder = toyEncoder();
  await encodeQuery(db, encoder, "a", START_MS);
  await clearQueryVectors(db);
  await encodeQuery(db, encoder, "a", START_MS);
  expect(encoder.calls).toHaveLength(2);
});

test("stores later vectors after one failed for a reason other than the store", async () => {
  const { db, place } = await openTestStore();
  const encoder = toyEncoder();
  let isBroken = true;
  const breaking =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      if (isBroken) throw new Error("broken");
      return work(...args);
    };
  const failing = {
    get: db.get.bind(db),
    all: db.all.bind(db),
    run: breaking(db.run.bind(db)),
    transaction: breaking(db.transaction.bind(db)),
  } as unknown as Database;
  const cache = openQueryCache(failing, encoder);
  await cache.encode("a", START_MS);
  await expect(cache.flush()).rejects.toThrow("broken");
  isBroken = false;
  await cache.encode("b", START_MS);
  await expect(cache.flush()).rejects.toThrow("broken");
  await encodeQuery(await place.database(), encoder, "b", START_MS);
  expect(encoder.calls).toHaveLength(2);
});
