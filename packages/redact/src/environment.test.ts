/** Tests which values of the environment are secrets. */
import { expect, test } from "vitest";
import { secretValuesOf } from "./environment.ts";
import { madeUp } from "./made-up-token.fixture.ts";

const VALUE = madeUp("alnum", 24);

test.each([
  ["GITHUB_TOKEN", VALUE, [VALUE]],
  ["DB_PASSWORD", "hunter2-hunter2", ["hunter2-hunter2"]],
  ["STRIPE_SECRET_KEY", VALUE, [VALUE]],
  ["OPENAI_KEY", VALUE, [VALUE]],
  ["AWS_ACCESS_KEY_ID", VALUE, [VALUE]],
  ["DATABASE_URL", `postgres://app:${VALUE}@db/x`, [VALUE]],
  // Values count from 8 characters on; shorter values occur in ordinary text.
  ["API_TOKEN", "x7Kq2mZ", []],
  ["API_TOKEN", "x7Kq2mZ9", ["x7Kq2mZ9"]],
  ["DB_PASSWORD", "x7Kq2mZ9pLw3vT1", ["x7Kq2mZ9pLw3vT1"]],
  ["PWD", "/home/somebody/app", []],
  ["SSH_AUTH_SOCK", "/tmp/ssh-1/agent.1", []],
  ["GIT_AUTHOR_NAME", "Some Body Else", []],
  ["API_TOKEN", "true", []],
  ["API_TOKEN", "production", []],
  ["API_TOKEN", "$OTHER_TOKEN", []],
  ["PUBLIC_KEY", VALUE, []],
  ["KEYBOARD_LAYOUT", "us-international", []],
  ["API_TOKEN", undefined, []],
])("%s=%s", (name, value, expected) =>
  expect(secretValuesOf(value === undefined ? {} : { [name]: value })).toEqual(expected),
);

test("lists the longest value first and each once", () => {
  const longer = `${VALUE}-more`;
  expect(secretValuesOf({ A_TOKEN: VALUE, B_TOKEN: longer, C_TOKEN: VALUE })).toEqual([
    longer,
    VALUE,
  ]);
});
