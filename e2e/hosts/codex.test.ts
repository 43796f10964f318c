/** The product in the real Codex, where `npm run e2e:hosts` has installed it; otherwise a test that says so. */
import { expect, test } from "vitest";
import { CODEX } from "./codex.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

if (CODEX.program.isInstalled()) {
  test.each(CODEX.scenarios)("%s", (scenario) => {
    playedVerdict("codex", scenario);
  });

  test("a server that runs already is asked over HTTP", () => {
    playedVerdict("codex", "asked-for", "http");
  });
} else {
  test("SKIPPED: Codex is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "codex").verdict).toMatchObject({ ok: null });
  });
}
