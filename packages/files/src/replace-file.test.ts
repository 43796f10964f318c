/**
 * Tests that a replaced file is the old one or the new one, with its permissions and links, and that nothing remains beside
 * it.
 */
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { prepareFile, replaceFile, replaceFileWith } from "./replace-file.ts";

const isWindows = process.platform === "win32";

function folderWith(files: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), "tacit-replace-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const names = () => readdirSync(folder).sort();
  return { folder, at: (name: string) => join(folder, name), names };
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test.each([
  ["a new file", null, {}, 0o600],
  ["a new file with a mode", null, { mode: 0o644 }, 0o644],
  ["an old file", 0o644, {}, 0o600],
  ["an old file that keeps its mode", 0o644, { keepsMode: true }, 0o644],
  ["a new file that would keep its mode", null, { mode: 0o755, keepsMode: true }, 0o755],
  ["an old file with another mode", 0o644, { mode: 0o640 }, 0o640],
] as const)("permissions: %s", (_name, oldMode, options, mode) => {
  if (isWindows) return;
  const { at, names } = folderWith({});
  if (oldMode !== null) {
    writeFileSync(at("file"), "old");
    chmodSync(at("file"), oldMode);
  }
  replaceFile(at("file"), "new", options);
  expect(readFileSync(at("file"), "utf8")).toBe("new");
  expect(modeOf(at("file"))).toBe(mode);
  expect(names()).toEqual(["file"]);
});

test.each([
  ["a link stays and its target is replaced", true, "target", "new"],
  ["a link to nothing stays and its target is created", true, "absent", "new"],
  ["a link is replaced and its target stays", false, "target", "old"],
] as const)("links: %s", (_name, followsLinks, target, text) => {
  const { at } = folderWith({ target: "old" });
  symlinkSync(target, at("link"));
  replaceFile(at("link"), "new", { followsLinks });
  expect(lstatSync(at("link")).isSymbolicLink()).toBe(followsLinks);
  expect(readFileSync(at("link"), "utf8")).toBe("new");
  expect(readFileSync(at(target), "utf8")).toBe(text);
});

async function* failing() {
  yield "half";
  throw new Error("the disk is full");
}

test("leaves only the old file if writing the content fails half-way", async () => {
  const { at, names } = folderWith({ file: "old" });
  await expect(replaceFileWith(at("file"), failing())).rejects.toThrow("the disk is full");
  expect(readFileSync(at("file"), "utf8")).toBe("old");
  expect(names()).toEqual(["file"]);
});

test("fails on a folder in its place and leaves no other file", () => {
  const { at, names } = folderWith({});
  mkdirSync(at("file"));
  expect(() => replaceFile(at("file"), "new")).toThrow();
  expect(names()).toEqual(["file"]);
});

test("a dropped draft leaves the old file, and a draft that was put cannot be dropped", () => {
  const { at, names } = folderWith({ file: "old" });
  prepareFile(at("file"), "never").drop();
  expect(readFileSync(at("file"), "utf8")).toBe("old");
  const prepared = prepareFile(at("file"), "new");
  prepared.put();
  prepared.drop();
  expect(readFileSync(at("file"), "utf8")).toBe("new");
  expect(names()).toEqual(["file"]);
});

test("removes temporary files of killed processes but not newer files or files of others", () => {
  const { at, names } = folderWith({});
  const dead = [".file.1.part", ".file.2-7.part"];
  const others = [".file.3-1.part", ".file.x.part", ".file2.1-1.part", "file.1-1.part"];
  for (const name of [...dead, ...others]) {
    writeFileSync(at(name), "x");
    const ageMs = name === ".file.3-1.part" ? 1_800_000 : 7_200_000;
    const atSeconds = (Date.now() - ageMs) / 1000;
    utimesSync(at(name), atSeconds, atSeconds);
  }
  mkdirSync(at(".file.9-9.part"));
  utimesSync(at(".file.9-9.part"), 0, 0);
  replaceFile(at("file"), "new");
  expect(names()).toEqual([".file.9-9.part", "file", ...others].sort());
});

test("does not write to a planted link under the temporary name", () => {
  if (isWindows) return;
  const { at } = folderWith({ victim: "mine" });
  const planted = Array.from({ length: 50 }, (_, i) => `.file.${process.pid}-${i}.part`);
  for (const name of planted) symlinkSync("victim", at(name));
  replaceFile(at("file"), "new");
  expect(readFileSync(at("victim"), "utf8")).toBe("mine");
  expect(readFileSync(at("file"), "utf8")).toBe("new");
  expect(lstatSync(at("file")).isFile()).toBe(true);
});

test("creates missing folders only on request", () => {
  const { at } = folderWith({});
  expect(() => replaceFile(at("a/b/file"), "new")).toThrow("ENOENT");
  replaceFile(at("a/b/file"), "new", { folderMode: 0o700 });
  expect(readFileSync(at("a/b/file"), "utf8")).toBe("new");
  if (!isWindows) expect(modeOf(at("a"))).toBe(0o700);
});

test("accepts a name as long as the file system allows", () => {
  const { at } = folderWith({});
  const name = "n".repeat(250);
  replaceFile(at(name), "new");
  expect(readFileSync(at(name), "utf8")).toBe("new");
});
