/** Do descriptions of one name meet, and only those of different sources that say it differently? */
import { expect, test } from "vitest";
import { seededRandom } from "../random.ts";
import { keyOf, NAMESAKES, Namesakes, shareOfWords } from "./namesakes.ts";

test.each([
  ["maxRetries", "max retries"],
  ["--max-retries", "max retries"],
  ["MAX_RETRIES", "max retries"],
  ["$x", "x"],
])("%s is %s", (name, key) => expect(keyOf(name)).toBe(key));

test("two sources' descriptions of one name are a pair, whatever its spelling", () => {
  const namesakes = new Namesakes();
  namesakes.add("a/a", { name: "maxRetries", said: "how often to try again" });
  namesakes.add("b/b", { name: "--max-retries", said: "number of attempts before an error" });
  namesakes.add("b/b", { name: "maxRetries", said: "its limit of further attempts" });
  namesakes.add("c/c", { name: "logLevel", said: "which messages are written" });
  const pairs = [...namesakes.pairs(seededRandom(1))];
  expect(pairs.length).toBeGreaterThan(0);
  for (const { k, r, a, b } of pairs) {
    expect([k, r]).toEqual(["same_name", NAMESAKES]);
    expect([a, b].filter((one) => one === "how often to try again")).toHaveLength(1);
  }
});

test("one source alone, the same words, and names that are hardly one give nothing", () => {
  const namesakes = new Namesakes();
  namesakes.add("a/a", { name: "readTimeout", said: "how long to wait" });
  namesakes.add("a/a", { name: "readTimeout", said: "the longest pause" });
  for (const source of ["a/a", "b/b"]) {
    namesakes.add(source, { name: "logLevel", said: `which messages are written in ${source}` });
    namesakes.add(source, {
      name: "timeout",
      said: `where ${source === "a/a" ? "it is" : "to look"}`,
    });
  }
  expect([...namesakes.pairs(seededRandom(1))]).toEqual([]);
});

test("words in common, of the words of both", () => {
  expect(shareOfWords("One two", "two, three")).toBeCloseTo(1 / 3);
  expect(shareOfWords("", "")).toBe(0);
});
