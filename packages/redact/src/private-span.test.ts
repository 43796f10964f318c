/** Tests that everything a person marked as private is removed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { findPrivateSpans } from "./private-span.ts";

/** Returns the text without its private spans. */
function stripPrivate(text: string): string {
  let rest = text;
  const spans: (readonly [number, number])[] = [];
  findPrivateSpans(text, (_rule, start, end) => spans.unshift([start, end]));
  for (const [start, end] of spans) rest = rest.slice(0, start) + rest.slice(end);
  return rest;
}

test.each([
  ["one span", "a <private>b</private> c", "a  c"],
  ["two spans", "a<private>b</private>c<private>d</private>e", "ace"],
  ["any case", "a<PRIVATE>b</Private>c", "ac"],
  ["never closed", "a <private>b c", "a "],
  ["nested", "a<private>b<private>c</private>d</private>e", "ae"],
  ["closed but never opened", "a</private>b", "a</private>b"],
  ["over lines", "a<private>\nb\n</private>c", "ac"],
  ["not the tag", "a <privateer> b", "a <privateer> b"],
  ["the tag's name", "use `<private>` for it", "use `<private>` for it"],
  ["a type argument", "Local<Private> x", "Local<Private> x"],
])("%s", (_name, text, expected) => expect(stripPrivate(text)).toBe(expected));

test("property: nothing inside a span remains", () => {
  const word = fc.stringMatching(/^[a-z]{1,20}$/);
  fc.assert(
    fc.property(fc.array(word), word, fc.array(word), (before, hidden, after) => {
      const secret = `${hidden}-hidden`;
      const text = `${before.join(" ")} <private>${secret}</private> ${after.join(" ")}`;
      expect(stripPrivate(text)).toBe(`${before.join(" ")}  ${after.join(" ")}`);
    }),
  );
});
