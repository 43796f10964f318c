/** Tests that a build replaces what an earlier one left in its folders. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { moveInto } from "./move-into.mjs";

test("folders contain only files of the last build, and other files beside them stay", () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string) => {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), path);
  };
  for (const path of ["dist/.built", "dist/panel/assets/old.js", "dist/panel/old/a.js"])
    write(path);
  for (const path of ["made/main.js", "made/panel/assets/new.js"]) write(path);
  moveInto(join(folder, "made"), join(folder, "dist"));
  expect(readdirSync(join(folder, "dist"), { recursive: true }).toSorted()).toEqual([
    ".built",
    "main.js",
    "panel",
    join("panel", "assets"),
    join("panel", "assets", "new.js"),
  ]);
});
