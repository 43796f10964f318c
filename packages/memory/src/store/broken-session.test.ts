/** Tests that a session that cannot be learned from does not stop the others and is reported by `doctor`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Event } from "@tacit-memory/protocol";
import { afterAll, expect, test } from "vitest";
import { openTacit } from "../open.ts";
import { STORE_FILE } from "./open-store.ts";

const home = mkdtempSync(join(tmpdir(), "tacit-broken-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

function session(id: string, rule: string): Event[] {
  const envelope = { v: 1 as const, session: id, ts: "2026-01-05T09:00:00.000Z" };
  return [
    { ...envelope, kind: "prompt", text: rule },
    { ...envelope, kind: "session_end", outcome: "success" },
  ];
}

test("skips the broken session and learns from the next one", async () => {
  const tacit = await openTacit({ home, cwd: home });
  await tacit.sessions.ingest(session("broken", "Always use tabs in makefiles here."), "live");
  await tacit.sessions.ingest(session("whole", "Always use spaces in YAML files here."), "live");
  const raw = new DatabaseSync(join(home, STORE_FILE));
  raw.exec(`UPDATE event SET body = '{torn' WHERE kind = 'prompt' AND session_rid =
    (SELECT rid FROM session WHERE id = 'broken')`);
  raw.close();
  const learned = await tacit.sessions.learnDue();
  expect(learned.map((item) => item.session)).toEqual(["whole"]);
  expect((await tacit.memories.list()).map((memory) => memory.content)).toContain(
    "Always use spaces in YAML files here.",
  );
  const check = (await tacit.admin.examine()).find((item) => item.name === "learning");
  expect(check).toMatchObject({ ok: false, detail: expect.stringContaining("session broken") });
  expect(await tacit.sessions.learnDue()).toEqual([]);
  await tacit.close();
});
