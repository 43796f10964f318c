/** Tests that every file of a released schema opens, and that a newer one is left unchanged. */
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { makePlace } from "../testing/testing-life.ts";
import { checkIntegrity } from "./maintenance.ts";
import { MIGRATIONS, migrate, SCHEMA_VERSION } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";
import { STORE_FILE } from "./open-store.ts";

const FIXTURES = join(import.meta.dirname, "__fixtures__");
const TABLES = /* sql */ `SELECT name FROM sqlite_master WHERE type IN ('table', 'trigger') ORDER BY name`;

test("migrates an empty file to this schema and changes nothing the second time", async () => {
  const place = makePlace();
  const db = await place.database();
  const tables = await db.all<{ name: string }>(TABLES);
  expect(tables.map((row) => row.name)).toContain("memory_fts");
  expect(await migrate(db, 1)).toBe(SCHEMA_VERSION);
  expect(await db.all(TABLES)).toEqual(tables);
  expect(await checkIntegrity(db)).toEqual([]);
});

test("creates one schema with eight parallel processes", async () => {
  const place = makePlace();
  await Promise.all(Array.from({ length: 8 }, () => place.database()));
  const db = await place.database();
  expect(await db.all("SELECT version FROM schema_version")).toHaveLength(SCHEMA_VERSION);
});

test("numbers migrations from 1 without a gap, each safe for itself", () => {
  expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
  for (const migration of MIGRATIONS)
    expect(migration.minSafeVersion).toBeLessThanOrEqual(migration.version);
});

test.each([
  ["what it must not touch", 99, 99, "store_newer"],
  ["what is still safe", 99, 1, null],
])("handles a file of a newer version, %s", async (_name, version, minSafe, refusal) => {
  const place = makePlace();
  const db = await place.database();
  await db.run("INSERT INTO schema_version VALUES (:version, :minSafe, 0)", { version, minSafe });
  await db.close();
  const path = join(place.home, STORE_FILE);
  const before = readFileSync(path);
  const outcome = await place.database().then(
    () => null,
    (error: unknown) => error,
  );
  if (refusal === null) expect(outcome).toBeNull();
  else {
    expect(MemoryError.is(outcome, "store_newer")).toBe(true);
    expect((outcome as MemoryError).facts).toMatchObject({ needs: 99, have: SCHEMA_VERSION });
    expect(readFileSync(path).equals(before)).toBe(true);
  }
});

test.each(MIGRATIONS.map((migration) => migration.version))(
  "opens a database of schema %i with its contents",
  async (version) => {
    const place = makePlace();
    mkdirSync(place.home);
    const packed = readFileSync(join(FIXTURES, `schema-${version}.db.gz`));
    writeFileSync(join(place.home, STORE_FILE), gunzipSync(packed));
    const tacit = await place.open();
    const [project] = await tacit.admin.projects();
    const db = await place.database();
    expect(await checkIntegrity(db)).toEqual([]);
    const memories = await tacit.memories.list({ projectId: project?.id } as object);
    expect(memories.map((memory) => memory.content)).toEqual([
      "The server listens on port 4173 in development.",
      "Always run `npm run build` before the end-to-end tests.",
    ]);
    expect(memories[1]).toMatchObject({ version: 2, isPinned: true, files: ["tools/build.mjs"] });
    expect((await tacit.memories.story(memories[1]?.id ?? "")).versions).toHaveLength(1);
  },
);

test("reports a file that is no database", async () => {
  const place = makePlace();
  mkdirSync(place.home);
  const path = join(place.home, STORE_FILE);
  copyFileSync(import.meta.filename, path);
  await expect(openDatabase({ path })).rejects.toThrow(
    expect.objectContaining({ code: "store_corrupt" }),
  );
});
