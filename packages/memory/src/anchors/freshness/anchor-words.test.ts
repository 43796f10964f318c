/** Wording, for people and agents, of how the code of a memory changed. */
import { expect, test } from "vitest";
import type { AnchorVerdict } from "../../domain/anchors/anchor.ts";
import { noteOf } from "./anchor-words.ts";

const verdict = (freshness: AnchorVerdict["freshness"], more: Partial<AnchorVerdict> = {}) => ({
  ...{ path: "a.ts", symbol: null, movedTo: null, line: null, commitsSince: null },
  ...more,
  freshness,
});

test.each<readonly [AnchorVerdict, string | null]>([
  [verdict("intact"), null],
  [verdict("gone"), "a.ts is gone"],
  [verdict("moved", { movedTo: "b.ts", line: 3 }), "a.ts moved to b.ts:3"],
  [verdict("changed", { movedTo: "b.ts" }), "a.ts moved to b.ts and changed"],
  [verdict("changed", { commitsSince: 0 }), "a.ts changed, not committed"],
  [verdict("changed", { commitsSince: 1 }), "a.ts changed, 1 commit since"],
  [
    verdict("changed", { symbol: "run", commitsSince: 2 }),
    "`run` in a.ts changed, 2 commits since",
  ],
])("%j", (anchorVerdict, expected) => {
  expect(noteOf([anchorVerdict], null)).toBe(expected);
});
