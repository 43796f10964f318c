/** Tests that hooks see the mode of a project, whatever is in the place of its marker. */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MODES, readModeMarker, writeModeMarker } from "./mode.ts";
import { resolveProjectSync } from "./resolve-project.ts";
import { git, makeFolders } from "./testing-folders.ts";

test.each(MODES)("%s", (mode) => {
  const { home, root } = makeFolders();
  const identity = resolveProjectSync(root);
  writeModeMarker(home, [identity.id], identity, "off");
  writeModeMarker(home, [identity.id], identity, mode);
  const isMarked = mode === "off" || mode === "incognito";
  expect(readModeMarker(home, identity)).toBe(isMarked ? mode : null);
  expect(readdirSync(join(home, "modes"))).toHaveLength(isMarked ? 2 : 0);
});

test("a folder that becomes a repository keeps its mode", () => {
  const { home, root } = makeFolders();
  const before = resolveProjectSync(root);
  writeModeMarker(home, [before.id], before, "incognito");
  git(root, "init", "-q");
  git(root, "commit", "-q", "--allow-empty", "-m", "first");
  const now = resolveProjectSync(root, { home });
  expect(now.id).not.toBe(before.id);
  expect(readModeMarker(home, now)).toBe("incognito");
});

test("a marker replaces a link and never writes to the linked file", () => {
  const { home, root, write } = makeFolders();
  const identity = resolveProjectSync(root);
  write("mine.txt", "mine");
  mkdirSync(join(home, "modes"), { recursive: true });
  symlinkSync(join(root, "mine.txt"), join(home, "modes", identity.id));
  writeModeMarker(home, [identity.id], identity, "off");
  expect(readFileSync(join(root, "mine.txt"), "utf8")).toBe("mine");
  expect(readModeMarker(home, identity)).toBe("off");
});

test.each(["", "{", "offf", "null"])("ignores a malformed marker: %j", (text) => {
  const { home, root } = makeFolders();
  const identity = resolveProjectSync(root);
  writeModeMarker(home, [identity.id], identity, "off");
  for (const name of readdirSync(join(home, "modes")))
    writeFileSync(join(home, "modes", name), text);
  expect(readModeMarker(home, identity)).toBe(null);
});
