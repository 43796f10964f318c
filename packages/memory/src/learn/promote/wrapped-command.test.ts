/** Tests whether a habit is stored that only wraps a command which more sessions run directly. */
import { expect, test } from "vitest";
import type { Candidate } from "../../domain/candidate.ts";
import { promoting } from "../../testing/testing-promoting.ts";

const habit = (command: string, sessions: readonly string[]): Partial<Candidate> => ({
  type: "workflow_recipe",
  signals: ["command_success"],
  subject: `command:lint:${command}`,
  title: `To lint: ${command}`,
  content: `To lint here use \`${command}\`.`,
  payload: { purpose: "lint", command },
  tags: ["command", "lint"],
  sessions,
});
const BARE = habit("npm run lint", ["s1", "s2"]);

async function decided(...candidates: readonly Partial<Candidate>[]) {
  const { propose, decide } = await promoting();
  const states: (string | null)[] = [];
  for (const item of candidates) {
    const [promotion] = await decide([propose(item)]);
    states.push(promotion?.candidate.reason ?? promotion?.candidate.state ?? null);
  }
  return states;
}

test.each([
  ["seen in as many sessions", habit("wrap lint npm run lint", ["s3", "s4"])],
  ["seen in fewer", habit("wrap npm run lint", ["s3"])],
])("keeps a wrapper of a known command waiting when %s", async (_, wrapped) =>
  expect(await decided(BARE, wrapped)).toEqual(["promoted", "said_already"]),
);

test.each([
  ["more sessions need the wrapper", habit("wrap npm run lint", ["s3", "s4", "s5"])],
  ["it ends otherwise", habit("wrap npm run lint:css", ["s3"])],
  [
    "the bare one was refused",
    {
      ...habit("wrap npm run lint", ["s3"]),
      payload: { purpose: "lint", command: "wrap npm run lint", refused: ["npm run lint"] },
    },
  ],
])("promotes a habit: %s", async (_, other) =>
  expect(await decided(BARE, other)).toEqual(["promoted", "promoted"]),
);

test("promotes a wrapper of a command that no session ran directly", async () =>
  expect(await decided(habit("wrap npm run lint", ["s3"]))).toEqual(["promoted"]));
