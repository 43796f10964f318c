/** Tests values in a field named `token`, and short secrets of the environment, wherever they occur. */
import { expect, test } from "vitest";
import { secretValuesOf } from "../environment.ts";
import { madeUp } from "../made-up-token.fixture.ts";
import { redact, redactDeep } from "../redact.ts";

const VALUE = madeUp("alnum", 24);

test.each([
  `{"token": "${VALUE}"}`,
  `token: ${VALUE}`,
  `token=${VALUE}`,
  `token = '${VALUE}'`,
  `{token:"${VALUE}",port:3000}`,
])("%s", (text) => {
  const { text: left, findings } = redact(text);
  expect(left).not.toContain(VALUE);
  expect(findings).toHaveLength(1);
});

test("redacts by the name of the field in a structure", () => {
  const { value } = redactDeep({ port: 3000, auth: { token: VALUE }, tokens: 12 }, {});
  expect(JSON.stringify(value)).not.toContain(VALUE);
  expect(value).toMatchObject({ port: 3000, tokens: 12 });
});

test.each([8, 11, 15])("redacts a secret of the environment with %i characters", (length) => {
  const secret = "x7Kq2mZ9pLw3vT1".slice(0, length);
  const secretValues = secretValuesOf({ STAGING_TOKEN: secret });
  expect(redact(`curl -u me:${secret}@x`, { secretValues }).text).not.toContain(secret);
  expect(redact(`It answers ${secret} there.`, { secretValues }).text).not.toContain(secret);
});
