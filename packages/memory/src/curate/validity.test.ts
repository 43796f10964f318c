/**
 * Validity in time: recall returns what is valid now or was valid at a time, and what was learned before or after an event.
 */
import { describe, expect, test } from "vitest";
import type { Tacit } from "../open.ts";
import { DAY_MS, makePlace, START_MS } from "../testing/testing-life.ts";

const OLD = "The dev server listens on port 4173.";
const NEW = "The dev server listens on port 8081 since the proxy moved.";
const QUESTION = "which port does the dev server listen on";

async function context(options = {}) {
  const place = makePlace();
  const tacit = await place.open(options);
  const found = async (more = {}) =>
    (await tacit.memories.recall({ query: QUESTION, ...more })).hits.map(
      ({ memory }) => memory.content,
    );
  return { place, tacit, found };
}

const learn = async (tacit: Tacit, content: string, more = {}) =>
  (await tacit.memories.remember({ content, source: "user_taught", ...more })).id ?? "";

test.each<[string, object, boolean]>([
  ["nobody said", {}, true],
  ["since before", { validFromMs: START_MS - DAY_MS }, true],
  ["from tomorrow on", { validFromMs: START_MS + DAY_MS }, false],
  ["until tomorrow", { validToMs: START_MS + DAY_MS }, true],
  ["until now, exclusive", { validToMs: START_MS }, false],
  ["until yesterday", { validToMs: START_MS - DAY_MS }, false],
])("%s: recalled now? %j", async (_name, validity, isShown) => {
  const { tacit, found } = await context();
  await learn(tacit, OLD, { type: "convention", ...validity });
  expect(await found()).toEqual(isShown ? [OLD] : []);
  const { text } = await tacit.brief.startBlock({ session: "s", point: "session_start" }, {});
  expect(text.includes(OLD)).toBe(isShown);
});

test("a memory becomes valid and invalid as time passes", async () => {
  const { tacit, place, found } = await context();
  await learn(tacit, OLD, { validFromMs: START_MS + DAY_MS, validToMs: START_MS + 2 * DAY_MS });
  const counts = [];
  for (let day = 0; day < 3; day++) {
    counts.push((await found()).length);
    place.clock.nowMs += DAY_MS;
  }
  expect(counts).toEqual([0, 1, 0]);
});

test("a correction ends the validity of the old memory, which recall returns for earlier times", async () => {
  const { tacit, place, found } = await context();
  const old = await learn(tacit, OLD);
  place.clock.nowMs += 10 * DAY_MS;
  await tacit.memories.correct(old, { kind: "replace", text: NEW });
  expect(await tacit.memories.get(old)).toMatchObject({ validToMs: place.clock.nowMs });
  place.clock.nowMs += DAY_MS;
  expect(await found()).toEqual([NEW]);
  expect(await found({ atMs: START_MS + DAY_MS })).toEqual([OLD]);
  expect(await found({ atMs: START_MS - DAY_MS })).toEqual([]);
  expect(await found({ atMs: place.clock.nowMs })).toEqual([NEW]);
});

test("an outdated memory is valid until it was archived, and again after it is restored", async () => {
  const { tacit, place, found } = await context();
  const id = await learn(tacit, OLD);
  place.clock.nowMs += DAY_MS;
  await tacit.memories.correct(id, { kind: "outdated" });
  place.clock.nowMs += DAY_MS;
  expect(await found()).toEqual([]);
  expect(await found({ withArchived: true })).toEqual([]);
  expect(await found({ atMs: START_MS + 1000 })).toEqual([OLD]);
  await tacit.memories.restore(id);
  expect(await found()).toEqual([OLD]);
});

test("a memory marked as wrong was never valid", async () => {
  const { tacit, place, found } = await context();
  const id = await learn(tacit, OLD);
  place.clock.nowMs += DAY_MS;
  await tacit.memories.correct(id, { kind: "wrong" });
  expect(await found({ atMs: START_MS + 1000 })).toEqual([]);
});

