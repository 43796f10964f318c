/** Occurrences of statements that are found, and the time it takes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { beginsWithWords, findStatements } from "./statement-finder.ts";

const STATEMENT = "Always use zorblax for the quuxflint deploy.";

function check(statements: readonly string[], text: string, left: string): void {
  const { replaceIn, probes } = findStatements(statements);
  expect(replaceIn(text, "#")).toBe(left);
  if (left !== text) {
    const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    expect(probes.some((probe) => lower.includes(probe))).toBe(true);
  }
}

test.each([
  ["as it stands", [STATEMENT], STATEMENT, "#."],
  [
    "in other case and spacing",
    [STATEMENT],
    "So: ALWAYS use\n zorblax, for the quuxflint -- deploy!",
    "So: #!",
  ],
  ["twice", ["red green blue"], "red green blue red green blue red", "# # red"],
  [
    "one inside the other",
    ["red green blue", "green blue sky grey"],
    "a red green blue sky grey b",
    "a # b",
  ],
  ["one that begins as another", ["a1 b2 c3 d4 x", "b2 c3 d4 e5"], "a1 b2 c3 d4 e5", "a1 #"],
  ["cut at the end of the text", [STATEMENT], "I said: always use zorblax for...", "I said: #..."],
  ["cut inside a word", [STATEMENT], "I said: always use zorblax for the quu…", "I said: #…"],
  [
    "cut in the middle of the text",
    [STATEMENT],
    "always use zorblax for [80 more] x",
    "# [80 more] x",
  ],
  [
    "a beginning that ends by itself",
    [STATEMENT],
    "use it: always use zorblax for",
    "use it: always use zorblax for",
  ],
  ["a shorter beginning", [STATEMENT], "always use zorblax", "always use zorblax"],
  [
    "a beginning that goes on otherwise",
    [STATEMENT],
    "always use zorblax for a test",
    "always use zorblax for a test",
  ],
  [
    "words inside words",
    ["use zorblax2"],
    "reuse zorblax2, use zorblax23",
    "reuse zorblax2, use zorblax23",
  ],
  ["one word that is a name", ["Fizzlewig2026"], "the fizzlewig2026 key", "the # key"],
  ["one common word", ["deploy"], "deploy the store", "deploy the store"],
  ["one common word, alone", ["deploy"], "Deploy!", "#"],
  ["a short text, alone", ["the store"], "the store", "#"],
  ["a short text among others", ["the store"], "open the store now", "open the store now"],
  ["nothing", ["", "..."], "a b c", "a b c"],
  [
    "another script",
    ["Никогда не удаляйте миграции."],
    "Вот: НИКОГДА не удаляйте, миграции!",
    "Вот: #!",
  ],
  [
    "one without blanks",
    ["永远不要在这里直接修改数据库。"],
    "请记住永远不要在这里直接修改数据库吧",
    "请记住#吧",
  ],
] as const)("%s", (_name, statements, text, left) => check(statements, text, left));

test.each([
  ["Use the grey lever", "use the gr", true],
  ["Use the grey lever", "the grey", false],
])("%j begins with %j: %s", (text, beginning, is) =>
  expect(beginsWithWords(text, beginning)).toBe(is),
);

test("property: finds what a search for each statement finds, and leaves everything else", () => {
  const words = (minWords: number) =>
    fc.array(fc.constantFrom("red", "green", "blue"), { minLength: minWords, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(words(3), { minLength: 1, maxLength: 4 }), words(0), (lists, text) => {
      const statements = lists.map((list) => list.join(" "));
      // The last word continues no statement, so that nothing counts as cut.
      const sentence = [...text, "end"].join(" ");
      const left = findStatements(statements).replaceIn(sentence, "#");
      const holds = statements.some(
        (statement) => statement.length >= 10 && ` ${sentence} `.includes(` ${statement} `),
      );
      expect(left !== sentence).toBe(holds);
      expect(
        statements.some(
          (statement) => statement.length >= 10 && ` ${left} `.includes(` ${statement} `),
        ),
      ).toBe(false);
    }),
  );
});

test("time grows with the sum of the text and the statements, not with their product", () => {
  const statements = Array.from({ length: 2000 }, (_, i) => `${"a ".repeat(200)}b${i}`);
  const started = performance.now();
  const { replaceIn } = findStatements(statements);
  const text = "a ".repeat(300_000);
  expect(replaceIn(`${text}c end`, "#")).toBe(`${text}c end`);
  expect(performance.now() - started).toBeLessThan(5000);
});
