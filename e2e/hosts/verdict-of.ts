/** Calls `run.mjs` for a test: plays what is installed and installs nothing. */
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
  return { verdict: JSON.parse(ran.stdout), exit: ran.status, errorOutput: ran.stderr };
}

/** Plays a scenario in a host and requires that every check passes; `form`: how Tacit is installed in the host. */
export function playedVerdict(
  host: string,
  scenario: string,
  form: "connect" | "plugin" | "http" = "connect",
): void {
  const wanted = ["--host", host, "--scenario", scenario, "--form", form];
  const { verdict, exit, errorOutput } = verdictOf(...wanted);
  expect(verdict.verdicts[0].problems, errorOutput).toEqual([]);
  expect(verdict.verdicts[0].checks.filter(({ ok }: { ok: boolean }) => !ok)).toEqual([]);
  expect(exit).toBe(0);
}

/**
 * Removes the everyday scenarios for programs that take ten seconds or more to start; `npm run e2e:hosts` plays them there
 * too.
 */
export function withoutEveryday(scenarios: readonly string[]): string[] {
  return scenarios.filter((name) => !EVERYDAY.includes(name));
}
