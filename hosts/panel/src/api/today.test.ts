/** Tests that the chart counts the whole of its first day, in the reader's time zone. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import { todayOf } from "./today.ts";

const NOW_MS = Date.UTC(2026, 10, 28, 20, 30);
const DAY_MS = 86_400_000;

test.each([
  ["in UTC", 0, 19.5],
  ["east of UTC, where the day began earlier", 120, 21.5],
  ["west of UTC, where the day began later", -300, 14.5],
])("the first of the 30 days is whole: %s", async (_name, utcOffset, hoursBefore) => {
  const folder = mkdtempSync(join(tmpdir(), "tacit-today-"));
  const earlyMs = NOW_MS - 29 * DAY_MS - hoursBefore * 3_600_000;
  const clock = () => earlyMs;
  const tacit = await openTacit({ home: join(folder, "home"), cwd: folder, env: {}, clock });
  onTestFinished(async () => {
    await tacit.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  await tacit.memories.remember({ content: "The staging port is 7781.", source: "user_taught" });
  const { days } = await todayOf({ tacit, nowMs: NOW_MS }, { utcOffset });
  expect(days).toHaveLength(30);
  expect(days[0]?.made).toBe(1);
});
