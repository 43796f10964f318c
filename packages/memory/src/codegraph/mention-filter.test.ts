/** Does the filter know every name a file says, and few that it does not? */
import { expect, test } from "vitest";
import { extractFacts } from "./extract.ts";
import { encodeFacts } from "./facts-codec.ts";
import { languageOf } from "./languages/languages.ts";
import { filterOf, hashOfName, namesIn, saysOneOf } from "./mention-filter.ts";
import { loadLanguage } from "./parser.ts";

async function factsOf(text: string): Promise<Uint8Array> {
  const language = languageOf("a.ts");
  if (language === undefined) throw new Error("no TypeScript");
  const facts = extractFacts(await loadLanguage(language), text);
  if (facts === null) throw new Error("not parsed");
  return encodeFacts(facts);
}

const TEXT = `import { open as opened } from "./store";
export class $Store extends Base<Item> { #own = 1; all(): Item[] { return this.list.filter(keep); } }
export const made = opened().größe().lines[0];
`;

test("every name that is said is known, wherever in an expression or a type it stands", async () => {
  const facts = await factsOf(TEXT);
  const filter = filterOf(facts);
  for (const name of [
    "open",
    "größe",
    "$Store",
    "Base",
    "Item",
    "all",
    "filter",
    "list",
    "opened",
  ]) {
    expect([name, filter.has(hashOfName(name))]).toEqual([name, true]);
    expect([name, saysOneOf(facts, new Set([hashOfName(name)]))]).toEqual([name, true]);
  }
});

test("of names it does not say, few are taken for likely and none for said", async () => {
  const facts = await factsOf(TEXT);
  const filter = filterOf(facts);
  const others = Array.from({ length: 1000 }, (_value, i) => hashOfName(`other${i}`));
  expect(others.filter((hash) => filter.has(hash)).length).toBeLessThan(20);
  expect(saysOneOf(facts, new Set(others))).toBe(false);
});

test("a text is cut into the same names", () => {
  expect(namesIn("this.store.all()[]^~<Map<öl, $x>>")).toEqual([
    "this",
    "store",
    "all",
    "Map",
    "öl",
    "$x",
  ]);
});
