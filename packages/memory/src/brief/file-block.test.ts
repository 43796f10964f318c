/** Memories that may not be shown take no place of those that may. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const THINGS = "anchor bridge candle desert engine forest garden harbor island jungle".split(" ");

test("a memory that may not be shown does not displace one that may, however close its folder", async () => {
  const tacit = await makePlace().open();
  for (const thing of THINGS) {
    await tacit.memories.remember({
      content: `Perhaps the ${thing} has to be closed before anything of the ${thing} is read.`,
      source: "agent_explicit",
      standing: "hypothesis",
      files: ["src/db"],
    });
  }
  const rule = "Code under src may not read the environment; settings are passed in.";
  const { id } = await tacit.memories.remember({
    content: rule,
    source: "user_taught",
    files: ["src"],
  });
  const use = { files: ["src/db/pool.ts"], error: null };
  const { shown } = await tacit.brief.toolBlock({ session: "s", point: "tool" }, use);
  expect(shown.map((shownItem) => shownItem.id)).toEqual([id]);
});
