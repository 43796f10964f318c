/** Replacing a file leaves either the old or the new content, and anything that is not a file stays what it is. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { writeWhole } from "./write-whole.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tacit-whole-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const at = (name: string) => join(folder, name);

test("follows a link, even to a file that does not exist yet", () => {
  mkdirSync(at("kept"));
  writeFileSync(at("kept/known.json"), "old");
  for (const name of ["known.json", "new.json"]) {
    symlinkSync(`kept/${name}`, at(name));
    writeWhole(at(name), "text");
    expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    expect(readFileSync(at(`kept/${name}`), "utf8")).toBe("text");
  }
});

test("writes to a pipe without replacing it", async () => {
  if (process.platform === "win32") return;
  execFileSync("sh", ["-c", 'mkfifo "$0"', at("pipe")]);
  const reader = spawn("cat", [at("pipe")]);
  let read = "";
  reader.stdout.setEncoding("utf8").on("data", (text: string) => {
    read += text;
  });
  writeWhole(at("pipe"), "text");
  await once(reader, "close");
  expect(read).toBe("text");
  expect(lstatSync(at("pipe")).isFIFO()).toBe(true);
});

test("does not wait for a pipe that nobody reads", () => {
  if (process.platform === "win32") return;
  execFileSync("sh", ["-c", 'mkfifo "$0"', at("pipe")]);
  expect(() => writeWhole(at("pipe"), "text")).toThrow(/no program reads the pipe/);
});

test("removes partial files of killed processes but none being written", () => {
  for (const name of [".out.json.1.part", ".out.json.2.part"]) writeFileSync(at(name), "half");
  utimesSync(at(".out.json.1.part"), 1, 1);
  writeWhole(at("out.json"), "text");
  expect(readdirSync(folder).sort()).toEqual([".out.json.2.part", "out.json"]);
});

test("names a folder as the fault, not the store", () => {
  expect(() => writeWhole(folder, "text")).toThrow(/is a folder; name a file/);
});
