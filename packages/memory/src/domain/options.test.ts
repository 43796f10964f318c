/** Tests that every option is read the same from a file, the command line and the environment. */
import { expect, test } from "vitest";
import {
  envValueOf,
  mayAsk,
  OPTION_NAMES,
  type OptionName,
  optionInEnv,
  parseOption,
  retentionIn,
  specOf,
  storeChosenIn,
} from "./options.ts";

test.each<[OptionName, unknown, string | null]>([
  ["strict", true, "on"],
  ["strict", "Yes", "on"],
  ["strict", 0, "off"],
  ["strict", "", null],
  ["strict", null, null],
  ["strict", ["on"], null],
  ["maxStoreMb", "1.5", "1.5"],
  ["maxStoreMb", " 20 ", "20"],
  ["maxStoreMb", "0", null],
  ["maxStoreMb", "1e999", null],
  ["maxStoreMb", "20 MB", null],
  ["maxStoreMb", true, null],
  ["trust", "l1", "L1"],
  ["trust", 1, null],
  ["url", " libsql://x ", "libsql://x"],
  ["url", "", null],
  ["url", "x".repeat(2001), null],
  ["ignore", ["a", "b"], '["a","b"]'],
  ["ignore", ["a", 1], null],
  ["ignore", "a", null],
])("parses %s from %j", (name, input, expected) => {
  const parsed = parseOption(name, input);
  expect("value" in parsed ? parsed.value : null).toBe(expected);
});

test("reads back from the environment the values that a file may state", () => {
  for (const name of OPTION_NAMES) {
    const { env, kind, choices = [] } = specOf(name);
    if (env === null) continue;
    const values = kind === "switch" ? ["on", "off"] : kind === "number" ? ["7"] : choices;
    for (const value of values)
      expect(optionInEnv({ [env]: envValueOf(name, value) }, name)).toBe(value);
  }
});

test.each<[string, "off" | "on" | undefined]>([
  ["1", "off"],
  ["true", "off"],
  ["Yes", "off"],
  [" on ", "off"],
  ["0", "on"],
  ["no", "on"],
  ["false", "on"],
  ["", undefined],
  ["perhaps", undefined],
])("with TACIT_OFF=%j hooks are %s", (text, expected) =>
  expect(optionInEnv({ TACIT_OFF: text }, "enabled")).toBe(expected),
);

test("gives each option its own environment variable", () => {
  const variables = OPTION_NAMES.map((name) => specOf(name).env).filter((env) => env !== null);
  expect(new Set(variables).size).toBe(variables.length);
});

test("reads store, question and retention options from the environment", () => {
  expect(storeChosenIn({})).toEqual({});
  expect(storeChosenIn({ TACIT_STRICT: "true", TACIT_SECRETS: "off", TACIT_TRUST: "L2" })).toEqual({
    isStrict: true,
    showsSecrets: false,
    trust: "L2",
  });
  expect(storeChosenIn({ TACIT_DRIVER: "LibSQL", TACIT_URL: " " }).driver).toBe("libsql");
  expect(() => storeChosenIn({ TACIT_DRIVER: "oracle" })).toThrow();
  expect(mayAsk({ TACIT_ASK: "0" })).toBe(false);
  expect(retentionIn({ TACIT_MAX_MB: "-1", TACIT_KEEP_OUTPUTS: "2" })).toEqual({
    saidDays: 365,
    outputDays: 2,
    maxBytes: 500_000_000,
  });
});
