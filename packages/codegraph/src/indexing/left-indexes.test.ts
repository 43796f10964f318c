/** Indexes of deleted worktrees are removed, and indexes in use stay. */
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { dropLeftIndexes, touchIndex } from "./left-indexes.ts";

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 20);

test("removes all files of an index that was neither opened nor written for long", () => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-left-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const put = (name: string, days: number) => {
    const at = (NOW_MS - days * DAY_MS) / 1000;
    writeFileSync(join(folder, name), "x");
    utimesSync(join(folder, name), at, at);
  };
  for (const end of ["db", "db-wal", "graph", "neighbours"]) {
    put(`own-00000001.${end}`, 400);
    put(`gone-0000000a.${end}`, 100);
    put(`opened-0000000b.${end}`, 100);
    put(`written-0000000c.${end}`, end === "graph" ? 10 : 100);
  }
  put("notes.txt", 400);
  touchIndex(join(folder, "opened-0000000b.db"), NOW_MS);
  touchIndex(join(folder, "none-0000000d.db"), NOW_MS);
  dropLeftIndexes(join(folder, "own-00000001.db"), NOW_MS);
  const left = new Set(readdirSync(folder).map((name) => name.split(".")[0]));
  expect([...left].sort()).toEqual([
    "notes",
    "opened-0000000b",
    "own-00000001",
    "written-0000000c",
  ]);
});
