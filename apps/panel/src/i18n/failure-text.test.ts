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
  [
    new CallFailed(503, {
      error: { code: "model_failed", message: "no answer from 127.0.0.1:9", fault: "unreachable" },
    }),
    `${fr.fault.unreachable} (no answer from 127.0.0.1:9)`,
  ],
  [
    failed("not_allowed", "not allowed (reason: 30 are pinned)"),
    `${fr.error.not_allowed} (not allowed (reason: 30 are pinned))`,
  ],
  [
    new CallFailed(403, {
      error: { code: "not_allowed", message: "not allowed", refused: "forgotten" },
    }),
    fr.refused.forgotten,
  ],
  [failed("of_a_later_version", "a sentence of the server"), "a sentence of the server"],
  [new TypeError("Failed to fetch"), fr.error.unreachable],
])("%s is told in French", (error, text) => {
  expect(failureText(error, french)).toBe(text);
});

/** The type of the library that names the faults, as text: the page does not import the library. */
const source = import.meta.glob<string>(
  "../../../../packages/memory/src/search/models/model-fault.ts",
  { query: "?raw", import: "default", eager: true },
);

test("each fault of a model has words in both languages", () => {
  const [declared = ""] = /export type Fault =[^;]*;/.exec(Object.values(source).join()) ?? [];
  const faults = [...declared.matchAll(/"(\w+)"/g)].map(([, fault = ""]) => fault);
  expect(faults).toContain("unreachable");
  for (const { fault } of [en, fr]) expect(faults.filter((one) => !(one in fault))).toEqual([]);
});
