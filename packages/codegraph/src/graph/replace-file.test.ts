/** A file that is replaced whole, beside what killed writers left. */
import { randomUUID } from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { replaceFile } from "./replace-file.ts";

test("what a killed writer left is swept; what may be in use, or is another file's, is not", () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-replace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "code.graph");
  const [dead, alive] = [`code.graph.${randomUUID()}`, `code.graph.${randomUUID()}`];
  const others = ["code.graph.old", `code.db.${randomUUID()}`, `other.graph.${randomUUID()}`];
  for (const name of [dead, alive, ...others]) {
    writeFileSync(join(folder, name), "x");
    const atMs = Date.now() - (name === alive ? 1_800_000 : 7_200_000);
    utimesSync(join(folder, name), atMs / 1000, atMs / 1000);
  }
  replaceFile(path, "new", randomUUID());
  expect(readFileSync(path, "utf8")).toBe("new");
  expect(readdirSync(folder).sort()).toEqual(["code.graph", alive, ...others].sort());
});

test("what is in the way of the sweeping is not in the way of the writing", () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-replace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "code.graph");
  const stuck = `${path}.${randomUUID()}`;
  mkdirSync(stuck);
  utimesSync(stuck, 0, 0);
  replaceFile(path, "new", randomUUID());
  expect(readFileSync(path, "utf8")).toBe("new");
});
