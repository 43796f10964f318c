/** Is a file that is replaced as a whole the old one or the new one, and whatever is no file left what it is? */
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
import { writeWhole, writeWholeOf } from "./write-whole.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tacit-whole-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
const at = (name: string) => join(folder, name);

async function* failing() {
  yield "half\n";
  throw new Error("the disk is full");
}

test("what fails half-way leaves the old one, and nothing beside it", async () => {
  writeFileSync(at("events.jsonl"), "old\n");
  await expect(writeWholeOf(at("events.jsonl"), failing())).rejects.toMatchObject({
    code: "store_unwritable",
  });
  expect(readFileSync(at("events.jsonl"), "utf8")).toBe("old\n");
  expect(readdirSync(folder)).toEqual(["events.jsonl"]);
});

test("a link keeps pointing where it points, also to what is not there yet", () => {
  mkdirSync(at("kept"));
  writeFileSync(at("kept/known.json"), "old");
  for (const name of ["known.json", "new.json"]) {
    symlinkSync(`kept/${name}`, at(name));
    writeWhole(at(name), "text");
    expect(lstatSync(at(name)).isSymbolicLink()).toBe(true);
    expect(readFileSync(at(`kept/${name}`), "utf8")).toBe("text");
  }
});

test("a pipe is written to, and stays one", async () => {
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

test("what killed processes left half-written goes, what others write now stays", () => {
  for (const name of [".out.json.1.part", ".out.json.2.part"]) writeFileSync(at(name), "half");
  utimesSync(at(".out.json.1.part"), 1, 1);
  writeWhole(at("out.json"), "text");
  expect(readdirSync(folder).sort()).toEqual([".out.json.2.part", "out.json"]);
});
