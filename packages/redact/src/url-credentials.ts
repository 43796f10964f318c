/**
 * Finds passwords and tokens in the user part of a URL, and the seed of one-time passwords in an `otpauth:` URL. Only these
 * are redacted, so the address stays readable.
 */
import type { Report } from "./finding.ts";
import { isPlaceholder, looksRandom } from "./secret-value.ts";

/** Seed in Base32, as authenticators read it: capitals and few digits, which look like a word to every other rule. */
const OTP_SEED = /[?&]secret=([A-Z2-7]{8,200})/iy;
const OTP_SCHEME = "otpauth";
const OTP_PARAMETERS = /[?&][^\s?&#"'`<>]{0,600}/y;

const USER_INFO = /[^\s/?#"'`<>\\]{1,600}/y;

export function findUrlCredentials(text: string, report: Report): void {
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    if (text.slice(at - OTP_SCHEME.length, at).toLowerCase() === OTP_SCHEME)
      reportSeed(text, at + 3, report);
    USER_INFO.lastIndex = at + 3;
    const authority = USER_INFO.exec(text)?.[0] ?? "";
    // Uses the last @: an unescaped password may contain one.
    const userEnd = authority.lastIndexOf("@");
    if (userEnd > 0 && /^[\w.[$%-]/.test(authority.slice(userEnd + 1))) {
      reportUser(authority.slice(0, userEnd), at + 3, report);
    }
  }
}

function reportSeed(text: string, start: number, report: Report): void {
  const label = /[^\s?#"'`<>]{0,600}/y;
  label.lastIndex = start;
  let at = start + (label.exec(text)?.[0].length ?? 0);
  for (;;) {
    OTP_SEED.lastIndex = at;
    const seed = OTP_SEED.exec(text)?.[1];
    if (seed !== undefined) {
      report("otp-seed", OTP_SEED.lastIndex - seed.length, OTP_SEED.lastIndex);
      return;
    }
    OTP_PARAMETERS.lastIndex = at;
    const parameter = OTP_PARAMETERS.exec(text)?.[0];
    if (parameter === undefined) return;
    at += parameter.length;
  }
}

function reportUser(userInfo: string, start: number, report: Report): void {
  const colon = userInfo.indexOf(":");
  const user = colon === -1 ? userInfo : userInfo.slice(0, colon);
  const password = colon === -1 ? "" : userInfo.slice(colon + 1);
  if (password === "" || password === "x-oauth-basic") {
    if (user.length >= 20 && looksRandom(user) && !isPlaceholder(user)) {
      report("url-token", start, start + user.length);
    }
  } else if (password !== user && !isPlaceholder(password) && !/^\w{1,4}$|^\*+$/.test(password)) {
    report("url-password", start + colon + 1, start + userInfo.length);
  }
}
