/** Tests which remembered statements consolidation proposes to merge. */
import { expect, test } from "vitest";
import { makePlace } from "../../testing/testing-life.ts";

test("proposes to merge paraphrases whose types differ, and stops when all are merged", async () => {
  const { tacit } = await remembered(
    "Always run migrations with `just migrate`",
    "Use `just migrate` for database migrations",
    "Database migrations are applied by `just migrate`, never by hand",
  );
  expect(new Set((await tacit.memories.list()).map(({ type }) => type)).size).toBe(3);
  const { merges, proposals } = await tacit.memories.dream();
  expect(merges).toEqual([]);
  expect(proposals.map(({ kind }) => kind)).toEqual(["merge", "merge", "merge"]);
  for (const count of [2, 1]) {
    const [proposal] = await tacit.memories.proposals();
    await tacit.memories.acceptProposal(proposal?.id ?? "");
    expect(await tacit.memories.list()).toHaveLength(count);
  }
  expect(await tacit.memories.proposals()).toEqual([]);
});

test("proposes nothing for different statements about one topic", async () => {
  const { tacit } = await remembered(
    "Always run migrations with `just migrate`",
    "Migrations live in `db/migrations`",
    "The API listens on port 4001",
    "The admin listens on port 4002",
  );
  expect(await tacit.memories.dream()).toMatchObject({ merges: [], proposals: [] });
});

async function remembered(...contents: readonly string[]) {
  const tacit = await makePlace().open();
  for (const content of contents) await tacit.memories.remember({ content, source: "user_taught" });
  return { tacit };
}
