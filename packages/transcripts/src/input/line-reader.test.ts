/** Tests lines of any length and any bytes: what is read, what is skipped, and how much is in memory. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TranscriptProblem } from "../transcript-host.ts";
import { asUtf8, readLines } from "./line-reader.ts";

async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size)
    yield bytes.subarray(start, start + size);
}

async function linesOf(bytes: Uint8Array, chunkSize: number, maxLineBytes = 1_000) {
  const problems: TranscriptProblem[] = [];
  const onProblem = (problem: TranscriptProblem) => problems.push(problem);
  const lines: string[] = [];
  for await (const line of readLines(asUtf8(chunked(bytes, chunkSize)), {
    maxLineBytes,
    onProblem,
  })) {
    lines.push(`${line.number}:${line.text}`);
  }
  return { lines, problems: problems.map((problem) => problem.line) };
}

test.each([
  ["LF and no newline at the end", Buffer.from("a\nb"), ["1:a", "2:b"]],
  ["CRLF", Buffer.from("a\r\nb\r\n"), ["1:a", "2:b"]],
  ["blank lines are counted", Buffer.from("\n\na\n"), ["3:a"]],
  ["a byte order mark", Buffer.from("\uFEFFa\n"), ["1:a"]],
  ["UTF-16 with a mark", Buffer.from("\uFEFF{é}\n{b}\n", "utf16le"), ["1:{é}", "2:{b}"]],
  ["UTF-16 without one", Buffer.from("{é}\n", "utf16le"), ["1:{é}"]],
  ["UTF-16 the other way round", Buffer.from("\uFEFF{é}\n", "utf16le").swap16(), ["1:{é}"]],
  ["NULs are dropped", Buffer.from("a\0\0b\n"), ["1:ab"]],
  ["bytes that are no text", Buffer.from([0x61, 0xff, 0x0a]), ["1:a\uFFFD"]],
])("%s", async (_name, bytes, expected) => {
  for (const chunkSize of [2, 3, 4096]) {
    expect((await linesOf(bytes, chunkSize)).lines).toEqual(expected);
  }
});

test("skips and reports a line over the limit", async () => {
  const bytes = Buffer.from(`a\n${"x".repeat(1_001)}\nb\n`);
  expect(await linesOf(bytes, 100)).toEqual({ lines: ["1:a", "3:b"], problems: [2] });
});

test("does not store a very long line in memory", async () => {
  const megabyte = 1024 * 1024;
  const before = process.memoryUsage().arrayBuffers;
  let peak = 0;
  async function* longLine(): AsyncGenerator<Uint8Array> {
    for (let count = 0; count < 800; count += 1) {
      yield new Uint8Array(megabyte).fill(0x78);
      peak = Math.max(peak, process.memoryUsage().arrayBuffers - before);
    }
    yield Buffer.from("\nlast\n");
  }
  const lines: string[] = [];
  for await (const line of readLines(longLine(), { maxLineBytes: 4 * megabyte })) {
    lines.push(line.text);
  }
  expect(lines).toEqual(["last"]);
  expect(peak / megabyte).toBeLessThan(400);
});

test("property: chunk boundaries change nothing", async () => {
  const bytes = fc.uint8Array({ maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 2, max: 50 }), async (content, chunkSize) => {
      expect(await linesOf(content, chunkSize, 40)).toEqual(await linesOf(content, 1_000, 40));
    }),
  );
});
