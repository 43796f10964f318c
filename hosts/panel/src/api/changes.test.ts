/** Tests that changes are undone in the order given. */
import type { Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { changeMemories, undoChanges } from "./changes.ts";

test("undoes the changes in the order given: ids of one millisecond have no order", async () => {
  const undone: string[] = [];
  const memories = {
    undo: async (id: string) => {
      undone.push(id);
      return { entries: id === "c" ? [] : [id] };
    },
  };
  const result = await undoChanges({ memories } as unknown as Tacit, ["b", "c", "a"]);
  expect(undone).toEqual(["b", "c", "a"]);
  expect(result).toEqual({ undone: 2, failed: 1 });
});

test.each([
  [[{ path: ".tacit/MEMORY.md", state: "kept" }], true],
  [[], false],
])(
  "forgetting with these files left: %j: may still contain the text: %s",
  async (files, memoryFileStays) => {
    const memories = { forget: async () => undefined };
    const exchange = { cleanMemoryFiles: async () => files };
    const tacit = { memories, exchange } as unknown as Tacit;
    const result = await changeMemories(tacit, { action: "forget", ids: ["a"] });
    expect(result).toEqual({ changed: ["a"], failed: [], changes: [], memoryFileStays });
  },
);
