/** Tests that the store, the vector index and the function select the same memories. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { stageOf } from "../../domain/anchors/stage.ts";
import type { ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { isSelected, type Selection } from "../../domain/selection.ts";
import { COLUMN_WEIGHTS } from "../../search/column-weights.ts";
import { passes } from "../../search/indexes/row-classes.ts";
import { openTestStore, PROJECT, someMemory } from "../../testing/testing-life.ts";
import { touchProject } from "../projects.ts";
import { getMemories, insertMemory } from "./memories.ts";
import { findNewest } from "./memory-lists.ts";
import { searchWords } from "./search.ts";

const OTHER = "p_other" as ProjectId;
const TIMES = [1_000, 2_000, 3_000, 4_000];
const time = fc.constantFrom(...TIMES);
const ALL = 1000;

const facts = fc.record({
  projectId: fc.constantFrom(PROJECT, OTHER, null),
  type: fc.constantFrom("fact" as const, "gotcha" as const),
  scope: fc.constantFrom("project" as const, "global" as const),
  state: fc.constantFrom("active" as const, "archived" as const),
  isSuperseded: fc.boolean(),
  stage: fc.constantFrom(null, "a", "b"),
  createdAtMs: time,
  validFromMs: fc.option(time),
  validToMs: fc.option(time),
});

const selections: fc.Arbitrary<Selection & { readonly replacesFirst?: boolean }> = fc.record(
  {
    projectId: fc.constant(PROJECT),
    anyProject: fc.boolean(),
    withArchived: fc.boolean(),
    types: fc.subarray(["fact", "gotcha"]),
    scopes: fc.subarray(["project", "global"]),
    hiddenStages: fc.subarray(["c1:a", "c1:b"]),
    learned: fc.record({ fromMs: time, toMs: time }, { requiredKeys: [] }),
    atMs: time,
    replacesFirst: fc.boolean(),
  },
  { requiredKeys: ["projectId"] },
);

test("property: SQL, the classes of vectors and the function select the same", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(facts, { minLength: 1, maxLength: 12 }),
      fc.array(selections, { minLength: 1, maxLength: 8 }),
      async (wanted, expectedQuery) => {
        const { db, place } = await openTestStore();
        try {
          const other = { id: OTHER, canonical: "other", name: "other", root: null } as const;
          await touchProject(db, { ...other, basis: "directory" }, 1);
          const memories = wanted.map((item, n) => memoryWith(place, n, item));
          for (const memory of memories) await insertMemory(db, memory, place.moment());
          const stored = await getMemories(
            db,
            memories.map(({ id }) => id),
          );
          for (const { replacesFirst, ...fixed } of expectedQuery) {
            const [first] = memories;
            const replacedIds =
              replacesFirst === true && first !== undefined ? [first.id] : undefined;
            const selection = { ...fixed, replacedIds };
            const expected = idsOf(stored.filter((memory) => isSelected(selection, memory)));
            expect(
              idsOf(
                await searchWords(db, "sharedword", COLUMN_WEIGHTS, { ...selection, limit: ALL }),
              ),
            ).toEqual(expected);
            const newest = await findNewest(db, selection, ALL);
            expect([...newest].sort()).toEqual(expected);
            const { atMs: _atMs, learned: _learned, replacedIds: _ids, ...timeless } = selection;
            const isPassing = passes({ ...timeless, projectIds: [selection.projectId] });
            const inClasses = stored.filter((memory) => isPassing(classOf(memory)));
            expect(idsOf(inClasses)).toEqual(
              idsOf(stored.filter((memory) => isSelected(timeless, memory))),
            );
          }
        } finally {
          await db.close();
        }
      },
    ),
    { numRuns: 40 },
  );
});

type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

function memoryWith(place: Parameters<typeof someMemory>[0], n: number, item: Facts): Memory {
  const { isSuperseded, stage, ...rest } = item;
  const memory = someMemory(place, { content: `sharedword number${n} of the test memories` });
  return {
    ...memory,
    ...rest,
    isStaged: stage !== null,
    branch: stage,
    commit: stage === null ? null : "c1",
    supersededBy: isSuperseded ? memory.id : null,
  };
}

function classOf(memory: Memory) {
  return {
    projectId: memory.projectId,
    type: memory.type,
    scope: memory.scope,
    isArchived: memory.state === "archived",
    isSuperseded: memory.supersededBy !== null,
    stage: stageOf(memory),
  };
}

function idsOf(rows: readonly { readonly id: string }[]): string[] {
  return rows.map(({ id }) => id).sort();
}
