/** Which terms must be stated, and which wording matches them. */
import { expect, test } from "vitest";
import { exactTerms, folded, isStated } from "./exact-terms.ts";

test.each<[string, readonly string[]]>([
  ["Run `npm run build` before `npm test`.", ["npm run build", "npm test"]],
  ["The hook in src/hooks/run.ts reads stdin.", ["src/hooks/run.ts"]],
  ["Set NODE_OPTIONS and pass --no-cache.", ["NODE_OPTIONS", "--no-cache"]],
  ["The API of GitHub and the CLI need HTTP.", []],
  ["It waits 90 s, then 1.5 s, at port 8080.", ["90", "1.5", "8080"]],
  ['It says “no such lock” and "try again".', ["no such lock", "try again"]],
  ["readStdin consumes the stream.", ["readStdin"]],
  ["v2 of the format, e.g. for lists", []],
  ["Plain words only.", []],
])("the exact terms of %j", (text, terms) => expect(exactTerms(text)).toEqual(terms));

test.each<[string, string, boolean]>([
  ["npm run build", "first `npm  run build`, then the tests", true],
  ["npm run build", "first `npm run build:all`", true],
  ["build", "rebuild everything", false],
  ["src/a.ts", "look at src/a.ts:12", true],
  ["src/a.ts", "look at a.ts", false],
  ["readStdin()", "readStdin reads it", true],
  ["90", "after 90 s", true],
  ["90", "after 900 s", false],
  ["9", "version 1.9.2", true],
  ["input/output", "the output of an input", true],
  ["src/input/output.ts", "output input src ts", false],
  ["git push --force", "git push, then force it", false],
  ["appsettings*.json", "both have appsettings.json and appsettings.Production.json", true],
  ["appsettings*.json", "the appsettings of json", false],
  ["HttpClient", "the HttpClients loop back", true],
  ["HttpClients", "an HttpClient loops back", true],
  ["HttpClient", "the ResolvingHttpClient loops back", false],
  ["ids", "the id of it", false],
  ["ÄRGER", "der Ärger bleibt", true],
])("%j is stated in %j: %s", (term, text, is) => expect(isStated(term, folded(text))).toBe(is));

test("reads a long text without the term in linear time", () => {
  const startedAt = performance.now();
  isStated(`${"a".repeat(500)}b`, folded("a".repeat(200_000)));
  expect(performance.now() - startedAt).toBeLessThan(2000);
});
