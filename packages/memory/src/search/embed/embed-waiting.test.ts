/** Tests the embedding job: every memory gets its vector once, in the right order, whatever interrupts it. */
import type { Database } from "@tacit-memory/sqlite";
import { describe, expect, test } from "vitest";
import type { Memory } from "../../domain/memory.ts";
import type { NewMemory } from "../../learn/promote/new-memory.ts";
import { countEmbeddings, vectorsSince } from "../../store/memories/embeddings.ts";
import { changeMemory, getMemory, insertMemory } from "../../store/memories/memories.ts";
import { openTestStore, type Place, someMemory } from "../../testing/testing-life.ts";
import { encoderFailed, faultOf } from "../models/model-fault.ts";
import { type EmbedOptions, embedWaiting } from "./embed-waiting.ts";
import { type Toy, toyEncoder } from "./testing-encoder.ts";

const LOCAL: EmbedOptions = { withPrefix: false, isLocal: true };

async function storeWith(inputs: readonly (Partial<NewMemory> & { content: string })[]) {
  const { db, place } = await openTestStore();
  const memories: Memory[] = [];
  for (const item of inputs) {
    place.clock.nowMs += 1000;
    const memory = someMemory(place, item);
    await insertMemory(db, memory, place.moment());
    memories.push(memory);
  }
  return { db, place, memories };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ content: `Lesson number ${i} about the build.` }));

async function embeddedIds(db: Database, encoderId = "toy"): Promise<string[]> {
  return (await vectorsSince(db, encoderId, 0, 10_000)).map((row) => row.memoryId);
}

test("embeds pinned memories first, then the newest, in batches, and reports progress", async () => {
  const { db, memories } = await storeWith([
    { content: "The oldest of them all.", isPinned: true },
    ...many(6),
  ]);
  const encoder = toyEncoder();
  const progress: number[] = [];
  const report = await embedWaiting(db, encoder, {
    ...LOCAL,
    batch: 3,
    onProgress: ({ done, total }) => progress.push(done, total),
  });
  expect(report).toEqual({ done: 7, waiting: 0, kept: 0, refused: [], isComplete: true });
  expect(encoder.calls.map((call) => call.length)).toEqual([3, 3, 1]);
  expect(progress).toEqual([3, 7, 6, 7, 7, 7]);
  const [oldest, ...others] = memories.map(({ id }) => id);
  expect(await embeddedIds(db)).toEqual([oldest, ...others.reverse()]);
});

test("does nothing in a second call", async () => {
  const { db } = await storeWith(many(3));
  await embedWaiting(db, toyEncoder(), LOCAL);
  const again = toyEncoder();
  expect(await embedWaiting(db, again, LOCAL)).toMatchObject({ done: 0, isComplete: true });
  expect(again.calls).toEqual([]);
});

test("embeds thousands at once with the built-in encoder", async () => {
  const { db } = await storeWith(many(120));
  const encoder = toyEncoder({ isInstant: true });
  await embedWaiting(db, encoder, LOCAL);
  expect(encoder.calls.map((call) => call.length)).toEqual([120]);
});

describe("an interrupted job", () => {
  test("keeps its vectors and continues with the next call, whether stopped by a limit, the caller or the server", async () => {
    const { db } = await storeWith(many(10));
    expect(await embedWaiting(db, toyEncoder(), { ...LOCAL, limit: 4, batch: 3 })).toMatchObject({
      done: 4,
      waiting: 6,
      isComplete: false,
    });
    const controller = new AbortController();
    const stopped = toyEncoder({ before: (call) => void (call === 2 && controller.abort()) });
    const options = { ...LOCAL, batch: 2, signal: controller.signal };
    expect(await embedWaiting(db, stopped, options)).toMatchObject({
      done: 2,
      waiting: 4,
      isComplete: false,
    });
    const fails = toyEncoder({
      before: (call) => {
        if (call === 2) throw encoderFailed("toy", "server_error", "gone");
      },
    });
    const error = await embedWaiting(db, fails, { ...LOCAL, batch: 1 }).catch((e: unknown) => e);
    expect(faultOf(error)).toBe("server_error");
    expect(await embedWaiting(db, toyEncoder(), LOCAL)).toMatchObject({ done: 3, waiting: 0 });
    expect(new Set(await embeddedIds(db)).size).toBe(10);
  });

  test("computes each vector once with two parallel jobs", async () => {
    const { db, place } = await storeWith(many(20));
    const other = await place.database();
    await Promise.all([
      embedWaiting(db, toyEncoder(), { ...LOCAL, batch: 3 }),
      embedWaiting(other, toyEncoder(), { ...LOCAL, batch: 4 }),
    ]);
    expect(await countEmbeddings(db, "toy")).toEqual({ embedded: 20, waiting: 0 });
  });
});

