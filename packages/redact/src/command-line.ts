/**
 * Passwords that commands take in a form of their own: `curl -u name:password`, `mysql -ppassword`, `sshpass -p`,
 * `htpasswd -b file name password`, and the statements that `mysql` is given.
 */
import type { Report } from "./finding.ts";
import type { Hints } from "./hints.ts";
import { isPasswordLike, isPlaceholder, looksRandom } from "./secret-value.ts";

/** Curl's flags may be one word, and what it is given may be in the same. */
const USER_FLAG =
  /[\s"'](?:-[sSkLvf]{0,8}u[ \t]{0,4}|-U(?:[ \t]{1,4}|=)|--(?:proxy-)?user(?:[ \t]{1,4}|=)|-u=)["']?((?:[^\s:"'`$<{[=-][^\s:"'`$<{[]{0,99})?):["']?([^\s"'`]{0,200})/g;
/** Begins with what few texts have, where the whole begins with any blank. */
const HAS_USER_FLAG =
  /-(?:[sSkLvf]{0,8}u[ \t=]|u["']?[^\s:"'`$<{[=-]{1,100}:|(?:-user|-proxy-user|U)[ \t=])/;
const VALUE = String.raw`["']?([^\s"'${"`"}-][^\s"'${"`"}]{5,199})`;
/** A command, then at most so much of its line, then the flag. */
const taking = (commands: string, flag: string) =>
  new RegExp(String.raw`\b(?:${commands})\b[^\n|;&]{0,200}?[ \t]${flag}${VALUE}`, "g");
/** As a database's own client is told of a new user. */
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
  // Apart from the flag it would be one of its archive's members.
  taking("7z[arz]?|unrar", `["']?-p`),
  taking("ldap(?:search|modify|add|delete|passwd|whoami)", "-w[ \t]{0,4}"),
  taking("openssl[ \t]enc", "-k[ \t]{1,4}"),
  taking("mongosh", "-p[ \t]{0,4}"),
];
const ARGUMENT = String.raw`[ \t]{1,4}(?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([^\s"'${"`"}|;<>-][^\s"'${"`"}|;<>]{0,199}))`;
/** Its flags, then the file, unless it is told to have none, the name and the password. */
const HTPASSWD = new RegExp(
  String.raw`\bhtpasswd((?:[ \t]{1,4}-{1,2}[\w-]{1,20}(?:[ \t]{1,4}\d{1,9}(?=[ \t]))?){1,8})${ARGUMENT}${ARGUMENT}(?:${ARGUMENT})?`,
  "dg",
);
/** How far before `-u` the command that takes it may stand. */
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
    // `-pvalue` can only be a password. After `mysql -p ` the name of a database follows, which plain letters may be.
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
    // One of three, by how it is quoted.
    const span = match.indices?.slice(first, first + 3).find((index) => index !== undefined);
    if (span === undefined) continue;
    const password = text.slice(...span);
    if (!isPlaceholder(password) && isPasswordLike(password, "env")) report("password", ...span);
  }
}

function isCommandPassword(password: string, form: "env" | "flag" = "flag"): boolean {
  return !isPlaceholder(password) && isPasswordLike(password, form);
}
