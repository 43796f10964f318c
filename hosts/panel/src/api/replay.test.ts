/** Tests the order of a session's replay. */
import { expect, test } from "vitest";
import { leftOutOf, momentsOf } from "./replay.ts";

type Report = Parameters<typeof momentsOf>[0];

test("what happened is in order, and at one time a prompt is before what it brought and what followed", () => {
  const stretch = {
    ...{ by: "agent", kinds: { edit: 2 }, steps: 2, errors: 1, fromMs: 10, toMs: 20 },
    ...{ files: ["a.ts"], commands: [] },
  };
  const memory = {
    ...{ id: "m2", title: "", content: "", evidence: [{ session: "s", atMs: 20 }], flags: [] },
    ...{ confirmedAtMs: 0, createdAtMs: 0, type: "fact", standing: "believed", confidence: 1 },
  };
  const report = {
    id: "s",
    lastEventAtMs: 40,
    turns: [
      { asked: null, fromMs: 1, stretches: [{ ...stretch, fromMs: 1 }] },
      { asked: "Fix it", fromMs: 10, stretches: [stretch] },
    ],
    errors: [{ line: "boom", what: "run", atMs: 15, times: 1, mended: null }],
    told: [
      {
        ...{ atMs: 10, memoryId: "m1", memory: null, fruit: [] },
        because: { kind: "asked", detail: null },
      },
    ],
    memories: [
      { memory, role: "learned" },
      { memory: { ...memory, id: "m3", evidence: [] }, role: "written" },
      { memory: { ...memory, id: "m4" }, role: "confirmed" },
    ],
  } as unknown as Report;
  expect(momentsOf(report, 50).map(({ kind, atMs }) => [kind, atMs])).toEqual([
    ["work", 1],
    ["prompt", 10],
    ["shown", 10],
    ["work", 10],
    ["error", 15],
    ["learned", 20],
    ["learned", 40],
  ]);
});

test("what the report has no room for is counted: prompts, steps, errors, and memories", () => {
  const turns = [
    { asked: null, prompts: 0, stepsLeftOut: 0 },
    { asked: "Fix it", prompts: 3, stepsLeftOut: 4 },
  ];
  const counted = { turns, errorsLeftOut: 10, toldLeftOut: 100, learnedLeftOut: 1000 };
  expect(leftOutOf(counted as unknown as Parameters<typeof leftOutOf>[0])).toBe(1116);
});
