/** A title is short and states the topic of a memory. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { titleOf } from "./draft.ts";

test.each([
  ["One thing. And another.", "One thing. And another"],
  [
    "When the webhook fails, verify the signature before parsing the body of the request",
    "When the webhook fails, verify the signature before parsing the body of…",
  ],
  [
    "Logos of the coding agents are inline SVG components in AgentLogos.tsx, drawn by hand for dark mode.",
    "Logos of the coding agents are inline SVG components in AgentLogos.tsx…",
  ],
  ["Node.js 24 is needed", "Node.js 24 is needed"],
  ["Stop using npm!! it's pnpm", "Stop using npm!! it's pnpm"],
  ["", ""],
])("%s", (text, title) => {
  expect(titleOf(text)).toBe(title);
});

test("property: a title has at most 12 words and 80 characters", () => {
  const texts = fc.string({
    maxLength: 400,
    unit: fc.constantFrom("a", "bc", " ", ". ", ", ", "é"),
  });
  fc.assert(
    fc.property(texts, (text) => {
      const title = titleOf(text);
      expect(title.length).toBeLessThanOrEqual(80);
      expect(title.split(/\s+/).length).toBeLessThanOrEqual(12);
    }),
  );
});
