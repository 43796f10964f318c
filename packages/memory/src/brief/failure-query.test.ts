/** The query derived from a failed call. */
import { madeUp } from "@tacit-memory/redact/testing";
import { describe, expect, test } from "vitest";
import { errorFingerprint } from "../domain/text/error-fingerprint.ts";
import { makePlace } from "../testing/testing-life.ts";
import { questionOf } from "./failure-query.ts";
import { FAILURE } from "./tuning.ts";

const NOTHING_SECRET = {};

describe("the query of a failed call", () => {
  test("contains the command without its folder, pipes and files", () => {
    const { query } = questionOf(
      {
        error: "error: 2 problems",
        command: "cd /src/app && bun run lint src/a.ts 2>&1 | head -5",
      },
      NOTHING_SECRET,
    );
    expect(query.split("\n")[0]).toBe("bun run lint");
    expect(query).not.toMatch(/head|a\.ts|app/);
  });

  test("contains the significant line, the beginning and the end, but not a long middle", () => {
    const line = "Error: listen EADDRINUSE: address already in use";
    const error = `begins here\n${"middle\n".repeat(200)}${line}\n${"after\n".repeat(200)}ends here`;
    const { query, fingerprints } = questionOf({ error }, NOTHING_SECRET);
    expect(query).toContain(line);
    expect(query).toMatch(/begins here[\s\S]*ends here$/);
    expect(query.length).toBeLessThan(2 * FAILURE.outputChars.value + line.length + 10);
    expect(fingerprints[0]).toBe(errorFingerprint(line));
  });

  test("uses only as much of a command as the log stores, so that parsing it is fast", () => {
    const command = `npm test${" ".repeat(60_000)}x`;
    const startedMs = performance.now();
    const { query } = questionOf({ error: "error: 2 problems", command }, NOTHING_SECRET);
    expect(query.split("\n")[0]).toBe("npm test");
    expect(performance.now() - startedMs).toBeLessThan(300);
  });

  test("has the fingerprint of the error, whatever the command says", () => {
    const error = "src/a.ts(3,1): error TS1005: ';' expected.";
    const alone = questionOf({ error }, NOTHING_SECRET).fingerprints;
    expect(alone[0]).toBe(errorFingerprint(error));
    const run = { error, command: "node error.js --fatal 'Error: cannot open'" };
    expect(questionOf(run, NOTHING_SECRET).fingerprints).toEqual(alone);
  });

  test("contains no secret from the command or its output", () => {
    const secret = madeUp("alnum", 24);
    const failure = {
      command: `deploy password=${secret}`,
      error: `error: cannot log in with password=${secret}`,
    };
    expect(questionOf(failure, NOTHING_SECRET).query).not.toContain(secret);
  });

  test.each(["", " \n", "\u0000"])(
    "is empty or adds nothing if nothing was printed: %j",
    (error) => {
      const { query, fingerprints } = questionOf({ error, command: null }, NOTHING_SECRET);
      expect(query.trim().length).toBeLessThan(2);
      expect(fingerprints).toEqual([]);
    },
  );
});

describe("a recipe after a failed command", () => {
  const countShown = async (content: string, command: string, more: { trigger?: string } = {}) => {
    const tacit = await makePlace().open();
    const { trigger } = more;
    await tacit.memories.remember({
      source: "user_taught",
      type: "workflow_recipe",
      content,
      ...(trigger === undefined ? {} : { triggers: [trigger] }),
    });
    const use = { files: [], error: `Exit code 1\n${content.replaceAll("`", "")}`, command };
    return (await tacit.brief.toolBlock({ session: "s", point: "tool" }, use)).shown.length;
  };
  const TESTS = "To run the tests in this project, use `npx vitest run`.";

  test.each([
    ["the very command", "npx vitest run"],
    ["it with more after it, among others", "cd app && npx vitest run && echo done"],
  ])("is not shown to an agent that just ran %s", async (_what, command) => {
    expect(await countShown(TESTS, command)).toBe(0);
  });

  test.each([
    ["another command", TESTS, "npx vitest"],
    [
      "half of what it says",
      "To install in this project, use `npm ci --legacy-peer-deps`.",
      "npm ci",
    ],
    ["one of two", "`cat -A` is refused here; `cat -v` works.", "cat -A"],
  ])("is shown to an agent that ran %s", async (_what, content, command) => {
    expect(await countShown(content, command)).toBe(1);
  });

  test("is shown anyway if its trigger matches", async () => {
    expect(await countShown(TESTS, "npx vitest run", { trigger: "exit code" })).toBe(1);
  });
});
