/**
 * Passwords that commands take in a form of their own: `curl -u name:password`, `mysql -ppassword`, `sshpass -p`, and the
 * statements that `mysql` is given.
 */
import type { Report } from "./finding.ts";
import type { Hints } from "./hints.ts";
import { isPasswordLike, isPlaceholder, looksRandom } from "./secret-value.ts";

const USER_FLAG =
  /[\s"'](?:-u|--user|--proxy-user|-U)(?:[ \t]{1,4}|=)["']?([^\s:"'`$<{[]{1,100}):([^\s"'`]{0,200})/g;
/** Begins with what few texts have, where the whole begins with any blank. */
const HAS_USER_FLAG = /-(?:u|-user|-proxy-user|U)[ \t=]/;
const SHORT_FLAG =
  /\b(?:sshpass|mysql|mysqldump|mysqladmin|mariadb|redis-cli|docker[ \t]login)\b[^\n|;&]{0,200}?[ \t](?:-p|-a)[ \t]?["']?([^\s"'`-][^\s"'`]{5,199})/g;
/** As a database's own client is told of a new user. */
const IDENTIFIED =
  /\bIDENTIFIED[ \t]{1,4}(?:WITH[ \t]{1,4}\w{1,40}[ \t]{1,4})?BY[ \t]{1,4}\\{0,3}["']([^\s"'\\]{6,200})/gi;
/** How far before `-u` the command that takes it may stand. */
const COMMAND_REACH = 400;

export function findCommandSecrets(text: string, hints: Hints, report: Report): void {
  if (hints.hasUserFlag && HAS_USER_FLAG.test(text) && /curl|wget|http/.test(text))
    findUserFlags(text, report);
  if (!hints.hasCommand || !/sshpass|mysql|mariadb|redis-cli|docker/.test(text)) return;
  findLastGroups(text, SHORT_FLAG, report);
  findLastGroups(text, IDENTIFIED, report);
}

function findUserFlags(text: string, report: Report): void {
  for (const match of text.matchAll(USER_FLAG)) {
    const before = text.slice(Math.max(0, match.index - COMMAND_REACH), match.index);
    if (!/\b(?:curl|wget|http|https)\b/.test(before)) continue;
    const user = match[1] ?? "";
    const password = match[2] ?? "";
    const end = match.index + match[0].length;
    if (password === "") {
      if (user.length >= 10 && (looksRandom(user) || isPasswordLike(user, "quoted"))) {
        report("password", end - 1 - user.length, end - 1);
      }
    } else if (password !== user && isCommandPassword(password)) {
      report("password", end - password.length, end);
    }
  }
}

function findLastGroups(text: string, pattern: RegExp, report: Report): void {
  for (const match of text.matchAll(pattern)) {
    const password = match[1] ?? "";
    const end = match.index + match[0].length;
    if (isCommandPassword(password)) report("password", end - password.length, end);
  }
}

function isCommandPassword(password: string): boolean {
  return !isPlaceholder(password) && isPasswordLike(password, "flag");
}
