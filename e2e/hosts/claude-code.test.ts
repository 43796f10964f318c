/**
 * Tests the product in the real Claude Code if `npm run e2e:hosts` has installed it; otherwise one test reports that it is
 * missing.
 */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { CLAUDE_CODE } from "./claude-code.mjs";
import { CODEX } from "./codex.mjs";
import { EVERYDAY } from "./everyday-scenarios.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

if (CLAUDE_CODE.program.isInstalled()) {
  test("shows what one session saves to the next session, but not to another project", () => {
    playedVerdict("claude-code", "remembered");
  });

  test("shows a memory that belongs to a command before the command runs", () => {
    playedVerdict("claude-code", "before-command");
  });
  test("points to a likely memory, which the agent reads by its id", () => {
    playedVerdict("claude-code", "pointed");
  });

  test.each(EVERYDAY)("%s", (scenario) => {
    playedVerdict("claude-code", scenario);
  });

  const isCodexHere = CODEX.program.isInstalled();
  test(isCodexHere ? "two-programs" : "SKIPPED: two-programs needs Codex too", () => {
    if (isCodexHere) playedVerdict("claude-code", "two-programs");
  });

  test("asks a running server over HTTP", () => {
    playedVerdict("claude-code", "asked-for", "http");
  });

  test("fails the same checks without Tacit", () => {
    const { verdict, exit } = verdictOf(
      ...["--host", "claude-code", "--scenario", "remembered", "--form", "connect"],
      ...["--setup", "true", "--teardown", "true"],
    );
    rmSync(verdict.verdicts[0].out, { recursive: true, maxRetries: 3 });
    expect(verdict.ok).toBe(false);
    expect(exit).toBe(1);
  });
} else {
  test("SKIPPED: Claude Code is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf("--host", "claude-code").verdict).toMatchObject({ ok: null });
  });
}
