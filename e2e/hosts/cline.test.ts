/**
 * Tests the product in the real Cline CLI if `npm run e2e:hosts` has installed it; otherwise one test reports that it is
 * missing.
 */
import { expect, test } from "vitest";
import { CLINE } from "./cline.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

if (CLINE.program.isInstalled()) {
  test.each(CLINE.scenarios)("%s", (scenario) => {
    playedVerdict("cline", scenario);
  });
} else {
  test("SKIPPED: Cline CLI is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "cline").verdict).toMatchObject({ ok: null });
  });
}
