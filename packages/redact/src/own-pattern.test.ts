/** Tests which patterns of users are accepted, and that no accepted pattern is slow. */
import { expect, test } from "vitest";
import { compileOwnPattern } from "./own-pattern.ts";
import { redact, redactDeep } from "./redact.ts";

function check(source: string, text: string, left: string): void {
  const compiled = compileOwnPattern(source);
  const patterns = "pattern" in compiled ? [compiled.pattern] : [];
  expect(redact(text, { patterns }).text).toBe(left);
}

test.each([
  ["ACME-[A-Z0-9]{8}", "key ACME-AB12CD34 of", "key [redacted:own-pattern] of"],
  ["corp_\\w+", "corp_a corp_bcd.", "[redacted:own-pattern] [redacted:own-pattern]."],
  ["(?:alpha|beta)-\\d{3,}?", "beta-12345", "[redacted:own-pattern]45"],
  ["[*+?{}]x", "a*x", "a[redacted:own-pattern]"],
  ["\\{x\\}", "{x}", "[redacted:own-pattern]"],
  ["redacted", "was redacted", "was [redacted:own-pattern]"],
])("%s", (source, text, left) => check(source, text, left));

test("redacts a short text at any depth", () => {
  const compiled = compileOwnPattern("zx\\d");
  const patterns = "pattern" in compiled ? [compiled.pattern] : [];
  expect(redactDeep({ a: ["zx1"] }, { patterns }).value).toEqual({ a: ["[redacted:own-pattern]"] });
});

test.each([
  ["(a+)+", "repeats a group that holds"],
  ["(?:a|aa)+", "repeats a group that holds"],
  ["((?:a?b)*)*", "repeats a group that holds"],
  ["(a)\\1", "refers back"],
  ["(?<n>a)\\k<n>", "looks ahead or behind, or names"],
  ["(?=a)b", "looks ahead"],
  ["(?<!a)b", "looks ahead or behind"],
  ["a*b*c*d", "too many repetitions"],
  ["\\w{1,900}\\w{1,900}x", "too many repetitions"],
  ["a*", "empty text"],
  ["", "0 characters"],
  ["a".repeat(201), "201 characters"],
  ["[a", "Invalid regular expression"],
  ["(", "Invalid regular expression"],
  ["a{2", "Invalid regular expression"],
])("refuses %s", (source, problem) => {
  expect(compileOwnPattern(source)).toEqual({ problem: expect.stringContaining(problem) });
});

test.each(["\\w+x", "[a-z0-9-]+!", "a?b?a+x", "(?:[ab][ab]){4}c*x"])(
  "takes linear, not quadratic, time: %s",
  (source) => {
    const compiled = compileOwnPattern(source);
    const patterns = "pattern" in compiled ? [compiled.pattern] : [];
    expect(patterns).toHaveLength(1);
    const started = performance.now();
    redact("ab".repeat(250_000), { patterns });
    expect(performance.now() - started).toBeLessThan(5000);
  },
);
