/** How messages become passages: what is joined, what is split, what is left out. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { passagesOf, type Utterance } from "./passages-of.ts";

const QUESTION = "Why does the hook read stdin only once?";
const LONG_SECTION = "The importer keeps where it stopped reading. ".repeat(36);

type Passage = readonly (readonly ["user" | "agent", string])[];

function makeUtterances(...texts: Passage): Utterance[] {
  return texts.map(([by, text], seq) => {
    return { seq, key: `k${seq}`, by, text, branch: "main", atMs: seq, isTainted: false };
  });
}

const drafts = (...texts: Passage) =>
  passagesOf(makeUtterances(...texts)).map(({ speaker, content }) => `${speaker}: ${content}`);

test.each<[string, Passage, string[]]>([
  [
    "short remarks of one turn are joined, and a bare question is found with its answer",
    [
      ["user", QUESTION],
      ["agent", "Let me look."],
      ["agent", "The hook consumes it."],
    ],
    ["agent: Let me look.\n\nThe hook consumes it."],
  ],
  [
    "a word of assent is no passage, and ends the turn",
    [
      ["agent", "First remark."],
      ["user", "yes"],
      ["agent", "Second remark."],
    ],
    ["agent: First remark.", "agent: Second remark."],
  ],
  [
    "of a code block only the beginning is kept",
    [["agent", `Use this:\n\`\`\`ts\n${"x".repeat(900)}\n\`\`\`\nBecause it is safe.`]],
    [`agent: Use this:\n\`\`\`ts\n${"x".repeat(396)}…\`\`\`\nBecause it is safe.`],
  ],
])("%s", (_name, texts, expected) => {
  expect(drafts(...texts)).toEqual(expected);
});

test("splits a long message by heading, and each part has the question and its heading", () => {
  const text = `## Imports\n${LONG_SECTION}\n## Exports\n${LONG_SECTION}`;
  const parts = passagesOf(makeUtterances(["user", QUESTION], ["agent", text]));
  expect(parts.map(({ context }) => context)).toEqual([
    `${QUESTION}\nImports`,
    `${QUESTION}\nExports`,
  ]);
  expect(parts.map(({ key }) => key)).toEqual(["k1/0", "k1/1"]);
});

test("property: no passage is longer than a section, and keys are unique", () => {
  const text = fc.string({ maxLength: 4000, unit: fc.constantFrom("a", " ", "\n", "#", "*", "`") });
  const speaker = fc.constantFrom("user" as const, "agent" as const);
  fc.assert(
    fc.property(fc.array(fc.tuple(speaker, text), { maxLength: 12 }), (texts) => {
      const passages = passagesOf(makeUtterances(...texts));
      for (const { content } of passages) expect(content.length).toBeLessThanOrEqual(2100);
      expect(new Set(passages.map(({ key }) => key)).size).toBe(passages.length);
    }),
  );
});
