/** A store with an in-memory word index, compared with its full-text index, for tests of the word index. */
import type { Database } from "@tacit-memory/sqlite";
import { expect, onTestFinished } from "vitest";
import type { MemoryId } from "../domain/ids.ts";
import type { LexicalFilter } from "../domain/ports/dense.ts";
import { fullText, type Lexical } from "../search/lexical.ts";
import { phrase } from "../search/phrase.ts";
import { createWords, type Words } from "../search/words-in-memory.ts";
import { openTestStore, type Place, PROJECT } from "./testing-life.ts";

export interface KeptWords {
  readonly db: Database;
  readonly place: Place;
  /** Opens the word index over the same store and side file, like a new process; closed when the test ends. */
  readonly start: () => Words;
}

export async function keepWords(): Promise<KeptWords> {
  const { db, place } = await openTestStore();
  const started: Words[] = [];
  onTestFinished(async () => {
    for (const words of started) await words.close();
  });
  return {
    db,
    place,
    start: () => {
      const words = createWords({ db, home: place.home });
      started.push(words);
      return words;
    },
  };
}

/** Returns the lexical search of a word index; throws if it is not available. */
export async function lent(words: Words): Promise<Lexical> {
  const lexical = await words.lexical();
  if (lexical === undefined) throw new Error(JSON.stringify(await words.ready()));
  return lexical;
}

export const EVERY_PROJECT: LexicalFilter = {
  projectId: PROJECT,
  anyProject: true,
  withArchived: true,
};

/** Scores that differ by less are equal: they were only computed in another order. */
const ROUNDING = 1e-9;

/** Expects the same frequencies, hits (scores and order) and matches as FTS5. */
export async function expectAsFullText(
  db: Database,
  words: Words,
  texts: readonly string[],
  filter: LexicalFilter = EVERY_PROJECT,
  limit = 50,
): Promise<void> {
  const [inMemory, inStore] = [await lent(words), fullText(db)];
  expect(await inMemory.documents()).toBe(await inStore.documents());
  const phrases = texts.map(phrase).filter((item) => item !== "");
  const found: string[] = [];
  for (const item of phrases) {
    const frequency = await inStore.frequencyOf(item);
    expect([item, await inMemory.frequencyOf(item)]).toEqual([item, frequency]);
    if (frequency > 0) found.push(item);
  }
  const expected = await inStore.search(found, filter, limit);
  const got = await inMemory.search(found, filter, limit);
  expectSameHits(got, expected, limit);
  const ids = expected.map(({ id }) => id);
  for (const item of phrases) {
    const matching = [...(await inMemory.matching(item, ids))].sort();
    expect([item, matching]).toEqual([item, [...(await inStore.matching(item, ids))].sort()]);
  }
}

type Hits = Awaited<ReturnType<Lexical["search"]>>;

/** Expects the same hits, except for ties at the last place: FTS5 cuts its pool by row. */
function expectSameHits(got: Hits, expected: Hits, limit: number): void {
  expect(got.length).toBe(expected.length);
  for (const [i, { score }] of expected.entries()) {
    expect(Math.abs((got[i]?.score ?? 0) - score)).toBeLessThan(ROUNDING);
  }
  const last = expected.length < limit ? 0 : (expected.at(-1)?.score ?? 0);
  expect(certain(got, last)).toEqual(certain(expected, last));
}

/** Returns ids and types above the last score; ties are sorted by id. */
function certain(hits: Hits, last: number): [MemoryId, string][] {
  const sure = hits.filter(({ score }) => score > last + ROUNDING);
  return [...sure]
    .sort((a, b) =>
      Math.abs(a.score - b.score) < ROUNDING ? (a.id < b.id ? -1 : 1) : b.score - a.score,
    )
    .map(({ id, type }) => [id, type]);
}
