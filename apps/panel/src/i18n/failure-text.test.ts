/** Tests that a failure is a sentence in the reader's language. */
import i18next from "i18next";
import { expect, test } from "vitest";
import { CallFailed } from "../data/api.ts";
import { en } from "./en.ts";
import { failureText } from "./failure-text.ts";
import { fr } from "./fr.ts";

const french = await i18next.createInstance().init({
  lng: "fr",
  resources: { en: { translation: en }, fr: { translation: fr } },
});

const failed = (code: string, message: string) => new CallFailed(404, { error: { code, message } });

test.each([
  [failed("memory_not_found", "no such memory (id: 01)"), fr.error.memory_not_found],
  [failed("usage", "invalid arguments (ids)"), `${fr.error.usage} (invalid arguments (ids))`],
  [failed("of_a_later_version", "a sentence of the server"), "a sentence of the server"],
  [new TypeError("Failed to fetch"), fr.error.unreachable],
])("%s is told in French", (error, text) => {
  expect(failureText(error, french)).toBe(text);
});
