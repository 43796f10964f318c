/** Tests that a failure, and any other sentence of the library, is a sentence in the reader's language. */
import i18next from "i18next";
import { expect, test } from "vitest";
import { CallFailed } from "../data/api.ts";
import { en } from "./en.ts";
import { failureText } from "./failure-text.ts";
import { fr } from "./fr.ts";
import { worded } from "./worded.ts";

const tOf = (lng: "en" | "fr") =>
  i18next.createInstance().init({
    lng,
    resources: { en: { translation: en }, fr: { translation: fr } },
    interpolation: { escapeValue: false },
  });
const [english, french] = [await tOf("en"), await tOf("fr")];

const NONE = { values: {}, reason: null };
const failed = (code: string, more: object = {}) =>
  new CallFailed(404, { error: { code, message: "in English", ...NONE, ...more } });
const sentence = (text: string, code: string, values: Readonly<Record<string, string>> = {}) => ({
  text,
  sentence: { code, values },
});

test.each([
  [failed("memory_not_found"), fr.error.memory_not_found],
  [
    failed("usage", { reason: sentence("not an address", "no_address") }),
    `${fr.error.usage} Ce n’est pas une adresse.`,
  ],
  [
    failed("usage", { reason: sentence("refused: too_short", "refused", { reason: "too_short" }) }),
    `${fr.error.usage} ${fr.refused.too_short}`,
  ],
  [
    failed("model_failed", {
      values: { what: "unauthorised", model: "m" },
      reason: sentence("the server answers 401: no", "server_answers_with", {
        status: "401",
        message: "no $t(nav.today) {{code}}",
      }),
    }),
    `${fr.fault.unauthorised} Le serveur répond 401 : no $t(nav.today) {{code}}`,
  ],
  [
    failed("model_mismatch", { values: { file: "/m/config.json" } }),
    fr.error.model_mismatch.replace("{{file}}", "/m/config.json"),
  ],
  [
    failed("not_allowed", {
      values: { candidate: "1" },
      reason: { text: "forgotten", sentence: null },
    }),
    fr.refused.forgotten,
  ],
  [
    failed("usage", { reason: { text: "EACCES $t(nav.today)", sentence: null } }),
    `${fr.error.usage} Détail technique : EACCES $t(nav.today)`,
  ],
  [failed("of_a_later_version"), "in English"],
  [new TypeError("Failed to fetch"), fr.error.unreachable],
])("%s is told in French", (error, text) => {
  expect(failureText(error, french)).toBe(text);
});

test("a sentence without English words of the page is said in the library's own", () => {
  const text = sentence("`a` failed, then passed", "failed_then_passed", { command: "a" });
  expect(worded(text, english)).toBe(text.text);
  expect(worded(text, french)).toBe("`a` a échoué, puis réussi");
});

/** Sources of the library, as text: the page does not import the library. */
const sources = import.meta.glob<string>(
  [
    "../../../../packages/memory/src/search/models/model-fault.ts",
    "../../../../packages/memory/src/domain/sentences/{learned,reasons}.ts",
  ],
  { query: "?raw", import: "default", eager: true },
);

test("each fault of a model has words in both languages", () => {
  const [declared = ""] = /export type Fault =[^;]*;/.exec(Object.values(sources).join()) ?? [];
  const faults = [...declared.matchAll(/"(\w+)"/g)].map(([, fault = ""]) => fault);
  expect(faults).toContain("unreachable");
  for (const { fault } of [en, fr]) expect(faults.filter((one) => !(one in fault))).toEqual([]);
});

test("each sentence of the library has French words, which use no other values", () => {
  const declared = Object.values(sources).flatMap((source) => [
    ...source.matchAll(/^ {2}(\w+):\s*(["'`].*)/gm),
  ]);
  const words: Readonly<Record<string, string>> = fr.sentence;
  const wrong = declared.filter(([, code = "", english = ""]) => {
    const used = [...(words[code] ?? "{{}}").matchAll(/\{\{(\w*)\}\}/g)].map(([, name]) => name);
    return used.some((name) => !english.includes(`{${name}}`));
  });
  expect(declared.length).toBeGreaterThan(100);
  expect(wrong.map(([, code]) => code)).toEqual([]);
  expect(Object.keys(words).length).toBe(declared.length);
});
