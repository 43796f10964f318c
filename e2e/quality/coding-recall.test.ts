/**
 * Tests that a change does not make recall or the gate worse. Runs the dev half of the labelled moments (193 of real
 * sessions, checked in) through the real engine and compares with the values reached when this was written. Numbers move by a
 * case or two when something else improves; investigate a larger move before you trust it.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Minimum values. Reached on 2026-11-29: 0.927, 0.838, 0.869, 0.949, 0.82; 13.3 tokens wasted, 399 at a start. */
const MINIMA = {
  recallAt5: 0.91,
  hitAt1: 0.81,
  relevantShown: 0.84,
  relevantByThen: 0.93,
  precisionInFull: 0.79,
};
const MAXIMA = { wastedTokens: 15, startTokens: 420 };

interface Result {
  readonly found: Record<
    "own project",
    {
      readonly systems: { readonly tacit: { readonly recallAt5: number; readonly hitAt1: number } };
    }
  >;
  readonly shown: Record<
    "all",
    {
      readonly cases: number;
      readonly relevantShown: number;
      readonly relevantByThen: number;
      readonly precisionInFull: number;
      readonly wastedTokens: number;
      readonly startTokens: number;
    }
  >;
}

test("recall and the memories shown at labelled moments are no worse than before", () => {
  const home = mkdtempSync(join(tmpdir(), "tacit-e2e-quality-"));
  try {
    const { TACIT_HOME: _own, ...rest } = process.env;
    const program = [join(ROOT, "tools", "bench.mjs"), "coding-recall", "--half", "dev", "--json"];
    const ran = spawnSync(process.execPath, program, {
      cwd: ROOT,
      env: { ...rest, HOME: home },
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    expect(ran.status, ran.stderr).toBe(0);
    const { found, shown } = JSON.parse(ran.stdout) as Result;
    const reached = { ...shown.all, ...found["own project"].systems.tacit };
    expect(reached.cases).toBe(193);
    for (const [name, min] of Object.entries(MINIMA)) {
      expect(reached[name as keyof typeof MINIMA], name).toBeGreaterThanOrEqual(min);
    }
    for (const [name, max] of Object.entries(MAXIMA)) {
      expect(reached[name as keyof typeof MAXIMA], name).toBeLessThanOrEqual(max);
    }
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
});
