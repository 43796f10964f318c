/** Tests which messages of a turn are read from the end of the session's own file. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { turnMessages } from "./turn-messages.ts";

const user = (content: unknown, more: object = {}) => ({
  type: "user",
  message: { role: "user", content },
  ...more,
});
const agent = (text: string, more: object = {}) => ({
  type: "assistant",
  timestamp: "2026-11-20T10:00:00.000Z",
  message: { role: "assistant", content: [{ type: "text", text }] },
  ...more,
});
const result = user([{ type: "tool_result", tool_use_id: "t1", content: "ok" }]);

function messagesOf(lines: readonly (object | string)[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "tacit-turn-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "s.jsonl");
  writeFileSync(
    path,
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
  );
  return turnMessages(path).map(({ text }) => text);
}

test.each<[string, (object | string)[], string[]]>([
  [
    "the remarks of the last turn, oldest first, across results of tools",
    [user("first"), agent("earlier"), user("second"), agent("cause"), result, agent("done")],
    ["cause", "done"],
  ],
  [
    "neither a subagent's words nor what the host itself wrote ends the turn",
    [
      user("ask"),
      agent("one"),
      agent("aside", { isSidechain: true }),
      user("meta", { isMeta: true }),
      agent("two"),
    ],
    ["one", "two"],
  ],
  [
    "torn and foreign lines are passed over",
    [user("ask"), '{"type":"assistant","mess', "nonsense", agent("one")],
    ["one"],
  ],
  ["an empty file", [], []],
])("%s", (_name, lines, expected) => {
  expect(messagesOf(lines)).toEqual(expected);
});

test("a missing file has no messages", () => {
  expect(turnMessages(join(tmpdir(), "tacit-no-such-file.jsonl"))).toEqual([]);
  expect(turnMessages(null)).toEqual([]);
});
