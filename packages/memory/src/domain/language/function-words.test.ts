/** Tests which language a message is in, and which of its words are function words. */
import { describe, expect, test } from "vitest";
import { functionWordsOf, languagesOf } from "./function-words.ts";

describe("the language of a message", () => {
  test.each([
    ["t'as oublié le test", "fr"],
    ["lance les tests", "fr"],
    ["ah oui c'est vrai, laisse", "fr"],
    ["on passe à pnpm, on n'utilise plus npm", "fr"],
    ["benenne die Funktion um", "de"],
    ["Achtung: die Sendungsnummer von DHL ist immer 20-stellig", "de"],
    ["non usare mai `any` nel codice nuovo per favore", "it"],
    ["che lint usiamo adesso?", "it"],
    ["nunca hagas commit del archivo .env.local, usa siempre .env.example", "es"],
    ["não use mais o npm, agora é sempre pnpm", "pt"],
    ["gebruik altijd de nieuwe client, niet de oude", "nl"],
  ])("%s: %s", (text, language) => {
    expect(languagesOf(text)).toContain(language);
  });

  test.each([
    "why does the webhook signature fail",
    "rename src/domain/die.ts to src/domain/le_war.ts",
    "post a comment on the main page",
    "fix CI",
    "add the strings `il faut toujours` and `c'est tout` to the list of rules",
    "Translate the labels to French: où, quand and comment",
    "pnpm migrate",
    "数据库连接失败",
    "",
  ])("%j is none of them", (text) => {
    expect(languagesOf(text)).toEqual([]);
  });
});

test("function words are those of the text's language, without accents", () => {
  const french = functionWordsOf("il faut déjà toujours arrondir la TVA");
  expect(["faut", "deja", "toujours"].every((word) => french.has(word))).toBe(true);
  expect(french.has("arrondir")).toBe(false);
  expect(functionWordsOf("comment on the die and the war").size).toBe(0);
});
