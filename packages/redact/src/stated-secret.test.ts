/** Tests secrets that a sentence, a command or a file of secrets reveals, and what only looks like them. */
import { expect, test } from "vitest";
import { madeUp } from "./made-up-token.fixture.ts";
import { redact } from "./redact.ts";

const RANDOM = madeUp("alnum", 40);
const PASSWORD = ["Winter", "x7Kq2m", "2026"].join("-");
const WORDS =
  "abandon ability able about above absent absorb abstract absurd abuse access accident";
const HASH = madeUp("alnum", 22);

test.each([
  ["a personal access token", `AZURE_DEVOPS_PAT=${madeUp("lower", 52)}`, madeUp("lower", 52)],
  ["one after a flag", `az login --pat ${RANDOM} --org x`, RANDOM],
  ["a cookie that curl is given", `curl -b "sessionid=${RANDOM}" https://x.io`, RANDOM],
  ["a password and its purpose", `password for staging: ${PASSWORD}`, PASSWORD],
  ["a password and where it is used", `The password of the admin user is ${PASSWORD}.`, PASSWORD],
  ["a key and its purpose", `the api key for the shop in production is ${RANDOM}`, RANDOM],
  ["a key of two words", `the aws secret key is ${madeUp("base64", 40)}`, madeUp("base64", 40)],
  ["a Mailchimp key", `use ${madeUp("hex", 32)}-us21 for mail`, madeUp("hex", 32)],
  ["a Cloudflare token", `cf cfut_${madeUp("alnum", 48)}`, madeUp("alnum", 48)],
  ["an old Vault token", `vault login s.${madeUp("alnum", 24)}`, madeUp("alnum", 24)],
  ["the words of a wallet", `MNEMONIC="${WORDS}"`, "absent absorb"],
  [
    "24 of them, in a sentence",
    `My seed phrase is ${WORDS} ${WORDS} and it works`,
    "absent absorb",
  ],
  ["numbered", `recovery phrase:\n${WORDS.replace(/\w+/g, "1. $&")}`, "absurd"],
  ["a line of .pgpass", `db.internal:5432:prod:app:${PASSWORD}`, PASSWORD],
  ["one for every database", `*:*:*:app:${PASSWORD}`, PASSWORD],
  ["a passphrase", `passphrase: "gravel monday otter"`, "monday"],
  ["an Apache hash", `admin:$apr1$x7Kq2mZ9$${HASH}`, HASH],
  ["a bcrypt hash", `admin:$2y$10$${HASH}${madeUp("alnum", 31)}`, HASH],
  [
    "a hash of a system's account",
    `root:$6$x7Kq2mZ9$${madeUp("alnum", 86)}:19000:0:`,
    madeUp("alnum", 86),
  ],
  ["a token behind the word", `log in with the bot token ${RANDOM}`, RANDOM],
  ["a key behind its owner", `the mailer key ${RANDOM} works`, RANDOM],
  ["what Jenkins encrypted", `<secret>{${madeUp("base64", 60)}=}</secret>`, madeUp("base64", 60)],
  ["what Maven encrypted", `<password>{${madeUp("base64", 44)}=}</password>`, madeUp("base64", 44)],
  ["the credentials of a user", `the credentials are admin:${PASSWORD}.`, PASSWORD],
  ["with blanks between both", `Login credentials: me@x.io / ${PASSWORD}`, PASSWORD],
  ["a quoted password after a name", `curl --user me:'${PASSWORD}' https://x.io`, PASSWORD],
])("redacts %s", (_name, text, secret) => {
  for (const whole of [text, `Note this: ${text}`, `// x\n${text}\n`, JSON.stringify({ text })]) {
    const { text: left } = redact(whole);
    expect(left).not.toContain(secret);
    expect(left).toContain("[redacted:");
  }
});

test.each([
  ["a pattern", `const HEX_PAT = "[0-9A-Fa-f]{1,4}(?:x|y)"; const GLOB_PAT = r"(?:[0-9]{1,3})"`],
  ["a path", "files_path=/srv/x1/y2; sort --parallel 4"],
  [
    "a purpose without a value",
    "Password for the admin user: required. Token for model: gpt-4-turbo",
  ],
  [
    "credentials without a value",
    "credentials: user:password, credentials: src / main, creds: a / b",
  ],
  ["a member of an object", "$pass = $self->x; $password = $this->settings->password1;"],
  ["a key of data", `the cache key ${madeUp("hex", 40)} is stale`],
  ["a page's token", `the next token is ${RANDOM}`],
  ["a member", "const s = x; s.lengthOfTheLongestPrefixes; (s.aB3dEfGhIjKlMnOpQrStUvWx(1))"],
  [
    "a sentence about words",
    "The mnemonic: use the first letter of each word and then add the number of your house",
  ],
  ["a sentence about a passphrase", `passphrase: "the passphrase that was used"`],
  ["a port", "host.example.org:5432:5432, ports: 5432:5432"],
  ["a shell's variables", 'echo "$1$2$5$6" $apr1$x'],
  ["a build's flag", "docker run -b a=1; grep -b name=value file"],
  ["a language", "locale en-us12, ab-us21"],
])("keeps %s", (_name, text) => {
  expect(redact(text)).toEqual({ text, findings: [] });
});

test.each([
  ...[
    "mnemonic: ",
    "seed phrase is ",
    "$",
    "$1$a$",
    "password for a ",
    "secret key ",
    " s.",
    "-us1",
  ],
  ...[
    "curl -b a=1 ",
    "a:5432:b:c:",
    "token for ",
    "_pat",
    "<secret>{",
    `password="{${"a".repeat(20)}`,
  ],
])("takes linear, not quadratic, time: %j", (unit) => {
  const text = unit.repeat(1_000_000 / unit.length);
  const started = performance.now();
  redact(text);
  expect(performance.now() - started).toBeLessThan(5000);
});
