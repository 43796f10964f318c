/** Tests which input is accepted as a payload. */
import { expect, test } from "vitest";
import { parsePayload } from "./payload.ts";

const nested = (depth: number) => `{"a":${"[".repeat(depth)}${"]".repeat(depth)}}`;

test.each<readonly [string, string, object | null]>([
  ["an object", '{"a":1}', { a: 1 }],
  ["one behind a byte order mark", '\uFEFF{"a":1}', { a: 1 }],
  ["an array", "[1]", null],
  ["half an object", '{"a":', null],
  ["brackets in a text", `{"a":"${"[".repeat(600)}"}`, { a: "[".repeat(600) }],
  [
    "one behind an escaped quote",
    `{"a":"\\\\\\"${"[".repeat(600)}"}`,
    { a: `\\"${"[".repeat(600)}` },
  ],
  ["a value nested deeper than any host nests", nested(600), null],
])("%s", (_name, text, expected) => expect(parsePayload(text)).toEqual(expected));
