/** Tests that the index ranks as FTS5 does, and stays in sync with the table for any writer. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { MemoryId, ProjectId } from "../../../domain/ids.ts";
import type { Memory } from "../../../domain/memory.ts";
import type { LexicalFilter } from "../../../domain/ports/dense.ts";
import { eraseMemory } from "../../../store/memories/erase.ts";
import { changeMemory, getMemories, insertMemory } from "../../../store/memories/memories.ts";
import { mergeProjects, touchProject } from "../../../store/projects.ts";
import { PROJECT, someMemory } from "../../../testing/testing-life.ts";
import {
  EVERY_PROJECT,
  expectAsFullText,
  type KeptWords,
  keepWords,
  lent,
} from "../../../testing/testing-words.ts";
import { WORDS } from "./limits.ts";

const OTHER = "p_other" as ProjectId;
const TYPES = ["fact", "gotcha", "decision"] as const;
const SCOPES = ["project", "global", "task"] as const;

const VOCABULARY = [
  ..."cache caches caching parser parse store stores the a of worker queue running runs session".split(
    " ",
  ),
  ..."openStore src/open-store.ts snake_case Ünïcode naïve 数据库 東京 x1".split(" "),
];
const word = fc.constantFrom(...VOCABULARY);
const text = fc.array(word, { minLength: 1, maxLength: 14 }).map((words) => words.join(" "));

const memory = fc.record({
  content: text,
  title: text,
  tags: fc.array(word, { maxLength: 2 }),
  files: fc.subarray(["src/open-store.ts", "src/cache/parser.ts", "docs/queue.md"]),
  symbols: fc.subarray(["openStore", "parseCache"]),
  type: fc.constantFrom(...TYPES),
  scope: fc.constantFrom(...SCOPES),
  projectId: fc.constantFrom(PROJECT, OTHER, null),
  state: fc.constantFrom("active", "active", "archived"),
  isSuperseded: fc.boolean(),
  isStaged: fc.boolean(),
  branch: fc.constantFrom("one", "two", null),
  becomes: fc.constantFrom("same", "same", "edited", "archived", "forgotten"),
});

type Lived = typeof memory extends fc.Arbitrary<infer T> ? T : never;

const filter: fc.Arbitrary<LexicalFilter> = fc.record({
  projectId: fc.constantFrom(PROJECT, OTHER),
  anyProject: fc.boolean(),
  withArchived: fc.boolean(),
  types: fc.option(fc.subarray([...TYPES]), { nil: undefined }),
  scopes: fc.option(fc.subarray([...SCOPES]), { nil: undefined }),
  hiddenStages: fc.option(fc.subarray([":one", ":two", ":"]), { nil: undefined }),
});

type Indexed = Partial<Omit<Memory, "id" | "content">> & { readonly content: string };

async function put({ db, place }: KeptWords, input: Indexed): Promise<Memory> {
  const { projectId = PROJECT, state = "active", supersededBy = null, content, ...rest } = input;
  const { id } = someMemory(place, { content });
  const made = { ...someMemory(place, { content, ...rest }), id, projectId, state, supersededBy };
  await insertMemory(db, made, place.moment());
  return made;
}

async function alter(
  { db, place }: KeptWords,
  id: MemoryId,
  change: Partial<Memory>,
): Promise<void> {
  const [before] = await getMemories(db, [id]);
  if (before === undefined) throw new Error("it is not there");
  await changeMemory(db, before, { ...before, ...change }, "test", place.moment());
}

async function live(store: KeptWords, input: Lived, round: number) {
  const { isSuperseded, becomes, content, ...rest } = input;
  const supersededBy = isSuperseded ? ("by_another" as MemoryId) : null;
  const made = await put(store, { ...rest, supersededBy, content: `${content} r${round}` });
  if (becomes === "edited") await alter(store, made.id, { content: `anew ${content}` });
  if (becomes === "archived") await alter(store, made.id, { state: "archived" });
  if (becomes === "forgotten") await eraseMemory(store.db, made, store.place.moment());
}

async function keepProjects(): Promise<KeptWords> {
  const store = await keepWords();
  const seen = {
    id: OTHER,
    canonical: "example.org/o/s",
    name: "s",
    basis: "remote" as const,
    root: null,
  };
  await touchProject(store.db, seen, store.place.clock.nowMs);
  return store;
}

test("property: has FTS5's frequencies, order and scores for any texts, filters and changes", async () => {
  const store = await keepProjects();
  const words = store.start();
  await words.ready();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(memory, { minLength: 1, maxLength: 12 }),
      fc.array(fc.oneof(word, text), { minLength: 1, maxLength: 6 }),
      fc.array(filter, { minLength: 2, maxLength: 3 }),
      fc.integer({ min: 1, max: 12 }),
      async (memories, terms, filters, limit) => {
        round++;
        for (const item of memories) await live(store, item, round);
        for (const selection of filters)
          await expectAsFullText(store.db, words, terms, selection, limit);
      },
    ),
    { numRuns: 10 },
  );
  // Compares an index built from the table, then one from the file.
  for (let i = 0; i < 2; i++) {
    const anew = store.start();
    await anew.ready();
    await expectAsFullText(store.db, anew, VOCABULARY);
    await anew.close();
  }
});

const STEPS: readonly (readonly [
  string,
  (stored: KeptWords, ids: readonly MemoryId[]) => Promise<unknown>,
])[] = [
  ["one more", (store) => put(store, { content: "another parser of the cache" })],
  [
    "an edit",
    (store, [id = "" as MemoryId]) => alter(store, id, { content: "no longer about it" }),
  ],
  ["new tags", (store, [id = "" as MemoryId]) => alter(store, id, { tags: ["parser", "queue"] })],
  ["archived", (store, [id = "" as MemoryId]) => alter(store, id, { state: "archived" })],
  ["superseded", (store, [a = "" as MemoryId, b = null]) => alter(store, a, { supersededBy: b })],
  ["staged", (store, [id = "" as MemoryId]) => alter(store, id, { isStaged: true })],
  ["another project", (store, [id = "" as MemoryId]) => alter(store, id, { projectId: OTHER })],
  [
    "forgotten",
    async (store, [id = "" as MemoryId]) => {
      for (const item of await getMemories(store.db, [id]))
        await eraseMemory(store.db, item, store.place.moment());
    },
  ],
  [
    "the last one forgotten, and its row given to another",
    async (store, ids) => {
      for (const item of await getMemories(store.db, ids.slice(-1))) {
        await eraseMemory(store.db, item, store.place.moment());
      }
      await put(store, { content: "in the place of a parser" });
    },
  ],
  ["projects merged", (store) => mergeProjects(store.db, OTHER, PROJECT)],
];

test.each(STEPS)("is in sync immediately: %s", async (_name, step) => {
  const store = await keepProjects();
  const ids: MemoryId[] = [];
  for (const content of [
    "a parser",
    "the parser of the cache",
    "a queue",
    "parsers and queues",
    "the store",
  ]) {
    const projectId = content.includes("queue") ? OTHER : PROJECT;
    ids.push((await put(store, { content, projectId, files: ["src/parser.ts"] })).id);
  }
  const words = store.start();
  await words.ready();
  await expectAsFullText(store.db, words, ["parser", "queue", "cache", "another"]);
  await step(store, ids);
  for (const filter of [
    EVERY_PROJECT,
    { projectId: PROJECT },
    { projectId: OTHER, withArchived: true },
  ]) {
    await expectAsFullText(
      store.db,
      words,
      ["parser", "queue", "cache", "another", "src parser ts"],
      filter,
    );
  }
  expect((await words.ready()).reason).toBe("there was no side file");
});

test("finds a phrase where its words are adjacent in one column and counts overlaps", async () => {
  const store = await keepWords();
  for (const content of [
    "open the store",
    "store open",
    "open store open store open",
    "a a a a",
    "open",
  ]) {
    await put(store, { content, title: "store", tags: ["open"] });
  }
  const words = store.start();
  await words.ready();
  for (const item of [
    "open store",
    "store open store",
    "a a",
    "a a a",
    "open the",
    "store store",
  ]) {
    await expectAsFullText(store.db, words, [item]);
  }
});

test("lets full-text search answer after many changes until they are indexed", async () => {
  const store = await keepWords();
  await put(store, { content: "the first parser" });
  const words = store.start();
  await words.ready();
  for (let i = 0; i < WORDS.pageRows + 50; i++)
    await put(store, { content: `parser of w${i} and w${i % 7}` });
  expect(await words.lexical()).toBeUndefined();
  expect(await words.ready()).toMatchObject({
    state: "ready",
    memories: WORDS.pageRows + 51,
  });
  await expectAsFullText(
    store.db,
    words,
    ["parser", "w3", "w100", "parser of w5"],
    { projectId: PROJECT },
    20,
  );
});

test("scores common words of many memories last without missing any memory", async () => {
  const store = await keepWords();
  for (let i = 0; i < 300; i++) {
    await put(store, {
      content: `common shared ${i % 2 ? "half" : "other"} ${i % 10 ? "x" : "tenth"} rare${i % 50} ${"long ".repeat(i % 9)}`,
    });
  }
  const words = store.start();
  await words.ready();
  for (const limit of [1, 3, 10]) {
    for (const terms of [
      ["common", "shared"],
      ["common", "tenth", "rare7"],
      ["half", "x", "rare3", "rare4", "common"],
    ]) {
      await expectAsFullText(store.db, words, terms, { projectId: PROJECT }, limit);
    }
  }
});

test("handles hostile questions: no words, unknown words, 100 KB, unusual characters", async () => {
  const store = await keepWords();
  const words = store.start();
  await words.ready();
  await expectAsFullText(store.db, words, ["anything"]);
  await put(store, { content: "a parser, and nothing else" });
  const odd = [
    "x".repeat(100_000),
    "parser ".repeat(10_000),
    "\u202e\u0000",
    "*-\"'()",
    "𐐀",
    "é".repeat(20_000),
  ];
  await expectAsFullText(store.db, words, [...odd, "parser"]);
  const lexical = await lent(words);
  expect(await lexical.search([], EVERY_PROJECT, 5)).toEqual([]);
  expect(await lexical.search(['"parser"'], EVERY_PROJECT, 0)).toEqual([]);
  expect(await lexical.matching('"parser"', ["no-such-id" as MemoryId])).toEqual([]);
});
