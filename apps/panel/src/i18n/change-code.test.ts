/** Tests that each change that the library stores with a memory has words in both languages. */
import { expect, test } from "vitest";
import { changeCode } from "./change-code.ts";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

const sources = import.meta.glob<string>(
  [
    "../../../../packages/memory/src/**/*.ts",
    "!../../../../packages/memory/src/{testing/**,**/*.test.ts}",
  ],
  { query: "?raw", import: "default", eager: true },
);

/** The label that each call of `changeMemory` passes as a text, before the moment. */
const written = Object.values(sources).flatMap((source) =>
  source
    .split("changeMemory(")
    .slice(1)
    .flatMap((call) => {
      const [text = ""] = call.split(";");
      return /"([a-z][^"]*)",\s*[\w.()]*moment/.exec(text)?.[1] ?? [];
    }),
);
const composed = [
  "merged into 01a22aad-06cd-78f2-bf2a-311cb9339242",
  "restored to version 3",
  "restored",
  "edited",
  "undone: edit",
  "promoted: merged into main",
  "recounted: no longer supported",
  "not useful",
  "flagged",
  "useful",
  "detail added",
  "found on another branch",
  "the user said the opposite later",
  "superseded in its session",
  "the agent called it outdated in a later session",
];

test("each change of a memory has words in both languages", () => {
  expect(written.length).toBeGreaterThan(15);
  const codes = [...written, ...composed].map(changeCode);
  expect(codes.filter((code) => !(code in en.change))).toEqual([]);
  expect(codes.filter((code) => !(code in fr.change))).toEqual([]);
});
