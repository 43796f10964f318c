/** The product in the real Gemini CLI, where `npm run e2e:hosts` has installed it; otherwise a test that says so. */
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
