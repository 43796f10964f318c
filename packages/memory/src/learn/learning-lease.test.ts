/** Tests that only one process at a time learns from sessions: imports wait for each other, and hooks leave them alone. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MemoryError } from "../domain/errors.ts";
import { lastJob } from "../store/jobs.ts";
import { git } from "../testing/testing-git.ts";
import { makePlace, openTestStore, type Place, sessionScript } from "../testing/testing-life.ts";
import { acquireLearningLease, importWithLease } from "./learning-lease.ts";

const RULES = ["run the linter", "update the changelog", "rebase on main"];

/** Transcripts of one session for each rule. */
function transcripts({ home, root }: Place) {
  mkdirSync(home, { recursive: true });
  return RULES.map((rule, i) => {
    const path = join(home, `s${i}.jsonl`);
    const about = { type: "user", sessionId: `s${i}`, uuid: `u${i}`, cwd: root };
    const message = { role: "user", content: `Always ${rule} before you commit.` };
    const line = { ...about, timestamp: `2026-08-2${i}T10:00:00Z`, message };
    writeFileSync(path, `${JSON.stringify(line)}\n`);
    return { path, host: "claude-code" as const };
  });
}

test("imports of transcripts and of the history run under the lease", async () => {
  const { db, place } = await openTestStore();
  git(place.root, "init", "-q", "-b", "main");
  git(place.root, "commit", "-q", "--allow-empty", "-m", "fix: first");
  const tacit = await place.open();
  const last = () => lastJob(db, "settle", place.moment().nowMs);
  const history = await tacit.exchange.importHistory();
  expect(history.commits).toBe(1);
  expect(await last()).toMatchObject({ state: "done", counters: '{"sessions":1}' });
  await tacit.exchange.importTranscripts({ files: transcripts(place) });
  expect(await last()).toMatchObject({ state: "done", counters: '{"sessions":3}' });
});

test("what hooks recorded is learned after an import, not during it", async () => {
  const { db, place } = await openTestStore();
  const tacit = await place.open();
  const script = sessionScript("live")
    .prompt("From now on never push to the release branch.")
    .end();
  await tacit.sessions.ingest(script.events, "live");
  const during = await importWithLease({ db, moment: place.moment }, async () => ({
    sessions: 0,
    report: await tacit.sessions.learnDue(),
  }));
  expect(during).toEqual([]);
  expect(await tacit.sessions.learnDue()).toMatchObject([{ session: "live" }]);
});

test("what a run had no time to maintain is done at the next opportunity, although no session is due", async () => {
  const place = makePlace();
  const tacit = await place.open({ env: { TACIT_MEMORY_FILE: "on" } });
  const content = "The staging port is 7781, because 7780 is taken by the metrics sidecar.";
  await tacit.memories.remember({ content, source: "user_taught" });
  const script = sessionScript("live")
    .prompt("From now on never push to the release branch.")
    .end();
  await tacit.sessions.ingest(script.events, "live");
  const overview = join(place.root, ".tacit", "MEMORY.md");
  let looks = 0;
  const untilLearned = () => looks++ === 0;
  expect(await tacit.sessions.learnDue(untilLearned)).toHaveLength(1);
  expect([existsSync(overview), await tacit.sessions.isBehind()]).toEqual([false, true]);
  expect(await tacit.sessions.learnDue()).toEqual([]);
  expect([existsSync(overview), await tacit.sessions.isBehind()]).toEqual([true, false]);
});

const none = async () => ({ sessions: 0, report: null });

test("an import gives up while another process learns, and runs once it has ended", async () => {
  const { db, place } = await openTestStore();
  const store = { db, moment: place.moment };
  const settling = await acquireLearningLease(store, "opportunistic");
  const failure = await importWithLease(store, none, 0).catch((error: unknown) => error);
  expect(MemoryError.is(failure, "learning_running")).toBe(true);
  await settling?.finish(0, null);
  expect(await importWithLease(store, none, 0)).toBeNull();
});

test.each<[string, Error, string | null]>([
  ["stopped by a person", new MemoryError("interrupted", {}), null],
  ["that failed", new Error("the file is gone"), "the file is gone"],
])("an import %s leaves the lease free, and doctor its error", async (_how, error, expected) => {
  const { db, place } = await openTestStore();
  const store = { db, moment: place.moment };
  await expect(importWithLease(store, () => Promise.reject(error), 0)).rejects.toThrow(error);
  expect(await lastJob(db, "settle", place.moment().nowMs)).toMatchObject({ error: expected });
  expect(await importWithLease(store, none, 0)).toBeNull();
});
