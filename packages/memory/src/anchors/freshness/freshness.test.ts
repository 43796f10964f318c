/** Combined state of several anchors, unreadable files, and what a hook can determine. */
import { symlinkSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Anchor, contentHash } from "../../domain/anchors/anchor.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { CheckOptions } from "../../domain/ports/freshness.ts";
import { markOf } from "../../domain/text/anchor-text.ts";
import { makePlace, type Place, START_MS } from "../../testing/testing-life.ts";
import { createFreshness } from "./freshness.ts";

const ID = "m" as MemoryId;
const TEXT = "function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n";
const NONE = {
  symbol: null,
  startLine: null,
  endLine: null,
  extent: null,
  head: null,
  copies: null,
};

function whole(path: string, text: string | null, commit: string | null = null): Anchor {
  const hash = text === null ? null : contentHash(text);
  return { memoryId: ID, path, ...NONE, contentHash: hash, fileHash: hash, commit };
}

function part(path: string, text: string, name: string, from: number, to: number): Anchor {
  const mark = markOf(text, from, to, name);
  if (mark === null) throw new Error("no mark");
  const lines = { symbol: name, startLine: from, endLine: to, copies: 1 };
  const { head, extent, hash } = mark;
  return { ...whole(path, text), ...lines, head, extent, contentHash: hash };
}

function checker(place: Place) {
  const fresh = createFreshness({
    root: place.root,
    headOf: () => null,
    filesDefining: async () => [],
  });
  return async (anchors: readonly Anchor[], options: Partial<CheckOptions> = {}) => {
    const subject = { id: ID, files: [], invalidWhen: [] };
    const found = await fresh.check([subject], anchors, { nowMs: START_MS, ...options });
    const freshness = found.get(ID);
    if (freshness === undefined) throw new Error("nothing said");
    return freshness;
  };
}

describe("combines the states of several anchors", () => {
  test.each([
    ["all stand", ["a.ts", "b.ts"], "intact", 1],
    ["one changed", ["a.ts", "changed.ts"], "changed", 0.98],
    ["one is gone", ["a.ts", "lib/gone.ts"], "changed", 0.98],
    ["all are gone", ["lib/gone.ts", "lib/gone2.ts"], "gone", 0.85],
    ["none was ever there", ["never.ts"], "unanchored", 1],
    ["none", [], "unanchored", 1],
  ])("%s", async (_name, paths, freshness, factor) => {
    const place = makePlace();
    for (const path of ["a.ts", "b.ts"]) place.write(path, TEXT);
    place.write("changed.ts", "other");
    const anchors = paths.map((path) => whole(path, path === "never.ts" ? null : TEXT));
    expect(await checker(place)(anchors)).toMatchObject({ freshness, factor });
  });
});

test("a changed file needs no review, but a changed function does", async () => {
  const place = makePlace();
  const check = checker(place);
  place.write("a.ts", TEXT.replace("return 2", "return 3"));
  expect(await check([whole("a.ts", TEXT)])).toMatchObject({
    isDoubtful: false,
    note: "a.ts changed",
  });
  const anchor = part("a.ts", TEXT, "one", 1, 3);
  const two = part("a.ts", TEXT, "two", 5, 7);
  expect(await check([anchor])).toMatchObject({
    freshness: "intact",
    isDoubtful: false,
    note: null,
  });
  expect(await check([anchor, two])).toMatchObject({ freshness: "changed", isDoubtful: true });
});

test("a text that exists twice counts as changed if one copy changed", async () => {
  const place = makePlace();
  const twice =
    "class A {\n  key() {\n    return 1;\n  }\n}\nclass B {\n  key() {\n    return 1;\n  }\n}\n";
  const anchor = { ...part("a.ts", twice, "key", 2, 4), copies: 2 };
  place.write("a.ts", `// touched\n${twice}`);
  expect((await checker(place)([anchor])).freshness).toBe("intact");
  place.write("a.ts", twice.replace("return 1", "return 2"));
  expect((await checker(place)([anchor])).freshness).toBe("changed");
});

test("identical texts are each found at their own line", async () => {
  const place = makePlace();
  const body = "() {\n    return 1;\n  }\n}\n";
  const twice = `class A {\n  key${body}class B {\n  key${body}`;
  const anchors = [2, 7].map((at) => ({ ...part("a.ts", twice, "key", at, at + 2), copies: 2 }));
  place.write("a.ts", twice);
  const { anchors: verdicts } = await checker(place)(anchors);
  expect(verdicts.map(({ line }) => line)).toEqual([2, 7]);
});

test("a long-lived process sees every edit and its reversal", async () => {
  const place = makePlace();
  const check = checker(place);
  const anchor = part("a.ts", TEXT, "one", 1, 3);
  for (const [text, freshness] of [
    [TEXT, "intact"],
    [TEXT.replace("return 1", "return 9"), "changed"],
    [TEXT, "intact"],
    [`// new\n\n${TEXT}`, "intact"],
  ] as const) {
    place.write("a.ts", text);
    expect((await check([anchor])).freshness).toBe(freshness);
  }
  expect((await check([anchor])).anchors[0]?.line).toBe(3);
});

