/** Tests which names indicate that their value is a secret, and of what kind. */
import { expect, test } from "vitest";
import { secretKindOf } from "./key-name.ts";

test.each([
  ["token", "token"],
  ["access_token", "token"],
  ["nextToken", null],
  ["api_key", "token"],
  ["signing-key", "token"],
  ["my_key", "key"],
  ["cache_key", null],
  ["key", null],
  ["db_password", "password"],
  ["dbPasswordProd", "password"],
  ["api_token_v2", "token"],
  ["SECRET_KEY_BASE64", "token"],
  ["password_hash", null],
  ["tokenUrl", null],
  ["Authorization", "authorization"],
])("%s: %s", (name, kind) => expect(secretKindOf(name)).toBe(kind));
