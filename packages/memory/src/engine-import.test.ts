/** Rule files and history through the engine: once is the same as twice, and what was taken out goes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openTacit } from "./engine.ts";
import { git } from "./testing-git.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("rules are found by recall, never shown unasked, and withdrawn with their line", async () => {
  writeFileSync(
    join(folder, "AGENTS.md"),
    "# Data\n- Never store local times, always UTC.\n- Use the repository layer for queries.\n",
  );
  const tacit = await openTacit({ home: join(folder, ".home"), cwd: folder });
  expect(await tacit.importRules()).toMatchObject({ items: 2, imported: 2, withdrawn: 0 });
  expect(await tacit.importRules()).toMatchObject({ imported: 0, merged: 2 });
  const asked = await tacit.recall({ query: "do we store local times or UTC?" });
  expect(asked.hits[0]?.memory.content).toBe("Data: Never store local times, always UTC.");
  expect(asked.abstained).toBe(true);
  expect((await tacit.startBlock({ session: "s", point: "session_start" })).text).toBe("");
  writeFileSync(join(folder, "AGENTS.md"), "# Data\n- Use the repository layer for queries.\n");
  expect(await tacit.importRules()).toMatchObject({ items: 1, withdrawn: 1 });
  expect((await tacit.recall({ query: "local times UTC" })).hits).toEqual([]);
  await tacit.close();
});

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
  expect((await tacit.importHistory()).commits).toBe(0);
  expect(await tacit.list({ type: "causal_dependency" })).toHaveLength(1);
  await tacit.close();
});
