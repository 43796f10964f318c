/** Tests that reading ends at the first complete object, and at 32 MB, on a pipe that a host keeps open. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readInput } from "./read-input.ts";

const NEVER_MS = 600_000;

test("refuses an input of more than 32 MB as soon as that much has arrived, on a pipe that stays open", async () => {
  const stdin = new PassThrough();
  const input = readInput(stdin, NEVER_MS);
  const megabyte = Buffer.alloc(1024 * 1024, "x");
  stdin.write('{"a":"');
  for (let written = 0; written < 33; written++) stdin.write(megabyte);
  expect(await input).toEqual({ problem: "the payload is larger than 32 MB and was not read" });
});

test("stops reading after a complete object although the pipe stays open", async () => {
  const stdin = new PassThrough();
  const input = readInput(stdin, NEVER_MS);
  stdin.write('{"a":');
  stdin.write("1}");
  expect(await input).toEqual({ text: '{"a":1}' });
});
