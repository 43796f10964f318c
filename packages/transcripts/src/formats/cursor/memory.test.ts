/** Tests that each of Cursor's many large conversations is released before the next is read. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { cursorEvents } from "./database.ts";

const CONVERSATIONS = 30;
const CHARS = 1_000_000;

test("memory use does not grow with the number of conversations", async () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-cursor-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "globalStorage"));
  const path = join(folder, "globalStorage", "state.vscdb");
  const db = new DatabaseSync(path);
  db.exec("CREATE TABLE cursorDiskKV (key TEXT UNIQUE, value BLOB)");
  const insert = db.prepare("INSERT INTO cursorDiskKV VALUES (:key, :value)");
  for (let i = 0; i < CONVERSATIONS; i++) {
    const bubble = { bubbleId: "b", type: 1, text: `${i} `.repeat(CHARS / 3) };
    const composer = {
      composerId: `c${i}`,
      createdAt: 1_790_000_000_000 + i,
      conversation: [bubble],
    };
    insert.run({ key: `composerData:c${i}`, value: JSON.stringify(composer) });
  }
  db.close();
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  // The first event arrives after every conversation has been checked.
  for await (const _first of cursorEvents(path, {
    onProblem: (transcriptProblem) => expect.fail(transcriptProblem.reason),
  })) {
    collect();
    const held = process.memoryUsage().heapUsed - before;
    expect(held).toBeLessThan((CONVERSATIONS * CHARS) / 4);
    return;
  }
  expect.fail("no event");
});
