/** Tests that there is a hint wherever a search would find something, by comparing with searches of the complete text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findAssignments } from "./assignment.ts";
import { findCommandSecrets } from "./command-line.ts";
import type { Report } from "./finding.ts";
import { findCookieFlags } from "./header.ts";
import { type Hints, hintsIn } from "./hints.ts";
import { findListedSecrets } from "./listed-secrets.ts";
import { madeUp, madeUpTokens } from "./made-up-token.fixture.ts";
import { findPrivateSpans } from "./private-span.ts";
import { redactDeep } from "./redact.ts";
import { findStructuredTokens } from "./tokens/structured-tokens.ts";
import { TOKEN_RULES } from "./tokens/token-rules.ts";
import { findTokens } from "./tokens/token-scan.ts";

const PASSWORD = `Tr0ub4dor${madeUp("digits", 4)}`;
const SECRETS: readonly string[] = [
  ...madeUpTokens().map(([, token]) => token),
  ...[
    ...[
      "passphrase=",
      "PWD: ",
      "client_secret=",
      "token: '",
      "api_key = '",
      "AUTH=",
      "credentials=",
    ],
    ...[
      "Bearer ",
      "Authorization: Bearer ",
      "Cookie: sid=",
      "a_pw=",
      "pw: ",
      "?sig=",
      "?signature=",
    ],
    ...["Kennwort: ", "wachtwoord=", "contraseña: ", "contrasena=", "clave: ", "senha: "],
    ...[
      "mot de passe : ",
      "пароль: ",
      "ПАРОЛЬ=",
      "密码：",
      "密碼是",
      "口令: ",
      "パスワードは",
      "비밀번호: ",
    ],
  ].map((name) => `${name}${madeUp("alnum", 36)}`),
  ...["mysql", "mysqldump", "mariadb", "redis-cli", "docker login", "sshpass"].map(
    (command) => `${command} -p ${PASSWORD}`,
  ),
  `redis-cli -a ${PASSWORD}`,
  ...["sqlcmd -P", "bcp -P ", "zip -P ", "unzip -P "].map((command) => `${command}${PASSWORD}`),
  ...["7z", "7za", "7zr", "7zz", "unrar"].map((command) => `${command} x -p${PASSWORD}`),
  ...["ldapsearch -w ", "ldapmodify -w ", "ldapadd -w ", "ldapdelete -w ", "ldapwhoami -w "].map(
    (command) => `${command}${PASSWORD}`,
  ),
  ...["ldappasswd -w ", "openssl enc -k ", "mongosh -p ", "htpasswd -nb me "].map(
    (command) => `${command}${PASSWORD}`,
  ),
  ...["-u", "-sSu ", "-ku ", "-Lu ", "-vu ", "-fu "].map((flag) => `curl ${flag}me:${PASSWORD} x`),
  `mysql -e "CREATE USER a IDENTIFIED BY '${PASSWORD}'"`,
  ...["-u ", "--user ", "--proxy-user=", "-U "].map((flag) => `curl ${flag}me:${PASSWORD} x`),
  ...["<private>a</private>", "<PRIVATE >a", "</Private>"],
  ...["AKIA", "ASIA"].map((id) => `${id}${madeUp("upper", 16)} ${madeUp("base64", 40)}`),
  `https://hooks.slack.com/services/${madeUp("alnum", 30)}`,
  `s.${madeUp("alnum", 24)}`,
  `${madeUp("hex", 32)}-us21`,
  `AZURE_DEVOPS_PAT=${madeUp("lower", 52)}`,
  `gh auth --pat ${madeUp("lower", 52)}`,
  `curl -b "sessionid=${madeUp("alnum", 40)}"`,
  ...["mnemonic: ", "Seed phrase is "].map((name) => `${name}${"able ".repeat(12)}`),
];

/** Positions and hints with which a search looks everywhere; SEARCHES run each search as `redact` does. */
const everywhere = (text: string): readonly number[] => [...text].map((_char, at) => at);
const ALL = {
  hasTag: true,
  hasDots: true,
  hasAwsId: true,
  hasJwtHead: true,
  hasHook: true,
  hasUserFlag: true,
  hasCommand: true,
  hasRareCommand: true,
  hasCookieFlag: true,
  hasVaultHead: true,
  hasDataCentre: true,
  hasWalletWord: true,
};
const SEARCHES: readonly [string, (text: string, hints: Hints, report: Report) => void][] = [
  ["tokens", (text, hints, report) => findTokens(text, hints.tokens, report)],
  ["assignments", (text, hints, report) => findAssignments(text, hints.secretHints, report)],
  ["structured tokens", findStructuredTokens],
  ["commands", findCommandSecrets],
  ["listed secrets", findListedSecrets],
  [
    "cookie flags",
    (text, { hasCookieFlag }, report) =>
      hasCookieFlag ? findCookieFlags(text, report) : undefined,
  ],
  [
    "private spans",
    (text, { hasTag }, report) => (hasTag ? findPrivateSpans(text, report) : undefined),
  ],
];

