/** Tests that only regular files of the project are read, whatever a path leads to, and that no read waits. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ReadRefusal, readProjectFile, readSmallFile, readTextAt } from "./index.ts";

const MAX_BYTES = 1000;

async function plantedProject(): Promise<string> {
  const base = mkdtempSync(join(tmpdir(), "tacit-files-"));
  const root = join(base, "project");
  mkdirSync(join(root, "folder"), { recursive: true });
  mkdirSync(join(base, "outside"));
  writeFileSync(join(root, "plain.txt"), "plain");
  writeFileSync(join(root, "folder", "below.txt"), "below");
  writeFileSync(join(base, "outside", "secret.txt"), "secret");
  writeFileSync(join(root, "huge.txt"), "");
  truncateSync(join(root, "huge.txt"), 50_000_000_000);
  symlinkSync("plain.txt", join(root, "link.txt"));
  symlinkSync("../outside/secret.txt", join(root, "link-out.txt"));
  symlinkSync("../outside", join(root, "folder-out"));
  symlinkSync("loop.txt", join(root, "loop.txt"));
  symlinkSync("nowhere.txt", join(root, "broken.txt"));
  symlinkSync("/dev/zero", join(root, "zero.txt"));
  execFileSync("mkfifo", [join(root, "pipe.txt")]);
  symlinkSync("pipe.txt", join(root, "link-to-pipe.txt"));
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(join(root, "socket.txt"), resolve));
  onTestFinished(() => {
    server.close();
    rmSync(base, { recursive: true, force: true });
  });
  return root;
}

/** `bounded`: the result of reading a path that a user passed, which may lead anywhere. */
test.each<readonly [string, string | ReadRefusal, string | null]>([
  ["plain.txt", "=plain", "plain"],
  ["folder/below.txt", "=below", "below"],
  ["link.txt", "=plain", "plain"],
  ["../project/plain.txt", "=plain", "plain"],
  ["link-out.txt", "outside", "secret"],
  ["folder-out/secret.txt", "outside", "secret"],
  ["../outside/secret.txt", "outside", "secret"],
  ["zero.txt", "outside", null],
  ["pipe.txt", "not_a_file", null],
  ["link-to-pipe.txt", "not_a_file", null],
  ["socket.txt", "not_a_file", null],
  ["folder", "not_a_file", null],
  ["", "not_a_file", null],
  ["loop.txt", "unreadable", null],
  ["broken.txt", "missing", null],
  ["huge.txt", "too_large", null],
  ["nowhere.txt", "missing", null],
  ["plain.txt/below", "missing", null],
  ["a\0b", "unreadable", null],
  ["a".repeat(100_000), "unreadable", null],
])("%j: %s", async (path, expected, bounded) => {
  const root = await plantedProject();
  const file = readProjectFile(root, path, MAX_BYTES);
  expect("bytes" in file ? `=${file.bytes.toString()}` : file.refused).toBe(expected);
  expect(readTextAt(join(root, path), MAX_BYTES)).toBe(bounded);
  if (path !== "huge.txt") expect(readSmallFile(join(root, path))).toBe(bounded);
});

test("a small read returns the start of a large file", async () => {
  const root = await plantedProject();
  expect(readSmallFile(join(root, "huge.txt"), 3)).toBe("\0\0\0");
  expect(readSmallFile(join(root, "plain.txt"), 3)).toBe("pla");
});
