/**
 * Finds passwords that commands take in a special form: `curl -u name:password`, `mysql -ppassword`, `sshpass -p`, `htpasswd
 * -b file name password`, and the statements that `mysql` runs.
 */
import type { Report } from "./finding.ts";
import type { Hints } from "./hints.ts";
import { isPasswordLike, isPlaceholder, looksRandom } from "./secret-value.ts";

/** Curl's flags may be joined in one word, and their argument may be in the same word. */
const USER_FLAG =
  /[\s"'](?:-[sSkLvf]{0,8}u[ \t]{0,4}|-U(?:[ \t]{1,4}|=)|--(?:proxy-)?user(?:[ \t]{1,4}|=)|-u=)["']?((?:[^\s:"'`$<{[=-][^\s:"'`$<{[]{0,99})?):["']?([^\s"'`]{0,200})/g;
/** Starts with rare characters, whereas the complete pattern starts with any blank. */
const HAS_USER_FLAG =
  /-(?:[sSkLvf]{0,8}u[ \t=]|u["']?[^\s:"'`$<{[=-]{1,100}:|(?:-user|-proxy-user|U)[ \t=])/;
const VALUE = String.raw`["']?([^\s"'${"`"}-][^\s"'${"`"}]{5,199})`;
/** Builds a pattern: a command, a limited part of its line, then the flag. */
const taking = (commands: string, flag: string) =>
  new RegExp(String.raw`\b(?:${commands})\b[^\n|;&]{0,200}?[ \t]${flag}${VALUE}`, "g");
/** Statement with which a database's own client creates a user. */
const IDENTIFIED =
  /\bIDENTIFIED[ \t]{1,4}(?:WITH[ \t]{1,4}\w{1,40}[ \t]{1,4})?BY[ \t]{1,4}\\{0,3}["']([^\s"'\\]{6,200})/gi;
const COMMON_COMMAND = /sshpass|mysql|mariadb|redis-cli|docker/;
const COMMON = [
  taking(String.raw`sshpass|mysql\w{0,12}|mariadb|redis-cli|docker[ \t]login`, "(?:-p|-a)[ \t]?"),
  IDENTIFIED,
];
const RARE_COMMAND =
  /sqlcmd|\bbcp\b|zip[ \t]|7z|unrar|ldap[madspw]|openssl[ \t]enc|mongosh|htpasswd/;
const RARE = [
  taking("sqlcmd|bcp|(?:un)?zip", "-P[ \t]{0,4}"),
  // Separated from the flag, the text would be a member of the archive.
  taking("7z[arz]?|unrar", `["']?-p`),
  taking("ldap(?:search|modify|add|delete|passwd|whoami)", "-w[ \t]{0,4}"),
  taking("openssl[ \t]enc", "-k[ \t]{1,4}"),
  taking("mongosh", "-p[ \t]{0,4}"),
];
const ARGUMENT = String.raw`[ \t]{1,4}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s"'${"`"}|;<>-][^\s"'${"`"}|;<>]{0,199}))`;
/** Matches the flags, then the file unless a flag says that there is none, the name and the password. */
const HTPASSWD = new RegExp(
  String.raw`\bhtpasswd((?:[ \t]{1,4}-{1,2}[\w-]{1,20}(?:[ \t]{1,4}\d{1,9}(?=[ \t]))?){1,8})${ARGUMENT}${ARGUMENT}(?:${ARGUMENT})?`,
  "dg",
);
/** Maximum distance between `-u` and the command before it. */
const COMMAND_REACH = 400;

export function findCommandSecrets(text: string, hints: Hints, report: Report): void {
  if (hints.hasUserFlag && HAS_USER_FLAG.test(text) && /curl|wget|http/.test(text))
    findUserFlags(text, report);
  if (hints.hasCommand && COMMON_COMMAND.test(text))
    for (const pattern of COMMON) findLastGroups(text, pattern, report);
  if (!hints.hasRareCommand || !RARE_COMMAND.test(text)) return;
  for (const pattern of RARE) findLastGroups(text, pattern, report);
  findHtpasswd(text, report);
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
    // `-pvalue` can only be a password. After `mysql -p ` the name of a database follows, which may be plain letters.
    const isJoined = !/[ \t]["']?$/.test(text.slice(0, end - password.length).slice(-2));
    if (isCommandPassword(password, isJoined ? "env" : "flag"))
      report("password", end - password.length, end);
  }
}

function findHtpasswd(text: string, report: Report): void {
  for (const match of text.matchAll(HTPASSWD)) {
    const flags = match[1] ?? "";
    if (!/(?:^|\s)-\w*b/.test(flags)) continue;
    const first = /(?:^|\s)-\w*n/.test(flags) ? 5 : 8;
    // One of three groups, depending on the quotes.
    const span = match.indices?.slice(first, first + 3).find((index) => index !== undefined);
    if (span === undefined) continue;
    const password = text.slice(...span);
    if (!isPlaceholder(password) && isPasswordLike(password, "env")) report("password", ...span);
  }
}

function isCommandPassword(password: string, form: "env" | "flag" = "flag"): boolean {
  return !isPlaceholder(password) && isPasswordLike(password, form);
}
