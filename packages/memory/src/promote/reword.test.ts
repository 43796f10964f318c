/** Whose words are they? A model's are treated as the rules' own, a person's as a person's. */
import { expect, test } from "vitest";
import type { Memory } from "../domain/memory.ts";
import { edit, restore } from "../revise/revise.ts";
import { getMemory, insertMemory } from "../store/memories.ts";
import { openTestStore, PROJECT, someMemory } from "../testing-life.ts";
import { reword, saysStill, wordingOf } from "./reword.ts";
import { doubt } from "./unseen.ts";

const RULES = "`npm test` fails until `npm run build` has been run.";
const MODEL = "Run `npm run build` first: until then `npm test` fails.";
const BY = "writer:127.0.0.1:1/m";

async function worded() {
  const { db, place } = await openTestStore();
  const before = someMemory(place, { content: RULES, source: "observer_inferred" });
  await insertMemory(db, before, place.moment());
  const after = await reword(
    db,
    before,
    { title: "Build first", content: MODEL, by: BY },
    place.moment(),
  );
  return { db, place, before, after, now: () => getMemory(db, before.id) };
}

test("a model's words are told as a model's, and stand for the rules'", async () => {
  const { after, place } = await worded();
  expect(wordingOf(after)).toEqual({ by: BY, atMs: place.clock.nowMs });
  expect(saysStill(after, RULES)).toBe(true);
  expect(saysStill(after, MODEL)).toBe(true);
  expect(saysStill(after, "Something else.")).toBe(false);
});

test("what rested on it is gone: it is doubted as if the rules had worded it", async () => {
  const { db, place, after, now } = await worded();
  await doubt(db, after.id, RULES, place.moment());
  expect(await now()).toMatchObject({ needsReview: true, standing: "hypothesis", content: MODEL });
});

test("a person's words on top of it are a person's", async () => {
  const { db, place, after, now } = await worded();
  const own = await edit(db, after, { content: "Build first, says Ada." }, PROJECT, place.moment());
  expect(wordingOf(own)).toBeNull();
  expect(saysStill(own, RULES)).toBe(false);
  await doubt(db, after.id, RULES, place.moment());
  expect(await now()).toMatchObject({ needsReview: false });
});

test("brought back, the rules' words carry no mark", async () => {
  const { db, place, after, before } = await worded();
  const back = await restore(db, after, before.version, place.moment());
  expect([back.content, back.title, wordingOf(back)]).toEqual([RULES, before.title, null]);
});

test.each([null, "x", 7, {}, { by: 1 }, { by: BY, atMs: 1 }])(
  "a mark that is none (%j, of an import) says nothing",
  (wording) => {
    const memory = { content: RULES, payload: { wording } } as unknown as Memory;
    expect([wordingOf(memory), saysStill(memory, "Other.")]).toEqual([null, false]);
  },
);
