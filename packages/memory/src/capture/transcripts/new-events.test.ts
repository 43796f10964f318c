/** Tests reading the new events of a transcript. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyReading, newEvents } from "./new-events.ts";

test("a transcript of known events also gives other work a turn", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-new-events-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "s1.jsonl");
  const message = { role: "user", content: "Always run the linter before you commit." };
  const lines = Array.from({ length: 450 }, (_, i) =>
    JSON.stringify({
      ...{ type: "user", sessionId: "s1", uuid: `u${i}`, cwd: folder, message },
      timestamp: "2026-08-20T10:00:00Z",
    }),
  );
  writeFileSync(path, `${lines.join("\n")}\n`);
  let turns = 0;
  const reading = emptyReading();
  const events = newEvents({ path, host: "claude-code", resumeFrom: undefined }, reading, {
    isSkipped: async () => false,
    isNew: () => false,
    onProblem: () => undefined,
    onTurn: async () => {
      turns += 1;
    },
  });
  expect((await events.next()).done).toBe(true);
  expect([reading.eventCount, turns]).toEqual([0, 2]);
});
