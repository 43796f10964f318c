/**
 * Tests the product in the real Gemini CLI if `npm run e2e:hosts` has installed it; otherwise one test reports that it is
 * missing.
 */
import { expect, test } from "vitest";
import { GEMINI } from "./gemini.mjs";
import { playedVerdict, verdictOf, withoutEveryday } from "./verdict-of.ts";

if (GEMINI.program.isInstalled()) {
  test.each(withoutEveryday(GEMINI.scenarios))("%s", (scenario) => {
    playedVerdict("gemini", scenario);
  });
} else {
  test("SKIPPED: Gemini CLI is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "gemini").verdict).toMatchObject({ ok: null });
  });
}
