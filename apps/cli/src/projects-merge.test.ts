/** `projects merge` states what it moves, and asks first, because a merge cannot be undone. */
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { testMachine } from "./testing-machine.ts";

/** Returns a machine with a memory in its folder and two in another one. `answer`: typed at a terminal; null: there is none. */
async function twoProjects(answer: string | null) {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  let question = "";
  stderr.on("data", (text: Buffer) => {
    question += text.toString();
    if (text.includes("[y/N]")) stdin.write(`${answer}\n`);
  });
  const terminal = answer === null ? {} : { stdin, stderr };
  const machine = testMachine({}, undefined, Date.now, terminal);
  onTestFinished(() => machine.remove());
  const other = join(dirname(machine.folder), "other");
  mkdirSync(other);
  await machine.json(["remember", "The staging server listens on port 8081."]);
  for (const text of ["The queue drains at 02:00.", "The cache is flushed at noon."])
    await machine.json(["remember", text, "--project", other]);
  const merge = (...more: string[]) => machine.run(["projects", "merge", other, ".", ...more]);
  const stored = async () => ((await machine.json(["list"])) as unknown[]).length;
  return { merge, stored, question: () => question };
}

test.each([
  ["y", 0, 3],
  ["n", 77, 1],
])("states the counts and asks at a terminal: %s", async (answer, status, count) => {
  const { merge, stored, question } = await twoProjects(answer);
  expect((await merge()).status).toBe(status);
  expect(question()).toMatch(
    /2 memories and 0 sessions of \S+other move to \S+project, which has 1 memory/,
  );
  expect(question()).toContain("`tacit undo` cannot undo this. [y/N]");
  expect(await stored()).toBe(count);
});

test("merges without a terminal only with --yes", async () => {
  const { merge, stored } = await twoProjects(null);
  const refused = await merge();
  expect(refused.status).toBe(64);
  expect(refused.stderr).toMatch(/2 memories and 0 sessions .* cannot be undone: add --yes/);
  expect(await stored()).toBe(1);
  expect((await merge("--yes")).status).toBe(0);
  expect(await stored()).toBe(3);
});
