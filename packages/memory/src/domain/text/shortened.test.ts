/** Tests where a title ends. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { cutShort, shortened } from "./shortened.ts";

const SIZE = { words: 12, chars: 80 };

test.each([
  ["A short text stays.", "A short text stays."],
  [
    "Run `bun run typecheck` before committing: `bun run test` passed while the hook rejected it",
    "Run `bun run typecheck` before committing…",
  ],
  [
    "Deleting an impact evaluation leaves the result dangling on its remediation, which hid the button",
    "Deleting an impact evaluation leaves the result dangling on its remediation…",
  ],
  [
    "The effect that scrolls automatically needs a dependency on the logs that the body of it reads",
    "The effect that scrolls automatically needs a dependency on the logs…",
  ],
  [
    "Calls that edit several lines fail with `String to replace not found` in this folder",
    "Calls that edit several lines fail with `String to replace not found`…",
  ],
  [
    "The target of a run (agents, claude-code, github-copilot and two others that nobody uses) decides",
    "The target of a run…",
  ],
  ["a".repeat(90), `${"a".repeat(79)}…`],
  [
    "La DGFiP rejette depuis hier chaque FEC encodé en UTF-8 : il doit être en ISO-8859-15",
    "La DGFiP rejette depuis hier chaque FEC encodé en UTF-8…",
  ],
  [
    "Dans src/domain, pas de `new Date()` : passer l'horloge en paramètre, comme `estimateEta`",
    "Dans src/domain, pas de `new Date()` : passer l'horloge en paramètre…",
  ],
  [
    "Le FEC c'est toujours avec le separateur | et jamais ; sinon la DGFIP le refuse",
    "Le FEC c'est toujours avec le separateur | et jamais ;…",
  ],
  [
    "The rates in carriers.ts are generated from the sheet of the carriers, never edit them by hand",
    "The rates in carriers.ts are generated…, never edit them by hand",
  ],
  [
    "Die Preise in rates.ts kommen aus der Tabelle der Spediteure, niemals von Hand ändern",
    "Die Preise in rates.ts kommen aus der Tabelle…, niemals von Hand ändern",
  ],
])("%s", (text, title) => {
  expect(shortened(text, SIZE)).toBe(title);
});

test("property: the beginning fits, and code in it is whole if the code is short", () => {
  const part = fc.constantFrom("word", "of", "the", "`a b`", "`x`", "comma,", "end:", "(a", "b)");
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 40 }), (parts) => {
      const title = shortened(parts.join(" "), SIZE);
      expect(title.length).toBeLessThanOrEqual(SIZE.chars);
      expect(title.split(" ").length).toBeLessThanOrEqual(SIZE.words);
      const isCodeFirst = parts.slice(0, 3).some((text) => /[`(]/.test(text));
      if (!isCodeFirst && !parts.join(" ").includes("(")) {
        expect((title.match(/`/g) ?? []).length % 2).toBe(0);
      }
    }),
  );
});

test("a line is cut at its longest beginning, and half a quotation is better than none", () => {
  const size = { words: 20, chars: 50 };
  expect(
    cutShort("Use the logger in src, and not the console of the browser or of Node", size),
  ).toBe("Use the logger in src, and not the console…");
  expect(cutShort("It fails with “Error: connect ECONNREFUSED 127.0.0.1:5432” then", size)).toBe(
    "It fails with “Error: connect ECONNREFUSED…",
  );
});
