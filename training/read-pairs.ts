/** Reads files of pairs, one JSON object per line, as written by the miner or as shared (zstd). */
import { createReadStream } from "node:fs";
import { createZstdDecompress } from "node:zlib";
import type { Pair } from "./mining/pair.ts";

/** Yields the pairs of a file. Throws with the file's name and the line's number for a line that is not a pair. */
export async function* readPairs(path: string): AsyncGenerator<Pair> {
  let number = 0;
  for await (const line of linesOf(path)) {
    number++;
    if (line !== "") yield parsePair(line, `${path}:${number}`);
  }
}

// Splits lines without node:readline, which also ends a line at U+2028, a character that may occur in a text.
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of textOf(path)) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  yield rest;
}

function textOf(path: string): AsyncIterable<string> {
  const file = createReadStream(path);
  if (!path.endsWith(".zst")) return file.setEncoding("utf8");
  const text = createZstdDecompress();
  // A pipe forwards data, but not read errors.
  file.on("error", (error) => text.destroy(error));
  return file.pipe(text).setEncoding("utf8");
}

function parsePair(line: string, place: string): Pair {
  let pair: Partial<Pair>;
  try {
    pair = JSON.parse(line) as Partial<Pair>;
  } catch (error) {
    throw new Error(`${place}: not JSON`, { cause: error });
  }
  const { k, r, a, b } = pair ?? {};
  if ([k, r, a, b].every((item) => typeof item === "string")) return pair as Pair;
  throw new Error(`${place}: not a pair {k, r, a, b} of texts`);
}
