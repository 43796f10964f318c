/** Tests that every acknowledged line of the spool is in the store exactly once, whichever process was killed on the way. */
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { openDatabase } from "../../packages/memory/src/store/open-database.ts";
import { killAtRandom, makeFolders, start } from "../store/processes.ts";

const WRITER = join(import.meta.dirname, "spool-writer.ts");
const DRAINER = join(import.meta.dirname, "spool-drainer.ts");

async function keysIn(home: string): Promise<string[]> {
  const db = await openDatabase({ path: join(home, "memory.db") });
  const rows = await db.all<{ key: string }>("SELECT key FROM event");
  await db.close();
  return rows.map((row) => row.key);
}

test("30 writers and 20 drainers killed at random moments leave each line once and lose none", async () => {
  const { home, project } = makeFolders();
  const acknowledged: string[] = [];
  const writers = async () => {
    for (let i = 0; i < 30; i++) {
      const writer = start(WRITER, [home, `w${i}`, "100000"]);
      const { lines, stderr } = await killAtRandom(writer, 40);
      expect(stderr).toBe("");
      acknowledged.push(...lines);
    }
  };
  const drainers = async () => {
    for (let i = 0; i < 20; i++) {
      const { stderr } = await killAtRandom(start(DRAINER, [home, project]), 150);
      expect(stderr).toBe("");
    }
  };
  await Promise.all([writers(), drainers()]);
  const tacit = await openTacit({ home, cwd: project });
  expect(await tacit.sessions.drain()).toMatchObject({ isComplete: true });
  expect(await tacit.sessions.drain()).toMatchObject({ events: 0 });
  const status = await tacit.admin.status();
  const checks = await tacit.admin.examine();
  await tacit.close();
  expect(checks.filter((check) => !check.ok && check.name !== "disk space")).toEqual([]);
  const keys = await keysIn(home);
  const unique = new Set(keys);
  expect(keys).toHaveLength(unique.size);
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((key) => !unique.has(key))).toEqual([]);
  // At most the current line of each killed writer is stored without having been acknowledged, or is torn.
  expect(unique.size - acknowledged.length).toBeLessThanOrEqual(30);
  expect(status.spool.rejectedLines).toBeLessThanOrEqual(30);
});

test("2 drainers at once and 4 writers that finish leave nothing twice and nothing behind", async () => {
  const { home, project } = makeFolders();
  const drainers = Array.from({ length: 2 }, () => start(DRAINER, [home, project]));
  const writers = Array.from({ length: 4 }, (_, i) => start(WRITER, [home, `w${i}`, "300"]));
  const ended = await Promise.all(writers.map((writer) => writer.ended));
  expect(ended.map((item) => item.status)).toEqual([0, 0, 0, 0]);
  for (const drainer of drainers) drainer.child.kill("SIGKILL");
  await Promise.all(drainers.map((drainer) => drainer.ended));
  const tacit = await openTacit({ home, cwd: project });
  await tacit.sessions.drain();
  const status = await tacit.admin.status();
  await tacit.close();
  expect(status.spool.rejectedLines).toBe(0);
  expect((await keysIn(home)).sort()).toEqual(ended.flatMap((item) => item.lines).sort());
});