test("an expired memory is valid again when it is stated again", async () => {
  const { tacit, place, found } = await context();
  const id = await learn(tacit, OLD, { validToMs: START_MS + DAY_MS });
  place.clock.nowMs += 2 * DAY_MS;
  expect(await found()).toEqual([]);
  expect(await learn(tacit, OLD)).toBe(id);
  expect(await found()).toEqual([OLD]);
});

test("edits and removes dates, and rejects an end before the start", async () => {
  const { tacit, found } = await context();
  const id = await learn(tacit, OLD);
  await tacit.memories.edit(id, { validToMs: START_MS - 1 });
  expect(await found()).toEqual([]);
  await tacit.memories.edit(id, { validToMs: null });
  expect(await found()).toEqual([OLD]);
  await tacit.memories.edit(id, { validFromMs: START_MS });
  const refused = expect.objectContaining({ code: "usage" });
  await expect(tacit.memories.edit(id, { validToMs: START_MS })).rejects.toThrow(refused);
  await expect(learn(tacit, NEW, { validFromMs: 2, validToMs: 1 })).rejects.toThrow(refused);
});

test("an export contains validity, and an older one without it is read", async () => {
  const { tacit } = await context();
  const validity = { validFromMs: START_MS - DAY_MS, validToMs: START_MS + DAY_MS };
  const id = await learn(tacit, OLD, validity);
  const document = await tacit.exchange.exportAll();
  const other = await makePlace().open();
  await other.exchange.importExport(JSON.parse(JSON.stringify(document)));
  expect(await other.memories.get(id)).toMatchObject(validity);
  const [memory] = document.memories;
  const { validFromMs: _from, validToMs: _to, ...before } = memory ?? {};
  const third = await makePlace().open();
  await third.exchange.importExport({ ...document, memories: [before] });
  expect(await third.memories.get(id)).toMatchObject({ validFromMs: null, validToMs: null });
});

describe("before and after an event", () => {
  async function history() {
    const here = await context();
    const { tacit, place } = here;
    await learn(tacit, OLD);
    place.clock.nowMs += DAY_MS;
    const event = await learn(tacit, "We migrated everything to the new proxy.", { type: "fact" });
    place.clock.nowMs += DAY_MS;
    await learn(tacit, "The dev server listens on port 8081 behind the proxy.", {
      isVerbatim: true,
    });
    return { ...here, event };
  }

  test("finds what was learned before or after it, by words or by id", async () => {
    const { tacit, found, event } = await history();
    expect(await found()).toHaveLength(2);
    for (const reference of [event, "the migration to the new proxy", `[mem:${event.slice(-8)}]`]) {
      expect(await found({ before: reference }), reference).toEqual([OLD]);
      expect(await found({ after: reference }), reference).toEqual([
        expect.stringContaining("8081"),
      ]);
    }
    const { events } = await tacit.memories.recall({ query: QUESTION, before: event });
    expect(events.map(({ id }) => id)).toEqual([event]);
  });

  test("uses the event's own date if it has one", async () => {
    const { tacit, found, event } = await history();
    await tacit.memories.edit(event, { validFromMs: START_MS - DAY_MS });
    expect(await found({ before: event })).toEqual([]);
    expect(await found({ after: event })).toHaveLength(2);
  });

  test("rejects an unknown event", async () => {
    const { found } = await history();
    const refused = expect.objectContaining({ code: "memory_not_found" });
    await expect(found({ before: "zyxwv qponm" })).rejects.toThrow(refused);
    // Some memories are slightly similar in meaning, but they are not the named event.
    for (const reference of ["the blargh incident", "2030", "lunch on Friday"])
      await expect(found({ after: reference }), reference).rejects.toThrow(refused);
  });
});

