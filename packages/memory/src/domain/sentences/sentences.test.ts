/** Tests that every sentence can be read back, and that the texts about options, which other code puts together, are sentences. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { setOption } from "../../config/change-config.ts";
import { layersFor, readUserConfig } from "../../config/config-files.ts";
import { wordChange } from "../../learn/detect/statements/edit-words.ts";
import { MemoryError } from "../errors.ts";
import type { OptionName } from "../options.ts";
import { LEARNED } from "./learned.ts";
import { REASONS } from "./reasons.ts";
import { readSentence, sentenceOf } from "./sentences.ts";

const TEMPLATES = Object.entries({ ...LEARNED, ...REASONS });

test.each(TEMPLATES)("%s is read back with its values", (code, template) => {
  const values = Object.fromEntries(
    [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""], i) => [name, `v${i}, $1`]),
  );
  const write = sentenceOf as (code: string, values: object) => string;
  expect(readSentence(write(code, values))).toEqual({ code, values });
});

test("a text that is no sentence is not read as one", () => {
  for (const text of ["", "`npm test` failed", "Run the tests first."])
    expect(readSentence(text)).toBeNull();
});

test("what a changed configuration said before a commit passed is read with both lines", () => {
  const change = wordChange('"indent": 2', '"indent": 4');
  expect(readSentence(`${sentenceOf("file_changed", { file: "biome.json" })}${change}`)).toEqual({
    code: "line_changed",
    values: { file: "biome.json", from: '"indent": 2', to: '"indent": 4' },
  });
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "tacit-sentences-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function reasonOf(work: () => void): string {
  try {
    work();
  } catch (error) {
    if (MemoryError.is(error)) return String(error.facts["reason"]);
    throw error;
  }
  return "";
}

test.each<readonly [OptionName, string | readonly string[], string]>([
  ["ask", "perhaps", "no_switch"],
  ["keepSessionDays", "many", "no_number"],
  ["trust", "blind", "no_choice"],
  ["url", "x".repeat(3000), "no_text"],
  ["ignore", [" "], "empty_glob"],
  ["ignore", ["x".repeat(400)], "long_glob"],
  ["ignore", Array.from({ length: 600 }, () => "a"), "too_many_rules"],
  ["secrets", [""], "bad_characters"],
  ["secrets", ["a*"], "matches_nothing"],
  ["secrets", ["(a+)+"], "nested_repetition"],
  ["secrets", ["(a)\\1"], "back_reference"],
  ["secrets", ["(?=a)b"], "look_around"],
])("the refusal of %s is a sentence", (name, value, code) => {
  const reason = reasonOf(() => setOption({ home: folder(), name, project: null }, value));
  expect(readSentence(reason)?.code).toBe(code);
});

test.each([
  ['{"ask": 3}', "field_no_switch"],
  ['{"keepSessionDays": "many"}', "field_no_number"],
  ['{"trust": "blind"}', "field_no_choice"],
  ['{"url": ""}', "field_no_text"],
  ['{"ignore": "a"}', "field_no_list"],
  ['{"ignore": ["a", 1]}', "field_partly"],
  ['{"asks": true}', "field_unknown"],
  ['{"home": "/"}', "field_elsewhere"],
  ["{", "options_off"],
])("the problem of %s is a sentence", (text, code) => {
  const home = folder();
  writeFileSync(join(home, "config.json"), text);
  const { problems } = readUserConfig(home);
  expect(problems.map((problem) => readSentence(problem)?.code)).toEqual([code]);
});

test.each([
  ['{"enabled": true, "trust": "all"}', "field_too_bold"],
  ["{", "rules_off"],
])("the problem of a repository with %s is a sentence", (text, code) => {
  const root = folder();
  mkdirSync(join(root, ".git"));
  writeFileSync(join(root, ".tacit.json"), text);
  const { problems } = layersFor(readUserConfig(folder()), { canonical: "local/x", root });
  expect(problems.map((problem) => readSentence(problem)?.code)).toEqual([code]);
});
