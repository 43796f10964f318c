/** Is every string of a value redacted, at any depth, and nothing else changed? */
import { describe, expect, test } from "vitest";
import { madeUp } from "./made-up-token.fixture.ts";
import { redactDeep } from "./redact.ts";

const PASSWORD = ["Tr0ub", "4dor", "&3x"].join("");
const RANDOM = madeUp("alnum", 40);

describe("redactDeep", () => {
  test.each([
    ["a token in a field of that name", { token: RANDOM }],
    ["a short one", { token: "x7Kq2mZ9pLw3" }],
    ["a list of passwords", { passwords: 1, password: [PASSWORD, PASSWORD] }],
    ["a short assignment in a text", { command: `pwd=${PASSWORD}` }],
  ])("%s is redacted", (_name, value) => {
    const text = JSON.stringify(redactDeep(value).value);
    expect(text).not.toContain(PASSWORD);
    expect(text).not.toContain(RANDOM);
    expect(text).not.toContain("x7Kq2mZ9pLw3");
  });

  test("strings at any depth, whole strings under telling keys, and nothing else", () => {
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

  test("a value inside itself, one too deep, and a key named __proto__", () => {
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
