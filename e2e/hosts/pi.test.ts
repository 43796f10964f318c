/**
 * Tests the product in the real pi if `npm run e2e:hosts` has installed it; otherwise one test reports that it is missing.
 */
import { expect, test } from "vitest";
import { PI } from "./pi.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

if (PI.program.isInstalled()) {
  test.each(PI.scenarios)("%s", (scenario) => {
    playedVerdict("pi", scenario);
  });
} else {
  test("SKIPPED: pi is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "pi").verdict).toMatchObject({ ok: null });
  });
}
