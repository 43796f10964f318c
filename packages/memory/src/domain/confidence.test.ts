/** Confidence decays according to its formula, however often it is read. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { effectiveConfidence } from "./confidence.ts";
import { HALF_LIFE_DAYS } from "./half-life.ts";
import { MEMORY_TYPES } from "./memory.ts";

const DAY_MS = 86_400_000;
const fresh = {
  confidence: 0.8,
  type: "gotcha",
  confirmedAtMs: 0,
  isPinned: false,
  isDisputed: false,
} as const;

test.each([
  ["at once", 0, 0.8],
  ["after one half-life", 90, 0.4],
  ["after two", 180, 0.2],
  ["when the clock went back", -5, 0.8],
])("%s", (_name, days, expected) =>
  expect(effectiveConfidence(fresh, days * DAY_MS)).toBeCloseTo(expected, 10),
);

test("a pinned memory does not decay", () => {
  expect(effectiveConfidence({ ...fresh, isPinned: true }, 10_000 * DAY_MS)).toBe(0.8);
});

test.each([true, false])(
  "a disputed memory has four fifths of its confidence, also if pinned (%s)",
  (isPinned) => {
    const disputed = { ...fresh, isPinned, isDisputed: true };
    const undisputed = { ...fresh, isPinned };
    for (const days of [0, 90]) {
      const whole = effectiveConfidence(undisputed, days * DAY_MS);
      expect(effectiveConfidence(disputed, days * DAY_MS)).toBeCloseTo(0.8 * whole, 12);
    }
  },
);

test("every type has a documented half-life", () => {
  for (const type of MEMORY_TYPES) expect(HALF_LIFE_DAYS[type]).toBeGreaterThan(0);
  expect(JSON.parse(JSON.stringify(HALF_LIFE_DAYS))).toEqual(HALF_LIFE_DAYS);
});

test.each([0, 1, 30])("confidence at day 30 is the same after %i reads", (looks) => {
  const memory = { ...fresh };
  for (let i = 1; i <= looks; i++) effectiveConfidence(memory, (30 * i * DAY_MS) / looks);
  expect(effectiveConfidence(memory, 30 * DAY_MS)).toBeCloseTo(0.8 * 0.5 ** (30 / 90), 12);
});

test("property: confidence is in [0, confidence] and never rises with time", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...MEMORY_TYPES),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.nat(4000),
      fc.nat(4000),
      (type, confidence, days, more) => {
        const memory = { ...fresh, type, confidence };
        const now = effectiveConfidence(memory, days * DAY_MS);
        expect(now).toBeGreaterThanOrEqual(0);
        expect(now).toBeLessThanOrEqual(confidence);
        expect(effectiveConfidence(memory, (days + more) * DAY_MS)).toBeLessThanOrEqual(now);
      },
    ),
  );
});
