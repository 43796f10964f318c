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

const GENERATED = "src/domain/carrier-rates.ts est généré, ne le modifie jamais à la main.";

async function withUsersRule() {
  const place = makePlace();
  const tacit = await place.open();
  const files = ["src/domain/carrier-rates.ts"];
  const rule = await tacit.memories.remember({
    content: GENERATED,
    source: "agent_explicit",
    files,
  });
  await tacit.memories.remember({
    content: "Perhaps the rates of carriers are rounded twice before they are stored.",
    source: "agent_explicit",
    files,
  });
  const db = await place.database();
  await db.run("UPDATE memory SET standing = 'hypothesis'", {});
  await db.run("UPDATE memory SET tags = 'user-rule' WHERE id = :id", { id: rule.id ?? "" });
  const at = async (file: string, session = "s") =>
    (
      await tacit.brief.toolBlock({ session, point: "tool" }, { files: [file], error: null })
    ).shown.map(({ id, pointedAs }) => [id, pointedAs]);
  return { tacit, rule, at };
}

test("a rule that the user stated once about a file is pointed to at this file, and only there", async () => {
  const { rule, at } = await withUsersRule();
  expect(await at("src/domain/invoice.ts")).toEqual([]);
  expect(await at("src/domain/carrier-rates.ts")).toEqual([[rule.id, "hypothesis"]]);
  expect(await at("src/domain/carrier-rates.ts")).toEqual([]);
});

test("the rule is pointed to at its file also if the start block contained its title", async () => {
  const { tacit, rule, at } = await withUsersRule();
  const start = await tacit.brief.startBlock({ session: "s", point: "session_start" });
  expect(start.shown.map(({ id }) => id)).toContain(rule.id);
  expect(await at("src/domain/carrier-rates.ts")).toEqual([[rule.id, "hypothesis"]]);
});
