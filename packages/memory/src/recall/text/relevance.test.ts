/** Tests that words and meaning are added on one scale, and that each works without the other. */
import { describe, expect, test } from "vitest";
import type { MemoryId } from "../../domain/ids.ts";
import type { DenseAnswer } from "../../domain/ports/dense.ts";
import { mostPossible, scoreTexts } from "./relevance.ts";

const id = (name: string) => name as MemoryId;
const lexical = (...scores: readonly (readonly [string, number])[]) =>
  scores.map(([name, score]) => ({ id: id(name), score }));
const dense = (
  near: Readonly<Record<string, number>>,
  others: Readonly<Record<string, number>> = {},
  densities: Readonly<Record<string, number>> = {},
): DenseAnswer => ({
  hits: Object.entries(near).map(([name, cosine]) => ({ id: id(name), type: "gotcha", cosine })),
  cosinesOf: async () =>
    new Map(Object.entries({ ...others, ...near }).map(([name, cosine]) => [id(name), cosine])),
  densitiesOf: async (ids) =>
    new Map(
      Object.entries(densities)
        .map(([name, density]) => [id(name), density] as const)
        .filter(([name]) => ids.includes(name)),
    ),
});
const questionOf = (maxScore: number, terms = 4) => ({ maxScore, terms });
const order = async (...input: Parameters<typeof scoreTexts>) =>
  (await scoreTexts(...input)).map((scoreText) => scoreText.id).join("");

describe("a common scale", () => {
  test("keeps the order of words alone, as a share of the maximum", async () => {
    const scored = await scoreTexts(lexical(["a", 6], ["b", 3]), questionOf(12), null);
    expect(scored).toEqual([
      { id: "a", words: 0.5, cosine: null, relevance: 0.5 },
      { id: "b", words: 0.25, cosine: null, relevance: 0.25 },
    ]);
  });

  test("keeps the order of meaning alone", async () => {
    expect(await order([], questionOf(0), dense({ a: 0.6, b: 0.3 }))).toBe("ab");
  });

  test("ranks a paraphrase above a memory that shares a random word with the question", async () => {
    expect(
      await order(lexical(["stray", 1]), questionOf(12), dense({ near: 0.5 }, { stray: 0.05 })),
    ).toMatch(/^near/);
  });

  test("ranks a memory in the question's own words above one that is only similar", async () => {
    expect(
      await order(lexical(["own", 10]), questionOf(12), dense({ near: 0.5 }, { own: 0.4 })),
    ).toMatch(/^own/);
  });

  test("includes a memory that words found and that has no vector yet", async () => {
    expect(await order(lexical(["new", 10]), questionOf(12), dense({ near: 0.3 }))).toBe("newnear");
  });

  test("gives a relevance near 1 to a text that says and means all of the query", async () => {
    const [first] = await scoreTexts(lexical(["a", 99]), questionOf(10), dense({ a: 1 }));
    expect(first?.relevance).toBeGreaterThan(0.9);
    expect(first?.relevance).toBeLessThanOrEqual(1);
  });

  test("counts words besides meaning for a long question, of which the best hit contains a small part", async () => {
    const words = lexical(["words", 2], ["stray", 0.4]);
    const meaning = dense({ near: 0.4 }, { words: 0.2, stray: 0.2 });
    expect(await order(words, questionOf(12, 20), meaning)).toBe("wordsnearstray");
    expect(await order(words, questionOf(12, 4), meaning)).toMatch(/^near/);
  });

  test("counts names and paths from the first word", async () => {
    const meaning = dense({ near: 0.4 }, { named: 0.3 });
    const names = { ...questionOf(12), isOfNames: true };
    expect(await order(lexical(["named", 1.5]), names, meaning)).toMatch(/^named/);
    expect(await order(lexical(["named", 1.5]), questionOf(12), meaning)).toMatch(/^near/);
  });

  test("returns nothing for no input", async () => {
    expect(await scoreTexts([], questionOf(0), null)).toEqual([]);
  });
});

