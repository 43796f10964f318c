/**
 * Finds secrets in files that list them: password hashes (`.htpasswd`, `shadow`), lines of `.pgpass`, the words of a wallet.
 */
import type { Report } from "./finding.ts";
import type { Hints } from "./hints.ts";
import { isPasswordLike, isSpecimen, isTokenLike } from "./secret-value.ts";

/** Form in which `crypt` and Apache write hashes: method, parameters, salt, hash. */
const HASH =
  /\$(?:apr1\$[./\w]{1,16}\$[./\w]{22}|[1567y]\$(?:[\w=,.]{1,30}\$)?[./\w]{1,64}\$[./\w]{22,86}|2[abxy]\$\d\d\$[./\w]{53}|argon2(?:id?|d)\$(?:v=\d{1,4}\$)?[\w=,]{1,60}\$[+/\w]{8,128}\$[+/\w]{16,200})(?![./\w])/y;
/** `host:port:database:user:password`, where each of the first four may be `*`. */
const PGPASS =
  /(?:^|[\s"'`])(?:[\w.-]{1,200}|\*):(?:\d{2,5}|\*):(?:[\w.-]{1,63}|\*):(?:[\w.@-]{1,63}|\*):([^\s"'`]{6,200})(?=$|[\s"'`])/gm;
/** Two usual ports, and any port. */
const PGPASS_SIGNS = [":5432:", ":6432:", ":*:"];
/** In JSON, a line break leaves an `n`. */
const WORD = String.raw`(?:n?\d{1,2}[.):][ \t]{0,2})?["']?[a-z]{3,9}`;
/** Twelve to 24 plain words, numbered or not, after a name for them. */
const WALLET = new RegExp(
  String.raw`(?:mnemonic|(?:seed|recovery|backup|secret|wallet)[ _-]?phrase)[\w -]{0,24}[\\"'\]]{0,3}[ \t]{0,4}(?:[:=]|\bis\b|["'\x60\n])[\s"'\x60[\\]{0,8}((?:${WORD}[\s,"'\\]{1,5}){11,23}${WORD}\b)`,
  "gi",
);
const FEWEST_WORDS = 12;
/** Words that are common in sentences and are not words of a wallet. */
const SENTENCE = /\b(?:the|and|are|for|from|has|its|not|was|were|which|with|your)\b/i;

export function findListedSecrets(text: string, hints: Hints, report: Report): void {
  findHashes(text, report);
  if (PGPASS_SIGNS.some((sign) => text.includes(sign))) findPgpass(text, report);
  if (hints.hasWalletWord) findWallets(text, report);
}

function findHashes(text: string, report: Report): void {
  for (let at = text.indexOf("$"); at !== -1; at = text.indexOf("$", at + 1)) {
    HASH.lastIndex = at;
    const hash = HASH.exec(text)?.[0];
    if (hash !== undefined && !isSpecimen(hash)) report("password-hash", at, at + hash.length);
  }
}

function findPgpass(text: string, report: Report): void {
  for (const { index, 0: line, 1: password = "" } of text.matchAll(PGPASS)) {
    const end = index + line.length;
    if (isPasswordLike(password, "flag") || isTokenLike(password, "flag", "token"))
      report("password", end - password.length, end);
  }
}

function findWallets(text: string, report: Report): void {
  for (const { index, 0: match, 1: words = "" } of text.matchAll(WALLET)) {
    const start = index + match.length - words.length;
    const sentence = words.search(SENTENCE);
    const list = sentence === -1 ? words : words.slice(0, sentence).trimEnd();
    const count = list.match(/[a-z]{3,8}/gi)?.length ?? 0;
    if (count >= FEWEST_WORDS) report("wallet-words", start, start + list.length);
  }
}
