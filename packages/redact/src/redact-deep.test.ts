/** Tests that every string of a value is redacted, at any depth, and that nothing else changes. */
import { describe, expect, test } from "vitest";
import { madeUp } from "./made-up-token.fixture.ts";
import { redactDeep, redactTogether } from "./redact.ts";

const PASSWORD = ["Tr0ub", "4dor", "&3x"].join("");
const RANDOM = madeUp("alnum", 40);

describe("redactDeep", () => {
  test.each([
    ["a token in a field of that name", { token: RANDOM }],
    ["a short one", { token: "x7Kq2mZ9pLw3" }],
    ["a list of passwords", { passwords: 1, password: [PASSWORD, PASSWORD] }],
    ["a short assignment in a text", { command: `pwd=${PASSWORD}` }],
  ])("redacts %s", (_name, value) => {
    const text = JSON.stringify(redactDeep(value).value);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(RANDOM);
    expect(text).not.toContain("x7Kq2mZ9pLw3");
  });

  test("redacts strings at any depth and complete strings under telling keys, and nothing else", () => {
    const input = {
      command: `deploy --token ${RANDOM}`,
      nested: [{ password: PASSWORD, note: "fine" }, 7, null, true],
      headers: { authorization: `Bearer ${RANDOM}`, accept: "text/html" },
      password: "string",
      token: "<token>",
    };
    const before = structuredClone(input);
    expect(redactDeep(input)).toEqual({
      value: {
        command: "deploy --token [redacted:secret]",
        nested: [{ password: "[redacted:secret-field]", note: "fine" }, 7, null, true],
        headers: { authorization: "[redacted:secret-field]", accept: "text/html" },
        password: "string",
        token: "<token>",
      },
      findings: 3,
    });
    expect(input).toEqual(before);
  });

  test("handles a value inside itself, a value nested too deep, and a key named __proto__", () => {
    const loop: Record<string, unknown> = { text: `sk-ant-${madeUp("slug", 40)}` };
    loop["self"] = loop;
    const { value } = redactDeep(loop);
    expect(value).toMatchObject({ text: "[redacted:anthropic-key]" });
    let deep: unknown = "x";
    for (let i = 0; i < 50_000; i++) deep = [deep];
    expect(() => redactDeep(deep)).not.toThrow();
    const odd: unknown = JSON.parse('{"__proto__": {"a": "b"}}');
    expect(JSON.stringify(redactDeep(odd).value)).toBe('{"__proto__":{"a":"b"}}');
  });
});

describe("labels", () => {
  test.each([
    ["random letters and digits", RANDOM],
    ["a hexadecimal key", madeUp("hex", 32)],
    ["base64", `${madeUp("base64", 42)}==`],
    ["a UUID", "9f86d081-884c-4d63-a5d2-1f0e8a7b6c3d"],
    ["a typed password", "Winter-x7Kq2m-2026!"],
    [
      "the words of a wallet",
      "abandon ability able about above absent absorb abstract absurd abuse access accident",
    ],
  ])("redacts a tag or trigger that is %s, but not a text", (_name, secret) => {
    const value = {
      tags: ["plain", secret],
      addTags: [secret],
      triggers: [`boom ${secret}`],
      text: secret,
    };
    expect(redactDeep(value).value).toEqual({
      tags: ["plain", "[redacted:opaque-label]"],
      addTags: ["[redacted:opaque-label]"],
      triggers: [secret.includes(" ") ? "[redacted:opaque-label]" : "boom [redacted:opaque-label]"],
      text: secret,
    });
  });

  test.each([
    "k8s-v1-29-3",
    "es2022-esm",
    "win32-x64-msvc",
    "oauth2-pkce-s256",
    "2026-11-23T10:00:00Z",
    "PROJ-12345",
    "utf8mb4_unicode_ci",
    "x86_64-unknown-linux-gnu",
    "release-2026.11.23",
    "TS2345|TS2322",
    "error\\[E0433\\]",
    "ECONNREFUSED.*5432",
    "CVE-2024-12345",
    "0x80070005",
    "v1.2.3-beta4",
    "ERR_MODULE_NOT_FOUND",
    "react@18.2.0",
    "issue#1234",
    "UnhandledPromiseRejection",
    "SQLSTATE[42P01]",
    "i18n-l10n-a11y",
    "src/app.ts",
    "AADSTS700016",
    "npm ERR! code ERESOLVE",
    "gpt-4-turbo-2024-04-09",
    "net8.0-windows10.0.19041",
    "GLIBCXX_3.4.29",
    "9e6f6c7",
    "the migration takes a lock on the orders table, so that no worker may write to it while this one is running",
  ])("keeps %s", (label) => {
    expect(redactDeep({ tags: [label], triggers: [label] })).toEqual({
      value: { tags: [label], triggers: [label] },
      findings: 0,
    });
  });

  test("takes linear, not quadratic, time for a long label", () => {
    const started = performance.now();
    for (const unit of ["aB3", "abc ", "a1-", "Aa1!"]) redactDeep({ tags: [unit.repeat(300_000)] });
    expect(performance.now() - started).toBeLessThan(5000);
  });
});

test("redacts in other fields what one field shows to be a secret", () => {
  const value = {
    content: `the admin password is ${PASSWORD}`,
    title: `about ${PASSWORD}`,
    files: ["a.ts"],
  };
  expect(redactTogether(value)).toEqual({
    content: "the admin password is [redacted:password]",
    title: "about [redacted:repeated]",
    files: ["a.ts"],
  });
});
