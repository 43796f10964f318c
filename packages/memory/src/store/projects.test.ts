/** Merging two projects that are the same: what moves, what is deduplicated, and when the merge is refused. */
import { describe, expect, test } from "vitest";
import type { ProjectId } from "../domain/ids.ts";
import { openTestStore, PROJECT, someMemory } from "../testing/testing-life.ts";
import { eraseMemory, forgottenAtMs } from "./memories/erase.ts";
import { insertMemory } from "./memories/memories.ts";
import { listTraces, writeTraces } from "./memories/stages.ts";
import {
  findProject,
  listProjects,
  mergeProjects,
  resolveAlias,
  setMode,
  touchProject,
} from "./projects.ts";
import { insertEvent } from "./sessions/events.ts";
import { openSession } from "./sessions/sessions.ts";
import { listUndoEntries, saveUndoEntry } from "./undo-entries.ts";

test("counts no session for an imported git history", async () => {
  const { db } = await openTestStore();
  for (const id of ["git", "claude-code"])
    await openSession(db, { projectId: PROJECT, id, origin: "live", atMs: 1 });
  await db.run("UPDATE session SET agent = id");
  expect(await listProjects(db)).toMatchObject([{ id: PROJECT, sessions: 1 }]);
});

describe("mergeProjects", () => {
  const OTHER = "p_other" as ProjectId;
  async function two() {
    const { db, place } = await openTestStore();
    const seen = {
      id: OTHER,
      canonical: "example.org/old",
      name: "old",
      basis: "remote" as const,
      root: null,
    };
    await touchProject(db, seen, 1);
    return { db, place, seen };
  }

  test("moves everything and makes the old name an alias of the new one", async () => {
    const { db, place, seen } = await two();
    const memory = { ...someMemory(place, { content: "From the other one." }), projectId: OTHER };
    await insertMemory(db, memory, place.moment());
    await mergeProjects(db, OTHER, PROJECT);
    expect(await findProject(db, OTHER)).toBeUndefined();
    expect(await resolveAlias(db, OTHER)).toBe(PROJECT);
    expect(await touchProject(db, seen, 2)).toBe(PROJECT);
    const rows = await db.all("SELECT id FROM memory WHERE project_id = :id", { id: PROJECT });
    expect(rows).toEqual([{ id: memory.id }]);
  });

  test("keeps the events and handoffs of a session that exists in both projects", async () => {
    const { db, place } = await two();
    const event = {
      v: 1 as const,
      session: "s",
      ts: "2026-09-01T00:00:00Z",
      kind: "step" as const,
    };
    for (const projectId of [PROJECT, OTHER]) {
      const row = await openSession(db, { projectId, id: "s", origin: "live", atMs: 1 });
      await insertEvent(db, row.rid, 0, { ...event, n: 1 }, 1);
      const content = `Left off in ${projectId}.`;
      const handoff = someMemory(place, { content, type: "handoff", externalId: "handoff:s" });
      await insertMemory(db, { ...handoff, projectId }, place.moment());
    }
    await mergeProjects(db, OTHER, PROJECT);
    expect(await db.all("SELECT external_id AS id FROM memory ORDER BY id")).toEqual([
      { id: "handoff:s" },
      { id: `handoff:s#${OTHER}` },
    ]);
    expect(await db.all("SELECT id FROM session ORDER BY id")).toEqual([
      { id: "s" },
      { id: `s#${OTHER}` },
    ]);
    expect(await db.all("SELECT seq FROM event")).toHaveLength(2);
  });

  test("moves tombstones, branch traces and undo entries", async () => {
    const { db, place } = await two();
    const content = "The old port is 4711.";
    const memory = { ...someMemory(place, { content }), projectId: OTHER };
    await insertMemory(db, memory, place.moment());
    await eraseMemory(db, memory, place.moment());
    const at = { commit: "a".repeat(40), branch: "topic", isStaged: true };
    const staged = { ...someMemory(place, { content: "Only on topic." }), ...at, projectId: OTHER };
    await insertMemory(db, staged, place.moment());
    const stage = `${at.commit}:${at.branch}`;
    const patches = {};
    const trace = {
      stage,
      repository: null,
      carriers: ["b"],
      patches,
      compared: null,
      isGone: true,
    };
    await writeTraces(db, OTHER, [trace]);
    const change = { id: "u1", projectId: OTHER, groupId: null, what: "archive", steps: [] };
    await saveUndoEntry(db, { ...change, atMs: 1, undoneAtMs: null });
    await mergeProjects(db, OTHER, PROJECT);
    expect(await forgottenAtMs(db, PROJECT, content)).not.toBeNull();
    expect(await listTraces(db, PROJECT)).toEqual([trace]);
    expect(await listUndoEntries(db, PROJECT, { limit: 5 })).toHaveLength(1);
  });

  test("keeps one copy of a memory ingested by both projects and redirects links to it", async () => {
    const { db, place } = await two();
    const content = "Run the tests before you push.";
    const [original, copy] = [PROJECT, OTHER].map((projectId) => ({
      ...someMemory(place, { content, externalId: "rule:1" }),
      projectId,
    }));
    const older = someMemory(place, { content: "Run the tests on Fridays." });
    if (original === undefined || copy === undefined) throw new Error("two were made");
    for (const item of [original, copy]) await insertMemory(db, item, place.moment());
    const replaced = { ...older, projectId: OTHER, supersededBy: copy.id };
    await insertMemory(db, replaced, place.moment());
    await mergeProjects(db, OTHER, PROJECT);
    const rows = await db.all("SELECT id, superseded_by AS by FROM memory ORDER BY rid");
    expect(rows).toEqual([
      { id: original.id, by: null },
      { id: older.id, by: original.id },
    ]);
  });

  test("refuses and moves nothing when memories with one external id differ", async () => {
    const { db, place } = await two();
    for (const projectId of [PROJECT, OTHER]) {
      const memory = someMemory(place, { content: `Line one of ${projectId}.`, externalId: "e1" });
      await insertMemory(db, { ...memory, projectId }, place.moment());
    }
    await openSession(db, { projectId: OTHER, id: "s", origin: "live", atMs: 1 });
    await expect(mergeProjects(db, OTHER, PROJECT)).rejects.toThrow(
      expect.objectContaining({ code: "not_allowed" }),
    );
    expect(await db.all("SELECT id FROM session WHERE project_id = :id", { id: OTHER })).toEqual([
      { id: "s" },
    ]);
  });

  test("keeps the mode of a project that is seen again", async () => {
    const { db, seen } = await two();
    await setMode(db, OTHER, "review");
    await touchProject(db, seen, 5);
    expect((await findProject(db, "example.org/old"))?.mode).toBe("review");
  });

  test("declares for every table with a project id what happens to its rows", async () => {
    const { db } = await two();
    const tables = await db.all<{ name: string }>(
      `SELECT DISTINCT t.name FROM pragma_table_list t JOIN pragma_table_info(t.name) c ON c.name = 'project_id'
       WHERE t.schema = 'main' AND t.type = 'table' ORDER BY t.name`,
    );
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(BECOMES).sort());
  });
});

/**
 * For every table with a project id: what a merge does with its rows. A new table must be added here. Rows that
 * `mergeProjects` does not move are deleted with their project.
 */
const BECOMES = {
  branch_view: "goes: git is asked again",
  candidate: "moves",
  capture_ledger: "moves",
  co_access: "moves",
  gap: "moves",
  injection: "moves",
  judged_turn: "goes: of sessions that are under way",
  memory: "moves",
  project_alias: "moves",
  proposal: "moves",
  renamed_place: "goes: git is asked again",
  session: "moves",
  stage_trace: "moves",
  tombstone: "moves",
  undo_entry: "moves",
} as const;
