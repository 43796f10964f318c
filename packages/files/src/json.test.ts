/** Tests that every accessor returns undefined, or an empty list, for a value of another kind. */
import { expect, test } from "vitest";
import { asArray, asNumber, asRecord, asText, parseJson } from "./json.ts";

const VALUES = [
  undefined,
  null,
  "",
  "text",
  0,
  Number.NaN,
  Infinity,
  3,
  true,
  [],
  [1],
  {},
  { a: 1 },
];

test.each([
  ["asRecord", asRecord, [{}, { a: 1 }]],
  ["asText", asText, ["text"]],
  ["asNumber", asNumber, [0, 3]],
] as const)("%s", (_name, access, accepted) => {
  expect(VALUES.map((value) => access(value)).filter((value) => value !== undefined)).toEqual(
    accepted,
  );
});

test("asArray", () => {
  expect(VALUES.map((value) => asArray(value)).filter(({ length }) => length > 0)).toEqual([[1]]);
});

test.each([
  ['{"a":1}', { a: 1 }],
  ['\ufeff{"a":1}', { a: 1 }],
  ["null", null],
  ["", undefined],
  ["{", undefined],
])("parseJson: %j", (text, value) => {
  expect(parseJson(text)).toEqual(value);
});
