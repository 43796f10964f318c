/** The number of pinned memories is limited, and the error states what to do. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const SUBJECTS =
  "ash birch cedar elm fir hazel ivy juniper larch maple oak palm rowan spruce tulip willow yew beech alder poplar lime".split(
    " ",
  );

test("twenty memories can be pinned; pinning another is rejected, and a new one is stored unpinned", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const ids: string[] = [];
  for (const subject of SUBJECTS) {
    const content = `The ${subject} service is deployed by its own pipeline, ${subject}-deploy.`;
    const { id } = await tacit.memories.remember({ content, source: "user_taught" });
    ids.push(id ?? "");
  }
  const [last = "", ...rest] = ids.reverse();
  for (const id of rest) await tacit.memories.edit(id, { isPinned: true });
  const reason = expect.stringContaining("the memory was not pinned: 20 are pinned already");
  const refused = expect.objectContaining({ code: "not_allowed", facts: { reason } });
  const ways: readonly (() => Promise<unknown>)[] = [
    () => tacit.memories.edit(last, { isPinned: true }),
    () => tacit.memories.askToPin(last),
  ];
  for (const way of ways) await expect(way()).rejects.toThrow(refused);
  expect(await tacit.memories.get(last)).toMatchObject({ isPinned: false, version: 1 });
  expect(await tacit.memories.list()).toHaveLength(SUBJECTS.length);
  const content = "The chestnut service is not deployed at all.";
  const request = { content, source: "user_taught", isPinned: true } as const;
  const stored = await tacit.memories.remember(request);
  expect(stored).toMatchObject({ accepted: true, isPinRefused: true });
  expect(await tacit.memories.get(stored.id ?? "")).toMatchObject({ content, isPinned: false });
  await tacit.memories.edit(rest[0] ?? "", { isPinned: false });
  expect(await tacit.memories.edit(last, { isPinned: true })).toMatchObject({ isPinned: true });
});
