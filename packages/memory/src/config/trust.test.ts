/** Tests what each trust level holds back. */
import { expect, test } from "vitest";
import type { Source } from "../domain/memory.ts";
import { TRUST_CHOICES, type TrustChoice } from "../domain/options.ts";
import { isTrusted, learningMode, trustOf } from "./trust.ts";

test.each<[TrustChoice, Source, number, boolean]>([
  ["L1", "observer_inferred", 0.79, false],
  ["L1", "observer_inferred", 0.8, true],
  ["L1", "user_taught", 0.31, true],
  ["L1", "agent_explicit", 0.31, true],
  ["L2", "consolidated", 0.64, false],
  ["L2", "commit_auto", 0.65, true],
  ["L3", "qa_auto", 0.56, true],
  ["L4", "observer_inferred", 0.44, false],
  ["default", "observer_inferred", 0.01, true],
])(
  "trusts a memory at %s, from %s, with confidence %d: %s",
  (choice, source, confidence, expected) =>
    expect(isTrusted(trustOf(choice), { source, isPinned: false }, confidence)).toBe(expected),
);

test("always trusts a pinned memory", () =>
  expect(isTrusted(trustOf("L1"), { source: "observer_inferred", isPinned: true }, 0.1)).toBe(
    true,
  ));

test("requires review only at L1, and no level relaxes a stricter mode", () => {
  const modes = TRUST_CHOICES.map((choice) => learningMode("automatic", trustOf(choice)));
  expect(modes).toEqual(["automatic", "review", "automatic", "automatic", "automatic"]);
  for (const mode of ["review", "off", "incognito"] as const)
    expect(learningMode(mode, trustOf("L4"))).toBe(mode);
});
