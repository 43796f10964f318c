/** Tests which places are checked for renames (those of the newest memories, each once), and the memories of a place. */
import { expect, test } from "vitest";
import { link } from "../../anchors/link/link.ts";
import { openTestStore, PROJECT, someMemory } from "../../testing/testing-life.ts";
import { anchoredPlaces, countMemoriesAt } from "./anchors.ts";
import { changeMemory, insertMemory } from "./memories.ts";

async function tied() {
  const { db, place } = await openTestStore();
  const tie = async (content: string, ...files: string[]) => {
    place.clock.nowMs += 1000;
    const memory = someMemory(place, { content, files });
    await insertMemory(db, memory, place.moment());
    await link(db, memory, null, null);
    return memory;
  };
  const places = async (limit: number) =>
    (await anchoredPlaces(db, PROJECT, limit)).map(({ path }) => path);
  return { db, place, tie, places };
}

test("returns each place once, the last linked first, for active memories", async () => {
  const { db, place, tie, places } = await tied();
  await tie("The first is tied to two files.", "a.ts", "b.ts");
  await tie("The second is tied to one of them.", "a.ts");
  const gone = await tie("The third was set aside.", "c.ts");
  const after = { ...gone, state: "archived" as const };
  await changeMemory(db, gone, after, "archived", place.moment());
  expect(await places(10)).toEqual(["a.ts", "b.ts"]);
  expect(await places(1)).toEqual(["a.ts"]);
});

test("reads only a few memories per place, however many there are", async () => {
  const { tie, places } = await tied();
  await tie("What is oldest is tied to a file.", "old.ts");
  for (let i = 0; i < 4; i++) await tie(`What came later, number ${i}, is tied to none.`);
  expect(await places(1)).toEqual([]);
  expect(await places(2)).toEqual(["old.ts"]);
});

test("counts the active memories of the asked places, each once", async () => {
  const { db, place, tie } = await tied();
  await tie("The first is tied to two files.", "a.ts", "b.ts");
  await tie("The second is tied to one of them, and to a folder.", "a.ts", "folder");
  const gone = await tie("The third was set aside.", "a.ts");
  const after = { ...gone, state: "archived" as const };
  await changeMemory(db, gone, after, "archived", place.moment());
  const counts = await countMemoriesAt(db, PROJECT, ["a.ts", "folder", "none.ts"]);
  expect(Object.fromEntries(counts)).toEqual({ "a.ts": 2, folder: 1 });
});
