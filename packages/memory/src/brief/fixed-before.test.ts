/** A failure that an earlier session fixed: without a memory, the agent is pointed to what was said about the fix. */
import { expect, test } from "vitest";
import { learn, makePlace, type SessionScript, sessionScript } from "../testing/testing-life.ts";

const FAIL =
  " FAIL  test/dunning.test.ts > level 2 after 7 days\nAssertionError: expected 1 to be 2 // Object.is equality\n ❯ test/dunning.test.ts:5:90\n";
const RUN = "pnpm test -- test/dunning.test.ts";
const CAUSE =
  "Fixed: the change to summer time makes one day 23 hours long, so `Math.floor` in `daysOverdue` lost a day. It rounds now.";

const script = () => sessionScript("s1").prompt("The dunning test is red, please fix it.");
const failed = (one: SessionScript) => one.shell(RUN, FAIL, 1);
const edited = (one: SessionScript) => one.edit("src/domain/dunning.ts", "floor", "round");
const passed = (one: SessionScript) => one.shell(RUN, " Tests 1 passed (1)\n");
const withReply = (one: SessionScript, text = CAUSE) => one.add("message", { text });
const fixed = () => withReply(passed(edited(failed(script()))));

async function after(one: SessionScript) {
  const place = makePlace();
  const tacit = await place.open();
  await learn(tacit, one.end());
  const fails = async (error: string, command: string, session = "s2") =>
    (await tacit.brief.toolBlock({ session, point: "tool" }, { files: [], error, command })).text;
  return { tacit, fails };
}

test("points once to the passage about the fix, and stores no memory", async () => {
  const { tacit, fails } = await after(fixed());
  expect(await tacit.memories.list({ exceptType: "handoff" })).toEqual([]);
  const text = await fails(FAIL, RUN);
  expect(text).toMatch(/\n- \[ses:[0-9a-f]{8}\] \d{4}-\d\d-\d\d: /);
  expect(text).toContain("the change to summer time makes one day 23 hours long");
  expect(await fails(FAIL, RUN)).toBe("");
  expect(await fails(FAIL, RUN, "s3")).toBe(text);
  const id = /ses:[0-9a-f]{8}/.exec(text)?.[0] ?? "";
  expect((await tacit.sessions.passage(id))?.passage.content).toContain("23 hours");
});

test("finds the same test with another message, and the same error by another command", async () => {
  const { fails } = await after(fixed());
  const other = FAIL.replace("expected 1 to be 2", "expected 3 to be 4");
  expect(await fails(other, "npx vitest run")).toMatch(/\[ses:/);
});

test.each<[string, () => SessionScript, string]>([
  [
    "another test fails",
    fixed,
    FAIL.replaceAll("level 2 after 7 days", "level 3").replace("1 to be 2", "8 to be 9"),
  ],
  ["nothing was edited", () => withReply(passed(failed(script()))), FAIL],
  ["the run never passed", () => withReply(edited(failed(script()))), FAIL],
  [
    "nothing was said about it",
    () => withReply(passed(edited(failed(script()))), "Done, it is green."),
    FAIL,
  ],
  [
    "outside text came in before",
    () => withReply(passed(edited(failed(script().fetch("https://x.org"))))),
    FAIL,
  ],
  [
    "a linter complained",
    () =>
      withReply(
        edited(script().shell("npx eslint .", "src/a.ts:1:1 error: no-var", 1)).shell(
          "npx eslint .",
          "",
        ),
      ),
    "src/a.ts:1:1 error: no-var",
  ],
])("points to nothing if %s", async (_why, one, error) => {
  const { fails } = await after(one());
  expect(await fails(error, RUN)).toBe("");
});

test("the session that fixed it is not pointed to itself", async () => {
  const { fails } = await after(fixed());
  expect(await fails(FAIL, RUN, "s1")).toBe("");
  expect(await fails(FAIL, RUN, "s1/helper")).toBe("");
});

test("a memory of the error is shown instead", async () => {
  const { tacit, fails } = await after(fixed());
  await tacit.memories.remember({
    content: "The dunning test fails around the change to summer time; count calendar days.",
    source: "user_taught",
    error: FAIL,
  });
  const text = await fails(FAIL, RUN);
  expect(text).toContain("count calendar days");
  expect(text).not.toContain("ses:");
});
