/** Tests that what works only in part, and what is left to do for an agent, have words in both languages. */
import { expect, test } from "vitest";
import { en } from "./en.ts";
import { fr } from "./fr.ts";

const sources = import.meta.glob<string>(
  [
    "../../../../packages/memory/src/admin/status-notes.ts",
    "../../../../packages/project/src/project-warning.ts",
    "../../../cli/src/hosts/host-state.ts",
    "../../../../hosts/hooks/src/registration/hosts/*-files.ts",
  ],
  { query: "?raw", import: "default", eager: true },
);
const sourcesOf = (part: string) =>
  Object.entries(sources)
    .filter(([path]) => path.includes(part))
    .map(([, source]) => source);

/** The codes of a declared union. */
function codesOf(part: string): string[] {
  return sourcesOf(part).flatMap((source) =>
    [...source.matchAll(/readonly code:((?:\s*\|?\s*"\w+")+)/g)].flatMap(([, codes = ""]) =>
      [...codes.matchAll(/"(\w+)"/g)].map(([, code = ""]) => code),
    ),
  );
}

const hasWords = (texts: object, code: string) =>
  code in texts || (`${code}_one` in texts && `${code}_other` in texts);

test.each([
  ["status-notes", 13, "note"],
  ["project-warning", 6, "note"],
  ["host-state", 2, "agents"],
] as const)("each code of %s has words in both languages", (part, atLeast, group) => {
  const codes = codesOf(part);
  expect(codes.length).toBeGreaterThanOrEqual(atLeast);
  for (const texts of [en[group], fr[group]])
    expect(codes.filter((code) => !hasWords(texts, code))).toEqual([]);
});

test("each agent with a step that is left to the person has words for it in both languages", () => {
  const agents = Object.entries(sources).flatMap(([path, source]) => {
    const [, agent] = /\/([\w-]+)-files\.ts$/.exec(path) ?? [];
    return agent !== undefined && /^ {2}stillToDo:(?! null)/m.test(source) ? [agent] : [];
  });
  expect(agents.length).toBeGreaterThan(1);
  for (const { stillToDo } of [en, fr])
    expect(agents.filter((agent) => !(agent in stillToDo))).toEqual([]);
});
