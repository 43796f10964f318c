/** Passwords and tokens in the user part of a URL; only they are taken, so that the address stays readable. */
import type { Report } from "./finding.ts";
import { isPlaceholder, looksRandom } from "./secret-value.ts";

const USER_INFO = /[^\s/?#"'`<>\\]{1,600}/y;

export function findUrlCredentials(text: string, report: Report): void {
  for (let at = text.indexOf("://"); at !== -1; at = text.indexOf("://", at + 3)) {
    USER_INFO.lastIndex = at + 3;
    const authority = USER_INFO.exec(text)?.[0] ?? "";
    // The last one: unescaped passwords may hold an @ themselves.
    const userEnd = authority.lastIndexOf("@");
    if (userEnd > 0 && /^[\w.[$%-]/.test(authority.slice(userEnd + 1))) {
      reportUser(authority.slice(0, userEnd), at + 3, report);
    }
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
