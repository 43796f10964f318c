/** Tests files as they occur in practice: packed, damaged, truncated, of another encoding, of no known kind. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readTranscript } from "./read-transcript.ts";
import {
  inTemporaryFolder,
  jsonLines,
  outline,
  read,
  readContent,
  write,
} from "./testing-transcripts.ts";
import { TRANSCRIPT_HOSTS } from "./transcript-host.ts";

const userLine = (text: string, uuid: string) => ({
  type: "user",
  sessionId: "s1",
  uuid,
  timestamp: "2026-11-20T10:00:00.000Z",
  message: { role: "user", content: text },
});
const ONE = jsonLines([userLine("one", "u1")]);
const TWO = jsonLines([userLine("two", "u2")]);
const BOTH = ["session_start", "prompt: one", "prompt: two", "end: success"];
const FIRST = ["session_start", "prompt: one", "end: success"];

test.each([
  ["plain", Buffer.from(ONE + TWO), BOTH, []],
  ["packed", gzipSync(ONE + TWO), BOTH, []],
  [
    "packed twice over, one after the other",
    Buffer.concat([gzipSync(ONE), gzipSync(TWO)]),
    BOTH,
    [],
  ],
  ["cut in the last line", Buffer.from(ONE + TWO.slice(0, 40)), FIRST, [2]],
  ["with junk between", Buffer.from(`${ONE}\u0001\uFFFF{{{\n${TWO}`), BOTH, [2]],
  ["with records of no shape", Buffer.from(`${ONE}null\n[]\n7\n"x"\n{}\n${TWO}`), BOTH, []],
  [
    "with NULs where the disk lost data",
    Buffer.from(`${ONE}${"\0".repeat(500)}\n${TWO}`),
    BOTH,
    [],
  ],
  ["UTF-16", Buffer.from(`\uFEFF${ONE}${TWO}`, "utf16le"), BOTH, []],
  [
    "UTF-8 with a mark and CRLF",
    Buffer.from(`\uFEFF${ONE}${TWO}`.replaceAll("\n", "\r\n")),
    BOTH,
    [],
  ],
  ["empty", Buffer.alloc(0), [], [0]],
  ["only junk", Buffer.from([0, 1, 2, 0xff, 0xfe]), [], [0]],
  ["another program's JSON", Buffer.from('{"name":"x","version":"1"}'), [], [0]],
])("%s", async (_name, content, expected, problemLines) => {
  const { events, problems } = await readContent("s1.jsonl", content);
  expect(outline(events)).toEqual(expected);
  expect(problems.map((problem) => problem.line)).toEqual(problemLines);
});

test("reads what can be read of a damaged package", async () => {
  const lines = jsonLines(
    Array.from({ length: 5_000 }, (_, i) => userLine(`${i} ${Math.sin(i)}`, `u${i}`)),
  );
  const packed = gzipSync(lines);
  const { events, problems } = await readContent(
    "s1.jsonl.gz",
    packed.subarray(0, packed.length / 2),
  );
  expect(events.length).toBeGreaterThan(100);
  expect(problems.map((problem) => problem.reason)).toContainEqual(
    expect.stringMatching(/^damaged gzip/),
  );
});

test("throws Node's error about the file", async () => {
  await inTemporaryFolder(async (folder) => {
    await expect(read(`${folder}/absent.jsonl`)).rejects.toMatchObject({ code: "ENOENT" });
    await expect(read(folder)).rejects.toMatchObject({ name: "TranscriptError", code: "EISDIR" });
  });
});

test("counts progress in the file's own bytes, and reading can stop early", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = await write(folder, "s1.jsonl", ONE + TWO);
    const seen: number[] = [];
    for await (const _event of readTranscript(path, { onProgress: (bytes) => seen.push(bytes) }))
      break;
    expect(seen.at(-1)).toBe(Buffer.byteLength(ONE + TWO));
  });
});

test("reads the same events twice", async () => {
  await inTemporaryFolder(async (folder) => {
    const path = await write(
      folder,
      "x.traj",
      JSON.stringify({ trajectory: [{ action: "ls", observation: "a" }] }),
    );
    expect(await read(path)).toEqual(await read(path));
  });
});

/** JSON that resembles what readers look for: its names, and values of every kind. */
const NAMES = [
  "type",
  "message",
  "content",
  "payload",
  "info",
  "messages",
  "parts",
  "nodes",
  "trajectory",
  "action",
  "history",
  "data",
  "role",
  "state",
  "toolCalls",
  "text",
  "input",
  "sessionId",
  "id",
  "$set",
  "observation",
  "timestamp",
  "metadata",
  "uuid",
  "parentUuid",
];
const WORDS = [
  "user",
  "assistant",
  "tool",
  "tool_use",
  "tool_result",
  "message",
  "function_call",
  "response_item",
  "event_msg",
  "text",
  "session_meta",
  "user.message",
  "gemini",
  "run",
  "progress",
  "2026-01-01",
  "__proto__",
];
const likely = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...WORDS, null, true, -1, 1e300, 0, ""),
    fc.string(),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES), tie("value"), { maxKeys: 6 }),
  ),
})).value;

test("property: no content fails in any reader", async () => {
  const records = fc
    .array(likely, { maxLength: 6 })
    .map((values) => Buffer.from(jsonLines(values)));
  const content = fc.oneof(
    records,
    fc.uint8Array({ maxLength: 400 }),
    likely.map((value) => Buffer.from(JSON.stringify(value))),
  );
  const host = fc.constantFrom(...TRANSCRIPT_HOSTS, "auto" as const);
  await inTemporaryFolder(async (folder) => {
    await fc.assert(
      fc.asyncProperty(content, host, async (bytes, chosen) => {
        const { problems } = await read(await write(folder, "x.jsonl", bytes), chosen);
        expect(problems.filter((problem) => problem.reason.startsWith("unreadable"))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
