/** Tests that changes are undone in the order given. */
import type { Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { undoChanges } from "./changes.ts";

test("undoes the changes in the order given: ids of one millisecond have no order", async () => {
  const undone: string[] = [];
  const memories = { undo: async (id: string) => undone.push(id) };
  const result = await undoChanges({ memories } as unknown as Tacit, ["b", "c", "a"]);
  expect(undone).toEqual(["b", "c", "a"]);
  expect(result).toEqual({ undone: 3, failed: 0 });
});
