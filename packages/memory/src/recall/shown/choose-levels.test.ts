/** Tests which hits are pointed to when the agent knows some of them. */
import { expect, test } from "vitest";
import type { Hit } from "../../domain/hit.ts";
import { chooseLevels } from "./choose-levels.ts";
import type { Pointer } from "./pointer.ts";

const hit = (id: string) =>
  ({ memory: { id, title: id, content: id, standing: "believed", tags: [] } }) as unknown as Hit;
const PASSAGE = { id: "ses", pointedAs: "p" } as unknown as Pointer;

test.each<[string, string[], string[], string[], string[]]>([
  ["nothing is known: up to three", [], ["a", "b", "c", "d"], [], ["a", "b", "c"]],
  ["the best is known: no weaker memory takes its place", [], ["a", "b"], ["a"], ["ses"]],
  ["a weaker one is known: the others", [], ["a", "b", "c"], ["b"], ["a", "c", "ses"]],
  ["strong evidence for another one: pointers beside it", ["f"], ["a", "b"], ["a"], ["b", "ses"]],
])("%s", (_name, full, pointers, shownBefore, expected) => {
  const offer = { full: full.map(hit), pointers: pointers.map(hit), passages: [PASSAGE] };
  const { inFull, pointed } = chooseLevels(offer, 2, ({ id }) => !shownBefore.includes(id));
  expect(inFull.map(({ memory }) => memory.id)).toEqual(full);
  expect(pointed.map(({ id }) => id)).toEqual(expected);
});