describe("a memory that changes while it is encoded", () => {
  async function changedMeanwhile(
    change: (db: Database, place: Place, memory: Memory) => Promise<unknown>,
  ) {
    const { db, place, memories } = await storeWith([{ content: "The build needs Node 22." }]);
    const [memory] = memories;
    if (memory === undefined) throw new Error("no memory");
    const toy: Toy = {
      before: async (call) => {
        if (call === 1) await change(db, place, memory);
      },
    };
    const encoder = toyEncoder(toy);
    const report = await embedWaiting(db, encoder, LOCAL);
    return { db, encoder, report };
  }

  test("is encoded with its edited text", async () => {
    const { encoder, report, db } = await changedMeanwhile((db, place, memory) =>
      changeMemory(
        db,
        memory,
        { ...memory, title: "", content: "The build needs Node 24." },
        "edit",
        place.moment(),
      ),
    );
    expect(encoder.calls).toEqual([["The build needs Node 22."], ["The build needs Node 24."]]);
    expect(report.isComplete).toBe(true);
    expect(await countEmbeddings(db, "toy")).toEqual({ embedded: 1, waiting: 0 });
  });

  test("does not keep the job running when it is archived", async () => {
    const { report } = await changedMeanwhile(async (db, place, memory) => {
      const now = await getMemory(db, memory.id);
      await changeMemory(db, now, { ...now, state: "archived" }, "archive", place.moment());
    });
    expect(report.isComplete).toBe(true);
  });
});

test("blames the server, not the memories, when it begins to reject everything", async () => {
  const { db } = await storeWith(many(9));
  const refusing = toyEncoder({
    before: (call) => {
      if (call > 1) throw encoderFailed("toy", "refused_input", "quota");
    },
  });
  const error = await embedWaiting(db, refusing, { ...LOCAL, batch: 3 }).catch((e: unknown) => e);
  expect(faultOf(error)).toBe("refused_input");
  // One batch, half of the next, a single text, and a plain text: no further texts are tried.
  expect(refusing.calls.map((call) => call.length)).toEqual([3, 3, 1, 1]);
  expect(await embedWaiting(db, toyEncoder(), LOCAL)).toMatchObject({ done: 6, isComplete: true });
});

describe("memories that are left out", () => {
  test("leaves out secret memories when text would leave this machine", async () => {
    const { db, memories } = await storeWith([
      { content: "The staging database is on host seven.", isPinned: true },
      ...many(3),
    ]);
    const [first] = memories;
    await db.run("UPDATE memory SET visibility = 'secret' WHERE id = :id", { id: first?.id ?? "" });
    const encoder = toyEncoder();
    const report = await embedWaiting(db, encoder, { ...LOCAL, isLocal: false, batch: 1 });
    expect(report).toMatchObject({ done: 3, kept: 1, waiting: 1, isComplete: true });
    expect(encoder.calls.flat().join()).not.toContain("staging");
    expect(await embedWaiting(db, toyEncoder(), LOCAL)).toMatchObject({ done: 1, waiting: 0 });
  });

  test("leaves out a single text that the server rejects, and embeds the others of its batch", async () => {
    const { db, memories } = await storeWith([...many(5), { content: "Poison: far too long." }]);
    const encoder = toyEncoder({ refuses: "Poison" });
    const report = await embedWaiting(db, encoder, { ...LOCAL, batch: 6 });
    expect(report).toMatchObject({ done: 5, waiting: 1, isComplete: true });
    expect(report.refused.map(({ id }) => id)).toEqual([memories[5]?.id]);
    expect(report.refused[0]?.reason).toBe("too long");
  });
});
