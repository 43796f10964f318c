/** Tests which requests a server on loopback allows. */
import { expect, test } from "vitest";
import { isSameSecret, originRefusal, tokenRefusal } from "./request-gate.ts";

test.each([
  ["127.0.0.1:4600", undefined, true],
  ["localhost:4600", "http://localhost:4600", true],
  ["[::1]:4600", "http://[::1]:4600", true],
  ["LOCALHOST:4600", "http://localhost:4600", true],
  ["127.0.0.1:4600", "http://127.0.0.1:4601", false],
  ["127.0.0.1:4600", "https://127.0.0.1:4600", false],
  ["127.0.0.1:4600", "http://evil.example.com", false],
  ["127.0.0.1:4600", "null", false],
  ["localhost.evil.example.com", undefined, false],
  ["127.0.0.1.evil.example.com:80", undefined, false],
  ["evil.example.com", "http://evil.example.com", false],
  [undefined, undefined, false],
])("a request with the Host %s and the Origin %s is allowed: %s", (host, origin, isAllowed) => {
  const headers = {
    ...(host === undefined ? {} : { host }),
    ...(origin === undefined ? {} : { origin }),
  };
  expect(originRefusal(headers)?.status).toBe(isAllowed ? undefined : 403);
});

test.each([
  ["Bearer secret", true],
  ["bearer  secret ", true],
  ["Bearer Secret", false],
  ["Bearer secret2", false],
  ["Basic secret", false],
  [undefined, false],
])("a request with the header %s has the token: %s", (authorization, isAllowed) => {
  const headers = authorization === undefined ? {} : { authorization };
  expect(tokenRefusal(headers, "secret")?.status).toBe(isAllowed ? undefined : 401);
});

test("texts of any length are compared", () => {
  expect(isSameSecret("", "secret")).toBe(false);
  expect(isSameSecret("secret".repeat(1000), "secret")).toBe(false);
  expect(isSameSecret("secret", "secret")).toBe(true);
});
