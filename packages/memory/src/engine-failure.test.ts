/** What is memory asked when a call fails? */
import { describe, expect, test } from "vitest";
import { errorFingerprint } from "./domain/error-fingerprint.ts";
import { questionOf } from "./engine-failure.ts";
import { FAILURE } from "./inject/tuning.ts";
import { madeUp } from "./privacy/made-up-token.fixture.ts";

const NOTHING_SECRET = {};

describe("the question of a failed call", () => {
  test("names the command without its folder, its pipes and its files", () => {
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

  test("has the line that tells, the beginning and the end, and nothing of a long middle", () => {
    const line = "Error: listen EADDRINUSE: address already in use";
    const error = `begins here\n${"middle\n".repeat(200)}${line}\n${"after\n".repeat(200)}ends here`;
    const { query, fingerprint } = questionOf({ error }, NOTHING_SECRET);
    expect(query).toContain(line);
    expect(query).toMatch(/begins here[\s\S]*ends here$/);
    expect(query.length).toBeLessThan(2 * FAILURE.outputChars.value + line.length + 10);
    expect(fingerprint).toBe(errorFingerprint(line));
  });

  test("is of the error's own fingerprint, whatever the command says", () => {
    const error = "src/a.ts(3,1): error TS1005: ';' expected.";
    const alone = questionOf({ error }, NOTHING_SECRET).fingerprint;
    expect(alone).not.toBeNull();
    const run = { error, command: "node error.js --fatal 'Error: cannot open'" };
    expect(questionOf(run, NOTHING_SECRET).fingerprint).toBe(alone);
  });

  test("holds no secret, be it in the command or in what it printed", () => {
    const secret = madeUp("alnum", 24);
    const failure = {
      command: `deploy password=${secret}`,
      error: `error: cannot log in with password=${secret}`,
    };
    expect(questionOf(failure, NOTHING_SECRET).query).not.toContain(secret);
  });

  test.each(["", " \n", "\u0000"])(
    "is empty, or says no more, where nothing was printed: %j",
    (error) => {
      const { query, fingerprint } = questionOf({ error, command: null }, NOTHING_SECRET);
      expect(query.trim().length).toBeLessThan(2);
      expect(fingerprint).toBeNull();
    },
  );
});
