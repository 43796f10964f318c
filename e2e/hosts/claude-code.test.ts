/** The product in the real Claude Code, where `npm run e2e:hosts` has installed it; otherwise a test that says so. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isInstalled } from "./claude-code.mjs";

const RUN = join(import.meta.dirname, "run.mjs");

function verdictOf(...args: string[]) {
  const ran = spawnSync(process.execPath, [RUN, "--no-install", ...args], {
    encoding: "utf8",
    timeout: 110_000,
  });
  return { verdict: JSON.parse(ran.stdout), exit: ran.status, told: ran.stderr };
}

if (isInstalled()) {
  test("what one session saves, the next is told, and no other project's", () => {
    const { verdict, exit, told } = verdictOf("--scenario", "remembered");
    expect(verdict.verdicts[0].problems, told).toEqual([]);
    expect(verdict.verdicts[0].checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
    expect(exit).toBe(0);
  });

  test("without Tacit the same checks fail", () => {
    const { verdict, exit } = verdictOf(
      ...["--scenario", "remembered", "--setup", "true", "--teardown", "true"],
    );
    rmSync(verdict.verdicts[0].out, { recursive: true, maxRetries: 3 });
    expect(verdict.ok).toBe(false);
    expect(exit).toBe(1);
  });
} else {
  test("SKIPPED: Claude Code is not installed; `npm run e2e:hosts` proves the hosts", () => {
    expect(verdictOf().verdict).toMatchObject({ ok: null });
  });
}