test.each([
  ["by words", { env: { TACIT_ENCODER: "off" } }],
  ["by meaning, too", {}],
])(
  "a memory that had ended before it was stored was valid at some time, %s",
  async (_name, options) => {
    const { tacit, found } = await context(options);
    await learn(tacit, OLD, { validToMs: START_MS - 30 * DAY_MS });
    expect(await found()).toEqual([]);
    expect(await found({ atMs: START_MS - 31 * DAY_MS })).toEqual([OLD]);
    expect(await found({ atMs: START_MS - 30 * DAY_MS })).toEqual([]);
  },
);

describe("an event within the question", () => {
  const FILES = "Sessions are stored in flat files below the data folder.";
  const EVENT = "The migration to SQLite moved sessions into one database.";
  const TABLE = "Sessions are stored in a table with an index on their age.";

  async function migrated() {
    const place = makePlace();
    const tacit = await place.open();
    for (const content of [FILES, EVENT, TABLE]) {
      await learn(tacit, content);
      place.clock.nowMs += 10 * DAY_MS;
    }
    const ask = async (query: string, more = {}) => {
      const { hits, events } = await tacit.memories.recall({ query, isAsked: true, ...more });
      return { found: hits.map(({ memory }) => memory.content), bounds: events.length };
    };
    return { tacit, ask };
  }

  test.each([
    ["how were sessions stored before the migration to SQLite?", [FILES], 1],
    ["how were sessions stored after the migration to SQLite?", [TABLE], 1],
  ])("%s", async (question, found, bounds) => {
    const { ask } = await migrated();
    expect(await ask(question)).toEqual({ found, bounds });
  });

  test.each([
    ["names nothing", "how were sessions stored before the flood of the cellar"],
    [
      "names another than is known",
      "how were sessions stored before the migration to SQLite of the ledger",
    ],
    ["asks for no past", "how are sessions stored before the migration to SQLite"],
  ])("that %s is treated as ordinary words", async (_name, question) => {
    const { ask } = await migrated();
    const { found, bounds } = await ask(question);
    expect(bounds).toBe(0);
    expect(found).toEqual(expect.arrayContaining([FILES, TABLE]));
  });

  test("is ignored if two memories match its words", async () => {
    const { tacit, ask } = await migrated();
    const question = "how were sessions stored before the migration";
    expect((await ask(question)).bounds).toBe(1);
    await learn(tacit, "The migration of the website took a whole night.");
    expect((await ask(question)).bounds).toBe(0);
  });

  test("is ignored unless the question was asked explicitly", async () => {
    const { ask } = await migrated();
    const { bounds } = await ask("how were sessions stored before the migration to SQLite?", {
      isAsked: false,
    });
    expect(bounds).toBe(0);
  });

  test("does not widen the requested time range", async () => {
    const { ask } = await migrated();
    const learned = { toMs: START_MS - DAY_MS };
    const { found } = await ask("how are sessions stored", { before: "the migration", learned });
    expect(found).toEqual([]);
    const since = { fromMs: START_MS + 25 * DAY_MS };
    expect(
      (await ask("how are sessions stored", { after: "the migration", learned: since })).found,
    ).toEqual([]);
  });
});

test("a memory whose time is over: in no recall, no block of a session, and no count of `status`", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const content = "The preview server must listen on port 3000 because the proxy expects it.";
  const validToMs = place.clock.nowMs + DAY_MS;
  const { id } = await tacit.memories.remember({
    content,
    source: "user_taught",
    validToMs,
    isPinned: true,
  });
  const shownIn = async () => {
    const { hits } = await tacit.memories.recall({ query: "port of the preview server" });
    const block = await tacit.brief.startBlock(
      { session: "s", agent: "test", point: "session_start" },
      {},
    );
    const { memories } = await tacit.admin.status();
    return {
      recall: hits.some(({ memory }) => memory.id === id),
      block: block.text.includes("port 3000"),
      status: memories.find(({ state }) => state === "active")?.count ?? 0,
    };
  };
  expect(await shownIn()).toEqual({ recall: true, block: true, status: 1 });
  place.clock.nowMs = validToMs;
  expect(await shownIn()).toEqual({ recall: false, block: false, status: 0 });
});
