/**
 * Tests the product in the real Codex if `npm run e2e:hosts` has installed it; otherwise one test reports that it is missing.
 */
import { expect, test } from "vitest";
import { CODEX } from "./codex.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

if (CODEX.program.isInstalled()) {
  test.each(CODEX.scenarios)("%s", (scenario) => {
    playedVerdict("codex", scenario);
  });

  test("asks a running server over HTTP", () => {
    playedVerdict("codex", "asked-for", "http");
  });
} else {
  test("SKIPPED: Codex is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "codex").verdict).toMatchObject({ ok: null });
  });
}
