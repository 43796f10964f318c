/** Tests that a notice states how much was changed, in both languages. */
import i18next from "i18next";
import { expect, test } from "vitest";
import { en } from "../i18n/en.ts";
import { fr } from "../i18n/fr.ts";
import { changeOutcome, undoOutcome } from "./outcome.ts";

async function wordsOf(language: "en" | "fr") {
  const resources = { en: { translation: en }, fr: { translation: fr } };
  const instance = i18next.createInstance();
  return instance.init({ lng: language, resources, interpolation: { escapeValue: false } });
}

const PROBLEM = {
  id: "a",
  code: "memory_not_found",
  message: "there is no such memory",
  values: {},
  reason: null,
};

test.each(["en", "fr"] as const)("a change without effect is a failure: %s", async (language) => {
  const t = await wordsOf(language);
  const result = { changed: [], failed: [PROBLEM], changes: [], memoryFileStays: false };
  expect(changeOutcome({ action: "confirm" }, result, t)).toEqual({
    text: { en: "Nothing was changed", fr: "Rien n’a été modifié" }[language],
    detail: { en: en.error.memory_not_found, fr: fr.error.memory_not_found }[language],
    isFailure: true,
  });
});

test("a change of some memories states how many, why one was not changed, and can be undone", async () => {
  const result = {
    changed: ["b", "c"],
    failed: [PROBLEM],
    changes: ["2", "1"],
    memoryFileStays: false,
  };
  expect(changeOutcome({ action: "archive" }, result, await wordsOf("en"))).toEqual({
    text: "2 memories archived",
    detail: en.error.memory_not_found,
    changes: ["2", "1"],
  });
});

test.each([
  ["en", "may still contain the text"],
  ["fr", "peut encore contenir le texte"],
] as const)(
  "a forgotten text that stays in the memory file is reported: %s",
  async (language, part) => {
    const result = { changed: ["b"], failed: [], changes: [], memoryFileStays: true };
    const { detail } = changeOutcome({ action: "forget" }, result, await wordsOf(language));
    expect(detail).toContain(part);
  },
);

test.each([
  ["en", { undone: 2, failed: 0 }, { text: "Undone" }],
  [
    "en",
    { undone: 2, failed: 1 },
    { text: "2 changes undone", detail: "1 change could not be undone" },
  ],
  ["en", { undone: 0, failed: 1 }, { text: "1 change could not be undone", isFailure: true }],
  [
    "fr",
    { undone: 0, failed: 1 },
    { text: "1 modification n’a pas pu être annulée", isFailure: true },
  ],
] as const)("an undo states what was undone: %s %o", async (language, result, outcome) => {
  expect(undoOutcome(result, await wordsOf(language))).toEqual(outcome);
});
