/** Tests pi's session files, as 0.73.1 writes them and its documentation specifies them. */
import { expect, test } from "vitest";
import { jsonLines, ofKind, outline, readContent } from "../../testing-transcripts.ts";

const HEADER = {
  type: "session",
  version: 3,
  id: "01a1fb8a-ada5-74ac-acf9-6605c3539fb5",
  timestamp: "2026-11-21T00:38:52.072Z",
  cwd: "/srv/app",
};

let seconds = 0;
const entry = (type: string, more: object) => ({
  type,
  id: `e${++seconds}`,
  parentId: `e${seconds - 1}`,
  timestamp: new Date(Date.parse(HEADER.timestamp) + seconds * 1000).toISOString(),
  ...more,
});
const message = (role: string, more: object) => entry("message", { message: { role, ...more } });
const text = (content: string) => [{ type: "text", text: content }];
const call = (name: string, input: object, id = `call_${seconds}`) => ({
  type: "toolCall",
  id,
  name,
  arguments: input,
});

async function check(records: readonly object[], expected: readonly string[]) {
  const { events, problems } = await readContent("x.jsonl", jsonLines(records));
  expect(problems).toEqual([]);
  expect(outline(events)).toEqual(expected);
  return events;
}

test("reads prompts, calls and results, and ignores what extensions added", async () => {
  const events = await check(
    [
      HEADER,
      entry("model_change", { provider: "p", modelId: "m" }),
      message("user", { content: text("Make it start.") }),
      entry("custom_message", { customType: "tacit", content: "<tacit-memory>x</tacit-memory>" }),
      entry("custom_message", { customType: "other", content: "Injected." }),
      message("assistant", {
        content: [
          { type: "thinking", thinking: "Which port?" },
          ...text("Let me see."),
          call("bash", { command: "npm start" }, "call_a"),
          call("edit", { path: "/srv/app/src/a.ts", edits: [] }, "call_b"),
        ],
        stopReason: "toolUse",
      }),
      message("toolResult", {
        toolCallId: "call_a",
        toolName: "bash",
        content: text("port 3000 is taken\n\nCommand exited with code 7"),
        isError: true,
      }),
      message("toolResult", {
        toolCallId: "call_b",
        toolName: "edit",
        content: text("Done.\n\n<tacit-memory>note</tacit-memory>"),
        isError: false,
      }),
      message("assistant", { content: text("It starts."), stopReason: "stop" }),
    ],
    [
      "session_start",
      "prompt: Make it start.",
      "reasoning",
      "message: Let me see.",
      "shell",
      "edit src/a.ts",
      "failed: port 3000 is taken",
      "ok: Done.\n\n",
      "message: It starts.",
      "end: success",
    ],
  );
  expect(events[0]).toMatchObject({ session: HEADER.id, agent: "pi", cwd: "/srv/app" });
  expect(ofKind(events, "tool_result")[0]).toMatchObject({ exitCode: 7, callId: "call_a" });
});

test("reads a user's own command, a compaction and a stopped run", async () => {
  await check(
    [
      HEADER,
      message("bashExecution", { command: "git status", output: "clean", exitCode: 0 }),
      entry("compaction", { summary: "Halfway.", firstKeptEntryId: "e1", tokensBefore: 9 }),
      message("compactionSummary", { summary: "Halfway." }),
      entry("branch_summary", { fromId: "e1", summary: "Elsewhere." }),
      message("user", { content: "Go on." }),
      message("assistant", { content: text("Half"), stopReason: "aborted" }),
    ],
    [
      "session_start",
      "shell",
      "ok: clean",
      "compaction",
      "prompt: Go on.",
      "message: Half",
      "end: partial",
    ],
  );
});

test("reads only the new lines of a file that was forked from another", async () => {
  const forkedAt = new Date(Date.parse(HEADER.timestamp) + 3_600_000).toISOString();
  const header = { ...HEADER, id: "fork", timestamp: forkedAt, parentSession: "/a/b.jsonl" };
  const later = new Date(Date.parse(forkedAt) + 1000).toISOString();
  const events = await check(
    [
      header,
      message("user", { content: "Said in the other." }),
      { ...message("user", { content: "Said here." }), timestamp: later },
    ],
    ["session_start", "prompt: Said here.", "end: success"],
  );
  expect(events[0]).toMatchObject({ session: "fork" });
});

test("reads lines of the first version, which have no ids, and a file without its first line", async () => {
  const { id: _id, parentId: _parent, ...line } = message("user", { content: "Hello." });
  await check([HEADER, line], ["session_start", "prompt: Hello.", "end: success"]);
  const [first] = await check(
    [message("user", { content: "Hello." })],
    ["session_start", "prompt: Hello.", "end: success"],
  );
  expect(first).toMatchObject({ session: "x" });
});
