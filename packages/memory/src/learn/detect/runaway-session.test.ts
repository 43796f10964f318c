/**
 * Tests that very long sessions are processed in time. Each case took minutes when every step was compared with all others.
 */
import { expect, test } from "vitest";
import { digestOf } from "./counts/session-digest.ts";
import { detect } from "./detect.ts";
import { eventsOf, type SessionEvents } from "./testing-session.ts";
import { buildTrace } from "./trace.ts";

const STEPS = 12_000;
/** Of processor time, which other processes do not make longer. */
const LIMIT_MS = 20_000;
const letters = (n: number) => [...String(n)].map((digit) => "abcdefghij"[Number(digit)]).join("");
const file = (n: number) => `src/m${n % 50}/f${n}.ts`;

test.each<[string, (n: number) => SessionEvents]>([
  [
    "calls that are refused, each another one",
    (n) =>
      n % 2 === 0
        ? { run: `rtk npm test ${letters(n)}`, fails: `unknown option ${letters(n)} was given` }
        : { run: `npm test ${letters(n)}` },
  ],
  [
    "errors and edits in turn",
    (n) =>
      n % 2 === 0
        ? {
            run: `npm test ${letters(n)}`,
            fails: `TypeError: the ${letters(n)} module is broken\n at ${file(n + 1)}:3`,
          }
        : { edit: file(n) },
  ],
  ["thousands of agents at the same files", (n) => ({ edit: file(n % 7), by: `a${n % 3000}` })],
])("%s", (_name, step) => {
  const before = process.cpuUsage();
  const trace = buildTrace("s1", eventsOf(Array.from({ length: STEPS }, (_one, n) => step(n))));
  detect(trace);
  expect(digestOf(trace)?.steps).toBe(STEPS);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(LIMIT_MS);
});
