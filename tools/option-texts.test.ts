/** Tests that the settings of the panel describe every option of the library, in both languages. */
import { expect, test } from "vitest";
import { enOptions } from "../apps/panel/src/i18n/en-options.ts";
import { frOptions } from "../apps/panel/src/i18n/fr-options.ts";
import { OPTION_NAMES, specOf } from "../packages/memory/src/domain/options.ts";

const shown = OPTION_NAMES.filter((name) => specOf(name).inFile !== "nowhere");

test("every option of the settings has a name and a text", () => {
  expect(Object.keys(enOptions.option).sort()).toEqual([...shown].sort());
  expect(Object.keys(enOptions.optionName).sort()).toEqual([...shown].sort());
});

test("every default in words has a text", () => {
  const inWords = shown.filter((name) => specOf(name).default.includes(" "));
  expect(Object.keys(enOptions.optionDefault).sort()).toEqual([...inWords].sort());
});

test("every value that a person can choose has a name, except names of programs", () => {
  const values = shown.flatMap((name) => {
    const { kind, choices = [] } = specOf(name);
    return kind === "switch" ? ["on", "off"] : choices;
  });
  const unnamed = [...new Set(values)].filter((value) => !(value in enOptions.optionValue));
  expect(unnamed.filter((value) => !/sqlite|libsql/.test(value))).toEqual([]);
});

test.each(shown)("the French text of %s names the same commands, variables and files", (name) => {
  const codeOf = (text: string) => text.match(/`[^`]+`|TACIT_\w+|node-sqlite/g);
  expect(codeOf(frOptions.option[name as "ask"])).toEqual(codeOf(enOptions.option[name as "ask"]));
});
