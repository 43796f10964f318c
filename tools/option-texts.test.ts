/** Tests that the settings are in French: the English texts of options come from the library. */

import { expect, test } from "vitest";
import { frOptions } from "../apps/panel/src/i18n/fr-options.ts";
import { OPTION_NAMES, specOf } from "../packages/memory/src/domain/options.ts";

const shown = OPTION_NAMES.filter((name) => specOf(name).inFile !== "nowhere");

test("every option of the settings has a French text", () => {
  expect(Object.keys(frOptions.option).sort()).toEqual([...shown].sort());
});

test("every default in words has a French text", () => {
  const inWords = shown.filter((name) => specOf(name).default.includes(" "));
  expect(Object.keys(frOptions.optionDefault).sort()).toEqual([...inWords].sort());
});

test.each(shown)("the French text of %s names the same commands, variables and files", (name) => {
  const codeOf = (text: string) => text.match(/`[^`]+`|TACIT_\w+|\.tacit\S*\w|node-sqlite|L\d/g);
  expect(codeOf(frOptions.option[name as "ask"])).toEqual(codeOf(specOf(name).text));
});
