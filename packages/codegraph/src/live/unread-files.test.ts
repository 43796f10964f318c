/** Files that are not read but contain a name. Names may contain characters that are special in patterns. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { filesMentioning } from "./unread-files.ts";

const root = mkdtempSync(join(tmpdir(), "tacit-unread-"));
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));

test.each([
  ["total", "total(1)", true],
  ["total", "subtotal(1)", false],
  ["$on", "$on()", true],
  ["Program:exit", "on('Program:exit')", true],
  ["a[0].b*", "x a[0].b* y", true],
  ["a[0].b*", "a0b", false],
  ["MyButton", "<my-button/>", true],
  ["my-button", "new MyButton()", true],
  ["MyButton", "<my-buttons/>", false],
  ["Button", "<button/>", false],
])("%s in %s: %s", (name, text, isFound) => {
  writeFileSync(join(root, "a.marko"), text);
  expect(filesMentioning(root, ["a.marko"], [name], "src/b.ts")).toEqual(
    isFound ? ["a.marko"] : [],
  );
});

test("a file or folder that may not be read counts as containing any name", () => {
  // A name of this length cannot be opened, whoever asks.
  const unreadable = `${"a".repeat(400)}.marko`;
  const unread = [unreadable, "gone.marko", "secret/"];
  expect(filesMentioning(root, unread, ["total"], "src/b.ts")).toEqual([unreadable, "secret/"]);
});
