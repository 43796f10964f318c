/** The mentioned names of a file are exactly the names in its text. */
import { expect, test } from "vitest";
import { extractFacts } from "./extract.ts";
import { encodeFacts } from "./facts-codec.ts";
import { languageOf } from "./languages/languages.ts";
import { hashOfName, mentionedNames, namesIn } from "./mentioned-names.ts";
import { loadLanguage } from "./parser/parser.ts";

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

test("finds every name of the text, wherever it occurs in an expression or a type", async () => {
  const mentioned = mentionedNames(await factsOf(TEXT));
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
    expect([name, mentioned.has(hashOfName(name))]).toEqual([name, true]);
    const others = Array.from({ length: 1000 }, (_value, i) => hashOfName(`other${i}`));
    expect([name, mentioned.hasOneOf(new Set([...others, hashOfName(name)]))]).toEqual([
      name,
      true,
    ]);
  }
});

test("does not find other names, one by one or among many", async () => {
  const mentioned = mentionedNames(await factsOf(TEXT));
  const others = Array.from({ length: 1000 }, (_value, i) => hashOfName(`other${i}`));
  expect(others.filter((hash) => mentioned.has(hash))).toEqual([]);
  expect(mentioned.hasOneOf(new Set(others))).toBe(false);
  expect(mentioned.hasOneOf(new Set(others.slice(0, 2)))).toBe(false);
});

test("splits a text into the same names", () => {
  expect(namesIn("this.store.all()[]^~<Map<öl, $x>>")).toEqual([
    "this",
    "store",
    "all",
    "Map",
    "öl",
    "$x",
  ]);
});
