/**
 * Tests the product in the real OpenCode if `npm run e2e:hosts` has installed it; otherwise one test reports that it is
 * missing.
 */
import { expect, test } from "vitest";
import { OPENCODE } from "./opencode.mjs";
import { playedVerdict, verdictOf, withoutEveryday } from "./verdict-of.ts";

if (OPENCODE.program.isInstalled()) {
  test.each(withoutEveryday(OPENCODE.scenarios))("%s", (scenario) => {
    playedVerdict("opencode", scenario);
  });
} else {
  test("SKIPPED: OpenCode is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "opencode").verdict).toMatchObject({ ok: null });
  });
}
