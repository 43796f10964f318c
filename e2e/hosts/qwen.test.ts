/**
 * Tests the product in the real Qwen Code if `npm run e2e:hosts` has installed it; otherwise one test reports that it is
 * missing.
 */
import { expect, test } from "vitest";
import { QWEN } from "./qwen.mjs";
import { playedVerdict, verdictOf, withoutEveryday } from "./verdict-of.ts";

if (QWEN.program.isInstalled()) {
  test.each(withoutEveryday(QWEN.scenarios))("%s", (scenario) => {
    playedVerdict("qwen", scenario);
  });
} else {
  test("SKIPPED: Qwen Code is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "qwen").verdict).toMatchObject({ ok: null });
  });
}
