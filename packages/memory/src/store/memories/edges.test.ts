/** Tests which edges are returned for several memories. */
import { expect, test } from "vitest";
import { openTestStore, someMemory } from "../../testing/testing-life.ts";
import { addEdge, edgesBetween } from "./edges.ts";
import { insertMemory } from "./memories.ts";

test("edges to other memories do not displace those with both ends among the asked", async () => {
  const { db, place } = await openTestStore();
  const moment = place.moment();
  const ids = await db.transaction(async (tx) => {
    const made = Array.from({ length: 205 }, (_, i) =>
      someMemory(place, { content: `Rule ${i}.` }),
    );
    for (const memory of made) await insertMemory(tx, memory, moment);
    return made.map(({ id }) => id);
  });
  const [hub, ...others] = ids;
  const last = others.at(-1);
  if (hub === undefined || last === undefined) throw new Error("no memories were made");
  for (const toId of others)
    await addEdge(db, { fromId: hub, toId, type: "relates_to", createdAtMs: 0 }, moment);
  const found = await edgesBetween(db, [last, hub]);
  expect(found.map(({ fromId, toId }) => [fromId, toId])).toEqual([[hub, last]]);
  expect(await edgesBetween(db, ids)).toHaveLength(204);
});
