/**
 * Does a change make recall or the gate worse? The dev half of the labelled moments (193 of real sessions, checked in),
 * through the real engine, against what it reached when this was written. Numbers move by a case or two when something else
 * is made better; one that moves further is looked at before it is believed.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/**
 * Reached on 2026-11-22: 0.927, 0.838, 0.957, 0.586, 142 tokens. The first was 0.947 before the encoder learned paraphrases
 * (decision 0028), the third and fourth 0.947 and 0.545 before the gate was fitted to it.
 */
const LEAST = { recallAt5: 0.91, hitAt1: 0.81, silentWhenEmpty: 0.95, toldWhenRelevant: 0.56 };
const MOST_TOKENS = 150;

interface Result {
  readonly found: Record<
    "own project",
    {
      readonly systems: { readonly tacit: { readonly recallAt5: number; readonly hitAt1: number } };
    }
  >;
  readonly said: Record<
    "all",
    {
      readonly cases: number;
      readonly silentWhenEmpty: number;
      readonly toldWhenRelevant: number;
      readonly meanTokens: number;
    }
  >;
}

test("recall and silence on labelled moments are no worse than they were", () => {
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
    const { found, said } = JSON.parse(ran.stdout) as Result;
    const reached = { ...said.all, ...found["own project"].systems.tacit };
    expect(reached.cases).toBe(193);
    for (const [name, least] of Object.entries(LEAST)) {
      expect(reached[name as keyof typeof LEAST], name).toBeGreaterThanOrEqual(least);
    }
    expect(reached.meanTokens).toBeLessThanOrEqual(MOST_TOKENS);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
});
