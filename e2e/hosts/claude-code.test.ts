/** The product in the real Claude Code, where `npm run e2e:hosts` has installed it; otherwise a test that says so. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { CLAUDE_CODE } from "./claude-code.mjs";
import { CODEX } from "./codex.mjs";
import { EVERYDAY } from "./everyday-scenarios.mjs";
import { playedVerdict, verdictOf } from "./verdict-of.ts";

if (CLAUDE_CODE.program.isInstalled()) {
  test("what one session saves, the next is told, and no other project's", () => {
    playedVerdict("claude-code", "remembered");
  });

  test("what waits for a command is shown before it runs", () => {
    playedVerdict("claude-code", "before-command");
  });
  test("a likely memory is pointed to, and read by its id", () => {
    playedVerdict("claude-code", "pointed");
  });

  test.each(EVERYDAY)("%s", (scenario) => {
    playedVerdict("claude-code", scenario);
  });

  const isCodexHere = CODEX.program.isInstalled();
  test(isCodexHere ? "two-programs" : "SKIPPED: two-programs needs Codex too", () => {
    if (isCodexHere) playedVerdict("claude-code", "two-programs");
  });

  test("a server that runs already is asked over HTTP", () => {
    playedVerdict("claude-code", "asked-for", "http");
  });

  test("without Tacit the same checks fail", () => {
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
