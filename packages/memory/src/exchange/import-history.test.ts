/** Importing a history twice has the same result as importing it once. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { effectiveConfidence } from "../domain/confidence.ts";
import { openTacit } from "../open.ts";
import { git } from "../testing/testing-git.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-import-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a history yields its commit form once, and files only changed together by its commits yield no memory", async () => {
  git(folder, "init", "-q", "-b", "main");
  for (let i = 0; i < 40; i++) {
    writeFileSync(join(folder, "schema.sql"), `version ${i}`);
    writeFileSync(join(folder, "client.ts"), `version ${i}`);
    writeFileSync(join(folder, `note-${i}.md`), "x");
    git(folder, "add", "schema.sql", "client.ts", `note-${i}.md`);
    git(folder, "commit", "-q", "-m", `fix(shop): change ${i}`);
  }
  const tacit = await openTacit({ home: join(folder, ".home"), cwd: folder });
  const first = await tacit.exchange.importHistory();
  expect(first.commits).toBe(40);
  const learned = async () =>
    (await tacit.memories.list()).map(({ content, standing }) => [content, standing]);
  const form = expect.stringMatching(
    /^When you commit in this project, follow the usual form: commit messages are `type\(scope\): summary`/,
  );
  expect(await learned()).toEqual([[form, "believed"]]);
  expect((await tacit.exchange.importHistory()).commits).toBe(0);
  expect(await learned()).toHaveLength(1);
  const none = { sessions: 0, events: 0, lastEventAtMs: null, commits: 40 };
  expect(await tacit.admin.status()).toMatchObject(none);
  await tacit.close();

  // In a repository that rests, what its history shows is as sure as in one with a commit of today.
  const clock = () => Date.now() + 400 * 86_400_000;
  const later = await openTacit({ home: join(folder, ".later"), cwd: folder, clock });
  await later.exchange.importHistory();
  const [memory] = await later.memories.list();
  expect(memory?.createdAtMs).toBeLessThan(clock() - 399 * 86_400_000);
  expect(memory === undefined ? 0 : effectiveConfidence(memory, clock())).toBeGreaterThan(0.4);
  await later.close();
});