function found(search: (typeof SEARCHES)[number][1], text: string, hints: Hints): string[] {
  const spans: string[] = [];
  search(text, hints, (rule, start, end) => spans.push(`${rule} ${start} ${end}`));
  return spans;
}

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(...SECRETS),
    fc.constantFrom(" ", "\n", '"', "é", "ſ", "\u212A", ".", "-", "=", "x", "1", "\u0000", "😀"),
    fc.string({ maxLength: 12 }),
  ),
  { maxLength: 6 },
);
const texts = fc
  .tuple(pieces, fc.nat(30), fc.constantFrom("as", "upper", "lower"))
  .map(([parts, cut, how]) => {
    const text = parts.join("").slice(cut > 10 ? 0 : cut);
    return how === "upper" ? text.toUpperCase() : how === "lower" ? text.toLowerCase() : text;
  });

describe.each(SEARCHES)("%s", (_name, search) => {
  test("each secret on its own", () => {
    for (const text of SECRETS) {
      const all = { ...ALL, tokens: everywhere(text), secretHints: everywhere(text) };
      expect(found(search, text, hintsIn(text)), text).toEqual(found(search, text, all));
    }
  });

  test("property: finds the same with the hints of a text as when looking everywhere", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const all = { ...ALL, tokens: everywhere(text), secretHints: everywhere(text) };
        expect(found(search, text, hintsIn(text))).toEqual(found(search, text, all));
      }),
      { numRuns: 500 },
    );
  });
});

test("every prefix of every rule is a hint, even at the start of a text", () => {
  for (const prefix of TOKEN_RULES.flatMap(({ prefixes }) => prefixes)) {
    expect(hintsIn(`${prefix}aaaa`).tokens, prefix).toContain(0);
    expect(hintsIn(`é ${prefix}aaaa`).tokens, prefix).toContain(2);
  }
});

test("an ordinary text has no hint", () => {
  const { tokens, secretHints, ...flags } = hintsIn(
    "Run the build, then look at row 12.\n".repeat(5),
  );
  expect([tokens, secretHints, Object.values(flags)]).toEqual([[], [], Array(12).fill(false)]);
});

test("property: a text that is too short to be searched contains no secret", () => {
  const short = fc.oneof(
    fc.string({ maxLength: 7 }),
    fc.tuple(fc.constantFrom(...SECRETS), fc.nat(40)).map(([one, at]) => one.slice(at, at + 7)),
  );
  fc.assert(
    fc.property(short, (text) => {
      const all = { ...ALL, tokens: everywhere(text), secretHints: everywhere(text) };
      expect(SEARCHES.flatMap(([, search]) => found(search, text, all))).toEqual([]);
      expect(redactDeep(text).value).toBe(text);
    }),
    { numRuns: 2000 },
  );
});
