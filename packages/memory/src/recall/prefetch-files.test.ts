/** Tests the inputs of prefetch on this machine: the code on disk, and the built-in encoder unless it is off. */
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../testing/testing-git.ts";
import { makePlace } from "../testing/testing-life.ts";

const TASK = "users cannot log in after the session ends";
const MEANT = /^its code is about the same as the task, mostly near line 1$/;

function context() {
  const place = makePlace();
  git(place.root, "init", "-q");
  place.write(
    "src/auth.ts",
    "// the password and credentials of a user, to authenticate the session\nexport function endSession() {}\n",
  );
  place.write(
    "src/colours.ts",
    "// pixels and gradients of the palette when painting a session\nexport const red = 1;\n",
  );
  return place;
}

async function reasons(place: ReturnType<typeof context>, env: Record<string, string>) {
  const tacit = await place.open({ env });
  const files = await tacit.brief.prefetch({ task: TASK });
  return new Map(files.map(({ path, why }) => [path, why]));
}

test("reads the files that words find, new ones too: their meaning and their definitions", async () => {
  const why = await reasons(context(), {});
  expect([...why.keys()]).toEqual(["src/auth.ts", "src/colours.ts"]);
  expect(why.get("src/auth.ts")).toContainEqual(expect.stringMatching(MEANT));
  expect(why.get("src/auth.ts")).toContain("defines endSession, whose name has words of the task");
  expect(why.get("src/colours.ts")).not.toContainEqual(expect.stringMatching(MEANT));
});

test("searches only names when meaning is off", async () => {
  const why = (await reasons(context(), { TACIT_ENCODER: "off" })).get("src/auth.ts");
  expect(why).toContain("defines endSession, whose name has words of the task");
  expect(why).not.toContainEqual(expect.stringMatching(/^its code means/));
});

test("skips a link to a folder and a dangling link", async () => {
  const place = context();
  mkdirSync(join(place.root, "log-in"));
  symlinkSync("log-in", join(place.root, "session-link"));
  symlinkSync("nowhere", join(place.root, "log-in-link"));
  const why = await reasons(place, {});
  expect(why.get("session-link")).toEqual([expect.stringMatching(/^its path contains /)]);
  expect(why.get("src/auth.ts")).toContainEqual(expect.stringMatching(MEANT));
});
