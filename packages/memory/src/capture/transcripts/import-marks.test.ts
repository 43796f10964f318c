/** Damaged marks are ignored, marks are replaced as a whole, and they belong to one release of the package. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { importMarks, RELEASE } from "./import-marks.ts";

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "tacit-marks-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));

const NO_MARK = { point: undefined, sessions: new Map<string, string | null>(), since: "" };

test.each(["", "{ cut", "[]", "null", '{"made":7,"files":null}'])("ignores marks of %j", (text) => {
  mkdirSync(join(home, "imports"), { recursive: true });
  writeFileSync(join(home, "imports", "transcripts.json"), text);
  const marks = importMarks(home, "");
  const file = { path: join(home, "x"), host: "codex" };
  expect(marks.isImported(file, marks.stampOf(file))).toBe(false);
});

test("a saved mark applies only to the same file and scope, and no temporary file remains", () => {
  const file = { path: join(home, "s1.jsonl"), host: "codex" };
  writeFileSync(file.path, "{}\n");
  const marks = importMarks(home, "");
  const stamp = marks.stampOf(file);
  marks.mark(file, stamp, NO_MARK);
  marks.save();
  expect(importMarks(home, "").isImported(file, stamp)).toBe(true);
  expect(importMarks(home, "other").isImported(file, stamp)).toBe(false);
  expect(importMarks(home, "").isImported({ ...file, host: "pi" }, stamp)).toBe(false);
  writeFileSync(file.path, "{}\n{}\n");
  const later = importMarks(home, "");
  expect(later.isImported(file, later.stampOf(file))).toBe(false);
  expect(readdirSync(join(home, "imports"))).toEqual(["transcripts.json"]);
});

test("the release equals the version of the package", () => {
  const manifest = new URL("../../../package.json", import.meta.url);
  expect(JSON.parse(readFileSync(manifest, "utf8"))).toMatchObject({ version: RELEASE });
});
