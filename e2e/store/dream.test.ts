/** Tests consolidation in real processes: two at once, a killed process, and the command. */
import { join } from "node:path";
import { openTacit, type Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { openDatabase } from "../../packages/memory/src/store/open-database.ts";
import { makeProgram } from "../models/tacit-process.ts";
import { killAtRandom, makeFolders, start } from "./processes.ts";

const RUNNER = join(import.meta.dirname, "dream-runner.ts");
const PAIRS = 150;
/** SQL that copies each memory; the write path would have merged the copies. */
const COPY = `INSERT INTO memory (id, project_id, type, title, content, payload, scope, visibility, state, standing, confidence,
    source, files, symbols, tags, identifiers, triggers, sessions, evidence, created_at_ms, updated_at_ms, confirmed_at_ms, dedupe_key)
  SELECT substr(id, 1, 35) || CASE substr(id, 36) WHEN '0' THEN '1' ELSE '0' END, project_id, type, title, content, payload, scope,
    visibility, state, standing, confidence, source, files, symbols, tags, identifiers, triggers, sessions, evidence,
    created_at_ms + 1, updated_at_ms, confirmed_at_ms, dedupe_key FROM memory`;
const LEASES = "UPDATE job SET lease_until_ms = 0 WHERE kind = 'dream' AND state = 'running'";
const STRAY = `SELECT count(*) AS count FROM memory m WHERE m.superseded_by IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM undo_entry u, json_each(u.steps) s WHERE json_extract(s.value, '$.id') = m.id)`;

async function fill(home: string, project: string): Promise<void> {
  const tacit = await openTacit({ home, cwd: project });
  async function* lines() {
    for (let i = 0; i < PAIRS; i++)
      yield JSON.stringify({ content: `The service number ${i} is deployed by pipeline p${i}.` });
  }
  await tacit.exchange.importLines(lines(), { isVerbatim: true });
  await tacit.close();
  const db = await openDatabase({ path: join(home, "memory.db") });
  await db.exec(COPY);
  await db.close();
}

async function inProject<T>(
  { home, project }: ReturnType<typeof makeFolders>,
  body: (tacit: Tacit) => Promise<T>,
): Promise<T> {
  const tacit = await openTacit({ home, cwd: project });
  try {
    return await body(tacit);
  } finally {
    await tacit.close();
  }
}

const living = (tacit: Tacit) => tacit.memories.list().then((list) => list.length);

test("only one of two processes consolidates; the other is refused or finds nothing to do", async () => {
  const place = makeFolders();
  await fill(place.home, place.project);
  const both = [1, 2].map(() => start(RUNNER, [place.home, place.project]));
  const ended = await Promise.all(both.map((running) => running.ended));
  const merges = ended.map(({ lines }) => Number(lines[1] ?? "0"));
  expect(merges.reduce((sum, merge) => sum + merge, 0)).toBe(PAIRS);
  expect(Math.min(...merges)).toBe(0);
  for (const { status, stderr } of ended)
    if (status !== 0)
      expect([status, stderr]).toEqual([75, expect.stringContaining("dream_running")]);
  expect(await inProject(place, living)).toBe(PAIRS);
});

test("a process killed at any moment loses nothing, the next run completes the work, and undo restores everything", async () => {
  const place = makeFolders();
  await fill(place.home, place.project);
  for (const withinMs of [20, 100, 300]) {
    await killAtRandom(start(RUNNER, [place.home, place.project]), withinMs);
    const db = await openDatabase({ path: join(place.home, "memory.db") });
    expect(await db.get(STRAY)).toEqual({ count: 0 });
    await db.run(LEASES);
    await db.close();
  }
  const { status, stderr } = await start(RUNNER, [place.home, place.project]).ended;
  expect([status, stderr]).toEqual([0, ""]);
  await inProject(place, async (tacit) => {
    expect(await living(tacit)).toBe(PAIRS);
    const { memories } = await tacit.exchange.exportAll();
    expect(memories).toHaveLength(2 * PAIRS);
    const changes = await tacit.memories.changes(10_000);
    for (const run of new Set(changes.flatMap(({ groupId }) => groupId ?? [])))
      await tacit.memories.undo(run);
    expect(await living(tacit)).toBe(2 * PAIRS);
  });
});

test("a dry run of the command changes nothing, and a run reports how to revert it", async () => {
  const program = makeProgram();
  const project = join(program.base, "project");
  await program.run(["status"]);
  await fill(program.home, project);
  const parsed = async (words: readonly string[]) => {
    const ran = await program.run([...words, "--json"]);
    expect([ran.status, ran.stderr]).toEqual([0, ""]);
    return JSON.parse(ran.stdout);
  };
  const dry = await parsed(["dream", "--dry-run"]);
  expect(dry).toMatchObject({ dryRun: true, run: null, complete: true });
  expect(dry.merges).toHaveLength(PAIRS);
  expect((await parsed(["status"])).consolidatedAt).toBeNull();
  const done = await parsed(["dream"]);
  expect(done.merges.map((merge: { merged: string }) => merge.merged)).toEqual(
    dry.merges.map((merge: { merged: string }) => merge.merged),
  );
  expect((await parsed(["status"])).consolidatedAt).toMatch(/^\d{4}-/);
  const undone = await parsed(["undo", done.run]);
  expect(undone.changes).toHaveLength(PAIRS);
  expect(await parsed(["dream"])).toMatchObject({ merges: [], proposals: [] });
});
