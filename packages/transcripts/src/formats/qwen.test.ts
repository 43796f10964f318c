/** Tests Qwen Code's session files, as 0.24.4 writes them. */
import { expect, test } from "vitest";
import { SAMPLES } from "../testing-lines.ts";
import { jsonLines, ofKind, outline, readContent } from "../testing-transcripts.ts";

const RECORDS = SAMPLES["qwen"]?.records ?? [];

test("reads prompts, searches, shells without the lines around them, and a compaction", async () => {
  const { events, problems } = await readContent("q1.jsonl", jsonLines(RECORDS));
  expect(problems).toEqual([]);
  expect(outline(events)).toEqual([
    "session_start",
    "prompt: Make the tests pass.",
    "reasoning",
    "message: Let me see.",
    "shell",
    "mcp",
    "failed: 1 failed | 3 passed",
    "ok: kept",
    "read src/a.ts",
    "failed: File not found: src/a.ts",
    "compaction",
    "shell",
    "ok: [rejected by the user] no",
    "message: Done.",
    "end: success",
  ]);
  const [start] = events;
  expect(start).toMatchObject({ agent: "qwen", session: "q1", cwd: "/srv/app", branch: "main" });
  expect(ofKind(events, "tool_call")[1]).toMatchObject({
    hostTool: "mcp__tacit__remember",
    input: { content: "x" },
  });
  expect(ofKind(events, "tool_result")[0]).toMatchObject({ exitCode: 1, isError: true });
});

test("is recognised by any of its lines, also by those about the program itself, and not mistaken for Claude Code's", async () => {
  for (const record of RECORDS.filter(
    (item) => !JSON.stringify(item).includes("chat_compression"),
  )) {
    const { problems } = await readContent("q1.jsonl", jsonLines([record]));
    expect(problems).toEqual([]);
  }
  const claude = jsonLines(SAMPLES["claude-code"]?.records.slice(1, 3) ?? []);
  const { events } = await readContent("s1.jsonl", claude);
  expect(events[0]).toMatchObject({ agent: "claude-code" });
});

test("skips only lines of another shape", async () => {
  const odd = [
    { type: "user", sessionId: "q1", uuid: "o1", message: { parts: [null, 7, { text: 3 }] } },
    { type: "assistant", sessionId: "q1", uuid: "o2", message: { parts: [{ functionCall: 1 }] } },
    {
      type: "tool_result",
      sessionId: "q1",
      uuid: "o3",
      message: { parts: [{ functionResponse: {} }] },
    },
    {
      type: "tool_result",
      sessionId: "q1",
      uuid: "o4",
      toolCallResult: [],
      message: { parts: "x" },
    },
  ];
  const { problems } = await readContent("q1.jsonl", jsonLines([...RECORDS, ...odd]));
  expect(problems).toEqual([]);
});