test("detects an edit of the same length and the same file time", async () => {
  const place = makePlace();
  const check = checker(place);
  const anchor = part("a.ts", TEXT, "one", 1, 3);
  const file = join(place.root, "a.ts");
  place.write("a.ts", TEXT);
  utimesSync(file, 1, 1);
  expect((await check([anchor])).freshness).toBe("intact");
  place.write("a.ts", TEXT.replace("return 1", "return 9"));
  utimesSync(file, 1, 1);
  expect((await check([anchor])).freshness).toBe("changed");
});

test("finds a file without an extension under another name", async () => {
  const place = makePlace();
  place.write("bin/start", TEXT);
  const found = await checker(place)([whole("bin/run", TEXT)]);
  expect(found).toMatchObject({ freshness: "moved", note: "bin/run moved to bin/start" });
});

test("an empty file is not matched with another empty file", async () => {
  const place = makePlace();
  place.write("b/__init__.py", "");
  const found = await checker(place)([whole("a/__init__.py", "")], {
    queryFiles: ["b/__init__.py"],
  });
  expect(found).toMatchObject({ freshness: "gone", note: "a/__init__.py is gone" });
});

describe("files that cannot be compared", () => {
  test.each<[string, (place: Place) => void]>([
    ["a folder", (place) => place.write("a.ts/b", "")],
    ["a link to itself", ({ root }) => symlinkSync(join(root, "a.ts"), join(root, "a.ts"))],
  ])("%s", async (_name, make) => {
    const place = makePlace();
    make(place);
    expect((await checker(place)([whole("a.ts", TEXT)])).freshness).toBe("unanchored");
  });

  test("a file name that is too long", async () => {
    const anchor = whole(`${"a".repeat(300)}.ts`, TEXT);
    expect((await checker(makePlace())([anchor])).freshness).toBe("unanchored");
  });

  test("a project that is not on this machine", async () => {
    const fresh = createFreshness({
      root: null,
      headOf: () => null,
      filesDefining: async () => [],
    });
    const subject = { id: ID, files: [], invalidWhen: [] };
    const found = await fresh.check([subject], [whole("a.ts", TEXT)], { nowMs: START_MS });
    expect(found.get(ID)?.freshness).toBe("unanchored");
  });
});

describe("states determined by a hook without calling git", () => {
  test("a function that moved to a neighbouring file has moved", async () => {
    const place = makePlace();
    place.write("src/b.ts", `export ${TEXT}`);
    const anchor = part("src/a.ts", TEXT, "one", 1, 3);
    expect(await checker(place)([anchor])).toMatchObject({
      freshness: "moved",
      note: "`one` in src/a.ts moved to src/b.ts:1",
    });
  });

  test("a function missing nearby has changed for a hook, and is gone if git may be called", async () => {
    const place = makePlace();
    place.write("src/a.ts", "const three = 3;\n");
    const anchor = part("src/a.ts", TEXT, "one", 1, 3);
    expect((await checker(place)([anchor])).freshness).toBe("changed");
    expect((await checker(place)([anchor], { mayAskGit: true })).freshness).toBe("gone");
  });
});

test("a met condition outweighs intact code", async () => {
  const place = makePlace();
  place.write("a.ts", TEXT);
  const fresh = createFreshness({
    root: place.root,
    headOf: () => null,
    filesDefining: async () => [],
  });
  const subject = { id: ID, files: [], invalidWhen: ["after:2026-08-31"] };
  const found = await fresh.check([subject], [whole("a.ts", TEXT)], { nowMs: START_MS });
  expect(found.get(ID)).toMatchObject({
    freshness: "intact",
    metCondition: "after:2026-08-31",
    note: "no longer holds: after:2026-08-31",
    isDoubtful: true,
    factor: 0.85,
  });
});

test("code that moved and changed is reported as moved and changed", async () => {
  const place = makePlace();
  const text = "export function total(n: number) {\n  return n * 2;\n}\n";
  place.write("b.ts", text.replace("n * 2", "n * 3"));
  const fresh = createFreshness({
    root: place.root,
    headOf: () => null,
    filesDefining: async () => [],
    movedTo: async () => "b.ts",
  });
  const subject = { id: ID, files: [], invalidWhen: [] };
  const anchors = [part("a.ts", text, "total", 1, 3)];
  const found = await fresh.check([subject], anchors, { nowMs: START_MS });
  expect(found.get(ID)).toMatchObject({
    freshness: "changed",
    note: "`total` in a.ts moved to b.ts:1 and changed",
  });
});

test("a difference from the current commit is reported as not committed", async () => {
  const place = makePlace();
  place.write("a.ts", TEXT.replace("return 2", "return 3"));
  const fresh = createFreshness({
    root: place.root,
    headOf: () => "c0ffee",
    filesDefining: async () => [],
  });
  const subject = { id: ID, files: [], invalidWhen: [] };
  const found = await fresh.check([subject], [whole("a.ts", TEXT, "c0ffee")], { nowMs: START_MS });
  expect(found.get(ID)?.note).toBe("a.ts changed, not committed");
});
