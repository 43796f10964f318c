/**
 * Tests the vector file next to the store: fast, never trusted, reported when it is wrong, and without forgotten memories.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { makePlace, type Place } from "../testing/testing-life.ts";
import { ASKED, FLAKY, found, remembering, SNAPSHOT, TABS } from "../testing/testing-meaning.ts";

const sideFiles = (place: Place) =>
  readdirSync(place.home).filter((name) => /^vectors-.*\.idx$/.test(name));

function replaceByFolder(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

test("removes a forgotten memory's vector from the store and the file next to it", async () => {
  const place = makePlace();
  const [, id = ""] = await remembering(place, TABS, SNAPSHOT, FLAKY);
  // Rebuilt from the table, the file contains all three.
  for (const name of sideFiles(place)) rmSync(join(place.home, name));
  await found(place, ASKED);
  const fileBytes = () => readFileSync(join(place.home, sideFiles(place)[0] ?? "")).length;
  const before = readFileSync(join(place.home, sideFiles(place)[0] ?? ""));
  expect(before.includes(id)).toBe(true);
  const tacit = await place.open();
  await tacit.memories.forget([id]);
  expect((await tacit.admin.status()).meaning).toMatchObject({ embedded: 2, waiting: 0 });
  await tacit.close();
  expect(fileBytes()).toBeGreaterThan(0);
  expect(readFileSync(join(place.home, sideFiles(place)[0] ?? "")).includes(id)).toBe(false);
});

test("removes the files of unused encoders when a memory is forgotten", async () => {
  const place = makePlace();
  const [id = ""] = await remembering(place, SNAPSHOT, FLAKY);
  const old = join(place.home, "vectors-0badcafe.idx");
  writeFileSync(old, "vectors of another encoder");
  const tacit = await place.open();
  await tacit.memories.forget([id]);
  expect(existsSync(old)).toBe(false);
  expect(sideFiles(place)).toHaveLength(1);
});

describe("the side file", () => {
  test.each([
    ["emptied", (path: string) => truncateSync(path, 0)],
    ["cut in half", (path: string) => truncateSync(path, readFileSync(path).length >> 1)],
    ["overwritten", (path: string) => writeFileSync(path, "no index at all".repeat(1000))],
  ])("%s: gives the same answer", async (_how, damage) => {
    const place = makePlace();
    await remembering(place, SNAPSHOT, FLAKY, TABS);
    const before = await found(place, ASKED);
    for (const name of sideFiles(place)) damage(join(place.home, name));
    expect(await found(place, ASKED)).toEqual(before);
    expect(existsSync(place.home)).toBe(true);
  });

  test.each([
    ["cut in half", (path: string) => truncateSync(path, readFileSync(path).length >> 1)],
    ["a folder in its place", replaceByFolder],
  ])("%s: status and doctor name the file and the next step", async (_how, damage) => {
    const place = makePlace();
    await remembering(place, SNAPSHOT, FLAKY, TABS);
    await found(place, ASKED);
    const [name = ""] = sideFiles(place);
    damage(join(place.home, name));
    const tacit = await place.open();
    onTestFinished(tacit.close);
    const { degraded, meaning } = await tacit.admin.status();
    expect(degraded.join()).toContain(name);
    expect(degraded.join()).toContain("delete the file");
    expect(meaning.problem).toBeNull();
    const checks = await tacit.admin.examine();
    const check = checks.find((item) => item.name === "vector file");
    expect(check).toMatchObject({ ok: false, detail: expect.stringContaining(name) });
    expect((await tacit.memories.recall({ query: ASKED })).hits[0]?.memory.content).toBe(SNAPSHOT);
  });

  test("is not read by a question after the warm-up of a long-lived process", async () => {
    const place = makePlace();
    await remembering(place, SNAPSHOT, FLAKY, TABS);
    await found(place, ASKED);
    const path = join(place.home, sideFiles(place)[0] ?? "");
    const tacit = await place.open({ isLongLived: true });
    onTestFinished(tacit.close);
    await tacit.memories.warmUp();
    truncateSync(path);
    expect((await tacit.memories.recall({ query: ASKED })).hits[0]?.memory.content).toBe(SNAPSHOT);
    // A search that reads the file finds the damage and writes the file again.
    expect(readFileSync(path).length).toBe(0);
  });

  test("is read completely by doctor, which finds an overwritten block", async () => {
    const place = makePlace();
    await remembering(place, SNAPSHOT, FLAKY, TABS);
    await found(place, ASKED);
    const path = join(place.home, sideFiles(place)[0] ?? "");
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0x5a, bytes.length - 600));
    const tacit = await place.open();
    onTestFinished(tacit.close);
    const check = (await tacit.admin.examine()).find((item) => item.name === "vector file");
    expect(check).toMatchObject({ ok: false, detail: expect.stringContaining("damaged") });
  });
});