describe("chance", () => {
  const strays = (count: number) =>
    lexical(...Array.from({ length: count }, (_, i) => [`s${i}`, 4] as const));
  const cosines = (count: number) =>
    dense({ near: 0.35 }, Object.fromEntries(strays(count).map(({ id }) => [id, 0.1])));

  test("counts words of the question that few memories have, not those that fifteen have", async () => {
    expect(await order(strays(3), questionOf(12), cosines(3))).toMatch(/^s/);
    expect(await order(strays(14), questionOf(12), cosines(14))).toMatch(/^s/);
    expect(await order(strays(15), questionOf(12), cosines(15))).toMatch(/^near/);
  });

  test("counts names however many memories have them", async () => {
    const names = { ...questionOf(12), isOfNames: true };
    expect(await order(strays(15), names, cosines(15))).toMatch(/^s/);
  });
});

describe("crowding", () => {
  test("ranks what is similar only to the question above what is similar to everything", async () => {
    const near = { hub: 0.52, alone: 0.5 };
    expect(await order([], questionOf(0), dense(near))).toBe("hubalone");
    expect(await order([], questionOf(0), dense(near, {}, { hub: 0.7, alone: 0.2 }))).toBe(
      "alonehub",
    );
  });

  test("costs less than a clear difference in similarity", async () => {
    const crowded = dense({ hub: 0.8, alone: 0.5 }, {}, { hub: 0.9, alone: 0.1 });
    expect(await order([], questionOf(0), crowded)).toBe("hubalone");
  });

  test("changes nothing when all texts are in one crowd, and reports the original cosines", async () => {
    const plain = await scoreTexts([], questionOf(0), dense({ a: 0.6, b: 0.3 }));
    const even = await scoreTexts(
      [],
      questionOf(0),
      dense({ a: 0.6, b: 0.3 }, {}, { a: 0.4, b: 0.4 }),
    );
    expect(even).toEqual(plain);
    const uneven = dense({ a: 0.6, b: 0.3 }, {}, { a: 0.8, b: 0.2 });
    expect((await scoreTexts([], questionOf(0), uneven)).map(({ cosine }) => cosine)).toEqual([
      0.6, 0.3,
    ]);
  });

  test("is not applied to a memory without a vector", async () => {
    const words = lexical(["new", 6]);
    const [first] = await scoreTexts(words, questionOf(12), dense({ a: 0.1 }, {}, { a: 0.9 }));
    const [same] = await scoreTexts(words, questionOf(12), dense({ a: 0.1 }));
    expect(first).toEqual(same);
  });
});

describe("company", () => {
  const beside = new Map([
    [id("asked"), [id("before"), id("answer")]],
    [id("other"), [id("answer")]],
  ]);

  test("finds what was learned next to a memory that words found, ranked behind it", async () => {
    expect(await order(lexical(["asked", 9]), questionOf(12), null, beside)).toBe(
      "askedanswerbefore",
    );
  });

  test("counts two neighbours more than one, and a better match of the text itself still more", async () => {
    const words = lexical(["asked", 6], ["other", 5], ["own", 8]);
    expect(await order(words, questionOf(12), null, beside)).toBe("ownaskedanswerotherbefore");
  });

  test("counts besides meaning too", async () => {
    expect(await order(lexical(["asked", 9]), questionOf(12), dense({ far: 0.2 }), beside)).toMatch(
      /^askedanswer/,
    );
  });
});

test("raises the maximum score of a query with each rare term, and hardly with a common one", () => {
  const term = (frequency: number) => ({ text: "t", phrase: "t", frequency, idf: 1 });
  const [rare, common] = [mostPossible([term(1)], 100), mostPossible([term(90)], 100)];
  expect(rare).toBeGreaterThan(9);
  expect(common).toBeLessThan(1e-4);
  expect(mostPossible([term(1), term(1)], 100)).toBeCloseTo(2 * rare, 9);
});
