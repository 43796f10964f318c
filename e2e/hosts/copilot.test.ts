/**
 * Tests the product in the real Copilot CLI if `npm run e2e:hosts` has installed it; otherwise one test reports that it is
 * missing.
 */
import { expect, test } from "vitest";
import { COPILOT } from "./copilot.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

if (COPILOT.program.isInstalled()) {
  test.each(COPILOT.scenarios)("%s", (scenario) => {
    playedVerdict("copilot", scenario);
  });
} else {
  test("SKIPPED: Copilot CLI is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "copilot").verdict).toMatchObject({ ok: null });
  });
}
