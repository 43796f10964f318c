/** What the commits of a repository show is not repeated at every start. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const FORM = "When you commit in this project, follow the usual form: `type: summary`.";
const TITLE = "When you commit: write `type: summary`";

test("the form of commits is shown by title at the start, and in full before a commit", async () => {
  const tacit = await makePlace().open();
  await tacit.memories.remember({
    source: "agent_explicit",
    content: FORM,
    title: TITLE,
    type: "convention",
    standing: "believed",
    tags: ["from-history"],
    triggers: ["git commit"],
  });
  const { text } = await tacit.brief.startBlock({ session: "s", point: "session_start" });
  expect(text).toContain(TITLE);
  expect(text).not.toContain(FORM);
  const recipient = { session: "s", point: "tool" } as const;
  const before = await tacit.brief.commandBlock(recipient, "git commit -m 'x'");
  expect(before.text).toContain(FORM);
});
