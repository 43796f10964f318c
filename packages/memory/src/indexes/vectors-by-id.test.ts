/** Does an index give the vectors of memories as the table has them, from its first answer on and whoever writes? */
import { closeSync, openSync, statSync, writeSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { MemoryId } from "../domain/ids.ts";
import { putEmbeddings } from "../store/embeddings.ts";
import { eraseMemory } from "../store/erase.ts";
import { getMemory, insertMemory } from "../store/memories.ts";
import { someMemory } from "../testing-life.ts";
import {
  DIMS,
  ENCODER,
  EVERYTHING,
  type Kept,
  keep,
  open,
  stored,
  vectorOf,
} from "../testing-vectors.ts";
import type { VectorIndex } from "./vector-index.ts";

const NOBODY = "019700ab-0000-7000-8000-000000000000" as MemoryId;

/** After this many searches by the same process. */
async function searched(kept: Kept, times: number): Promise<VectorIndex> {
  const index = await open(kept.options);
  for (let i = 0; i < times; i++) await index.search(vectorOf(i), EVERYTHING, 3);
  return index;
}

async function expectVectors(
  index: VectorIndex,
  wanted: ReadonlyMap<MemoryId, number>,
  gone: readonly MemoryId[] = [NOBODY],
) {
  const found = await index.vectorsOf([...wanted.keys(), ...gone]);
  expect(new Set(found.keys())).toEqual(new Set(wanted.keys()));
  for (const [id, seed] of wanted) {
    const [own, one] = [stored(id, seed), found.get(id)];
    expect(one?.codes).toEqual(own.codes);
    const squares = [...new Int8Array(own.codes.buffer)].reduce((sum, x) => sum + x * x, 0);
    expect(one?.scale).toBe(1 / Math.sqrt(squares));
  }
}

const seeds = (ids: readonly MemoryId[]) => new Map(ids.map((id, i) => [id, i]));

describe("vectors by id", () => {
  test.each([0, 1, 2, 3])(
    "after %i searches: those that there are, as the table has them",
    async (times) => {
      const kept = await keep(40);
      await expectVectors(await searched(kept, times), seeds(kept.ids));
      // From the side file that the first one wrote.
      await expectVectors(await searched(kept, times), seeds(kept.ids));
    },
  );

  test("from memory the table is not asked", async () => {
    const kept = await keep(5);
    let asked = 0;
    const of = async () => {
      asked++;
      return [];
    };
    const index = await open({ ...kept.options, rows: { ...kept.options.rows, of } });
    await index.search(vectorOf(1), EVERYTHING, 3);
    expect((await index.vectorsOf(kept.ids)).size).toBe(0);
    expect(asked).toBe(1);
    await index.search(vectorOf(1), EVERYTHING, 3);
    expect((await index.vectorsOf(kept.ids)).size).toBe(5);
    expect(asked).toBe(1);
  });

  test("what is written anew, comes later or is erased while the process lives", async () => {
    const kept = await keep(20);
    const index = await searched(kept, 2);
    await expectVectors(index, seeds(kept.ids));
    const [first, second, ...others] = kept.ids as [MemoryId, MemoryId, ...MemoryId[]];
    const memory = someMemory(kept.place, {
      content: "It was learned after the index was opened.",
    });
    await insertMemory(kept.db, memory, kept.place.moment());
    await putEmbeddings(kept.db, ENCODER, [stored(first, 70), stored(memory.id, 71)]);
    await eraseMemory(kept.db, await getMemory(kept.db, second), kept.place.moment());
    await index.refresh();
    const wanted = new Map([
      [first, 70],
      [memory.id, 71],
      ...others.map((id, i) => [id, i + 2] as const),
    ]);
    await expectVectors(index, wanted, [second]);
    // In the image that is written of both.
    await index.flush();
    await expectVectors(index, wanted);
    await putEmbeddings(kept.db, ENCODER, [stored(first, 72)]);
    await index.refresh();
    await expectVectors(index, new Map([...wanted, [first, 72]]), [second]);
    await eraseMemory(kept.db, await getMemory(kept.db, first), kept.place.moment());
    await index.refresh();
    wanted.delete(first);
    await expectVectors(index, wanted, [first, second]);
  });

  test("a file damaged where the ids lie: from the table", async () => {
    const kept = await keep(400);
    await searched(kept, 1);
    const index = await searched(kept, 0);
    const file = openSync(kept.options.path, "r+");
    // Codes are the last of it; before them lie the seqs, the rids and the ids.
    const codes = Math.ceil((400 * Math.ceil(DIMS / 16) * 16) / 4096) * 4096;
    const at = statSync(kept.options.path).size - codes - 3 * 4096;
    writeSync(file, Buffer.from("damage"), 0, 6, at);
    closeSync(file);
    for (let i = 0; i < 2; i++) await index.search(vectorOf(i), { projectIds: [] }, 3);
    await expectVectors(index, seeds(kept.ids));
  });
});
