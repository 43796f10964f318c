/** Tests which properties keep a hit from being shown unprompted, whatever its text. */
import { expect, test } from "vitest";
import { DEFAULT_TRUST } from "../config/trust.ts";
import type { CodeState, Hit } from "../domain/hit.ts";
import type { Memory } from "../domain/memory.ts";
import { makePlace, someMemory } from "../testing/testing-life.ts";
import { gateVerdicts } from "./gate.ts";

const CODE: CodeState = {
  freshness: "intact",
  note: null,
  metCondition: null,
  factor: 1,
  isDoubtful: false,
  anchors: [],
};

/** A hit for a known error, which is shown unless something suppresses it. */
function hit(memory: Partial<Memory>, more: Partial<Hit> = {}): Hit {
  return {
    memory: { ...someMemory(makePlace(), { content: "Run `make proto` first." }), ...memory },
    rank: 1,
    score: 1,
    confidence: 0.9,
    freshness: "intact",
    explanation: {
      ranks: { fingerprint: 1 },
      fused: 1,
      priors: {},
      prior: 1,
      coverage: 1,
      matched: [],
      words: 1,
      cosine: null,
      relevance: 1,
    },
    ...more,
  };
}

test.each<readonly [string, () => Hit, string | null]>([
  ["nothing", () => hit({}), null],
  ["a review it waits for", () => hit({ needsReview: true }), "awaits_review"],
  ["a dispute", () => hit({ isDisputed: true }), "awaits_review"],
  ["its type", () => hit({ type: "handoff" }), "type"],
  ["a rule file that hosts read", () => hit({ tags: ["rule-file"] }), "rule_file"],
  ["code that is gone", () => hit({}, { freshness: "gone" }), "code_gone"],
  [
    "a condition that is met",
    () => hit({}, { code: { ...CODE, metCondition: "the file exists" } }),
    "condition_met",
  ],
  ["low confidence", () => hit({}, { confidence: 0.01 }), "low_confidence"],
])("is suppressed by %s", (_name, item, silence) => {
  expect(gateVerdicts([item()], "prompt", DEFAULT_TRUST)).toMatchObject([{ silence }]);
});
