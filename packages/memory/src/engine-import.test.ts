/** History through the engine: once is the same as twice. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTacit } from "./engine.ts";
import { git } from "./testing-git.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("files that always change together become one memory, once", async () => {
  git(folder, "init", "-q", "-b", "main");
  for (let i = 0; i < 5; i++) {
    writeFileSync(join(folder, "schema.sql"), `version ${i}`);
    writeFileSync(join(folder, "client.ts"), `version ${i}`);
    writeFileSync(join(folder, `note-${i}.md`), "x");
    git(folder, "add", "schema.sql", "client.ts", `note-${i}.md`);
    git(folder, "commit", "-q", "-m", `change ${i}`);
  }
  const tacit = await openTacit({ home: join(folder, ".home"), cwd: folder });
  const first = await tacit.importHistory();
  expect(first.commits).toBe(5);
  const coupled = await tacit.list({ type: "causal_dependency" });
  expect(coupled.map((memory) => [memory.files, memory.standing])).toEqual([
    [["client.ts", "schema.sql"], "believed"],
  ]);
  expect(coupled[0]?.content).toContain("(5 of 5 times, large commits not counted)");
  expect((await tacit.importHistory()).commits).toBe(0);
  expect(await tacit.list({ type: "causal_dependency" })).toHaveLength(1);
  await tacit.close();
});
