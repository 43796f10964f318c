/**
 * Streams the lines of a file or of standard input, with at most one line in memory. A file that is not text is rejected by
 * its first bytes; a line beyond the limit is rejected alone.
 */
import { createReadStream, statSync } from "node:fs";
import { MemoryError } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { missing } from "../failure.ts";

const MAX_LINE_CHARS = 16_000_000;
const MAX_TEXT_CHARS = 64_000_000;

/** Replaces a line that is too long; parsers reject it. */
const TOO_LONG = "(line too long)";

/** Yields the lines. `path` "-" is standard input. Throws "input_missing", "input_malformed". */
export async function* inputLines(context: CommandContext, path: string): AsyncGenerator<string> {
  let rest = "";
  let isSkipping = false;
  for await (const chunk of chunksOf(context, path)) {
    const parts = (isSkipping ? chunk : rest + chunk).split("\n");
    if (isSkipping && parts.length > 1) {
      isSkipping = false;
      parts[0] = TOO_LONG;
    }
    rest = isSkipping ? "" : (parts.pop() ?? "");
    if (!isSkipping) yield* parts;
    if (rest.length > MAX_LINE_CHARS) {
      rest = "";
      isSkipping = true;
    }
  }
  if (isSkipping) yield TOO_LONG;
  else if (rest !== "") yield rest;
}

/** Returns the whole text of a single document. Also throws "input_too_large". */
export async function inputText(
  context: CommandContext,
  path: string,
  maxChars = MAX_TEXT_CHARS,
): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for await (const chunk of chunksOf(context, path)) {
    length += chunk.length;
    if (length > maxChars) throw new MemoryError("input_too_large", { path, limit: maxChars });
    parts.push(chunk);
  }
  return parts.join("");
}

async function* chunksOf(context: CommandContext, path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let isFirst = true;
  for await (const chunk of bytesOf(context, path)) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
    if (isFirst) refuseNonText(bytes, path);
    isFirst = false;
    yield decoder.decode(bytes, { stream: true });
  }
  yield decoder.decode();
}

function bytesOf(context: CommandContext, path: string): AsyncIterable<unknown> {
  if (path === "-") return context.machine.stdin as AsyncIterable<unknown>;
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw missing(path);
  if (stat.isDirectory()) {
    throw new MemoryError("input_malformed", { path, expected: "a file, not a folder" });
  }
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

function refuseNonText(bytes: Buffer, path: string): void {
  const isUtf16 =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (isUtf16) throw new MemoryError("input_malformed", { path, expected: "UTF-8, not UTF-16" });
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    throw new MemoryError("input_malformed", { path, expected: "text; unpack the gzip first" });
  }
  if (bytes.subarray(0, 4096).includes(0)) {
    throw new MemoryError("input_malformed", { path, expected: "text, not a binary file" });
  }
}
