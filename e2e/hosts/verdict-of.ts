/** `run.mjs` as a test calls it: what is installed is played, nothing is installed for it. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect } from "vitest";
import { EVERYDAY } from "./everyday-scenarios.mjs";

const RUN = join(import.meta.dirname, "run.mjs");

export function verdictOf(...args: string[]) {
  const ran = spawnSync(process.execPath, [RUN, "--no-install", ...args], {
    encoding: "utf8",
    timeout: 110_000,
  });
  return { verdict: JSON.parse(ran.stdout), exit: ran.status, told: ran.stderr };
}

/** One scenario in one host, in which everything must hold; `form`: how Tacit came into it. */
export function playedVerdict(
  host: string,
  scenario: string,
  form: "connect" | "plugin" | "http" = "connect",
): void {
  const wanted = ["--host", host, "--scenario", scenario, "--form", form];
  const { verdict, exit, told: errorOutput } = verdictOf(...wanted);
  expect(verdict.verdicts[0].problems, errorOutput).toEqual([]);
  expect(verdict.verdicts[0].checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(exit).toBe(0);
}

/** For programs that take ten seconds to start and more; `npm run e2e:hosts` plays the others in them too. */
export function withoutEveryday(scenarios: readonly string[]): string[] {
  return scenarios.filter((name) => !EVERYDAY.includes(name));
}
