/** Tests that the seed of one-time passwords is redacted in its URL, whatever it looks like. */
import { expect, test } from "vitest";
import { redact } from "./redact.ts";

const ALL_LETTERS = ["JBSWYDPE", "HPKPXPOR", "TEABCDEF", "GHIJKLMN"].join("");
const SOME_DIGITS = ["JBSWY3DP", "EHPK3PXP"].join("");

test.each([
  [`otpauth://totp/ACME:bob?secret=${ALL_LETTERS}&issuer=ACME`, ALL_LETTERS],
  [`otpauth://totp/ACME:bob?issuer=ACME&digits=6&secret=${SOME_DIGITS}`, SOME_DIGITS],
  [`scan "otpauth://hotp/x?secret=${ALL_LETTERS.toLowerCase()}" now`, ALL_LETTERS.toLowerCase()],
  [`OTPAUTH://TOTP/X?SECRET=${SOME_DIGITS}`, SOME_DIGITS],
])("%s", (text, seed) => {
  const { text: left } = redact(text);
  expect(left).not.toContain(seed);
  expect(left).toContain("[redacted:");
});

test.each(["otpauth://totp/ACME:bob?issuer=ACME", "otpauth://", "see otpauth://totp/x?secret="])(
  "redacts nothing: %s",
  (text) => expect(redact(text).text).toBe(text),
);
