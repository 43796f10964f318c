/** Tests that a tree that cannot be written is explained, with the next step. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { checkWritable, explainedUnwritable } from "./writable.mjs";

test("explains that a tree cannot be written, with the next step", () => {
  const root = mkdtempSync(join(tmpdir(), "tacit-tree-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  checkWritable(root);
  expect(readdirSync(join(root, ".cache"))).toEqual([]);
  rmSync(join(root, ".cache"), { recursive: true });
  writeFileSync(join(root, ".cache"), "");
  // A file in a folder's place is another kind of error and is not changed.
  expect(() => checkWritable(root)).toThrow("EEXIST");
  const refused = Object.assign(new Error("no"), { code: "EROFS", path: "/x" });
  expect((explainedUnwritable(refused, root) as Error).message).toBe(
    `${root} cannot be written (EROFS: /x). Setup, tests and bundles write there: make it writable, or work in a copy of it, then run this again.`,
  );
});
