/** Passwords in plain sentences: is all of one taken out, and is nothing else? */
import { expect, test } from "vitest";
import { madeUp } from "./made-up-token.fixture.ts";
import { redact } from "./redact.ts";

const TYPED = ["Tr0ub", "4dor", "&3x"].join("");
const DRAWN = `hunter2-${madeUp("hex", 12)}`;

test.each([
  ["a sentence", `the password is ${TYPED}, use it`, "the password is [redacted:password], use it"],
  ["nothing between", `with password ${TYPED} works`, "with password [redacted:password] works"],
  ["drawn by lot", `as admin, password ${DRAWN}.`, "as admin, password [redacted:password]."],
  ["German", `Passwort: ${TYPED}`, "Passwort: [redacted:password]"],
  ["German, said", `das Passwort ist ${DRAWN}!`, "das Passwort ist [redacted:password]!"],
  ["a query string", `x?password=${DRAWN}&y=2`, "x?password=[redacted:password]&y=2"],
  ["short for it", `user admin, pw: ${TYPED}`, "user admin, pw: [redacted:password]"],
  ["a YAML block", `  password: |-\n    ${DRAWN}\n`, "  password: |-\n    [redacted:password]\n"],
  [
    "a setting",
    `pulumi config set --secret dbPassword ${TYPED}`,
    "pulumi config set --secret dbPassword [redacted:password]",
  ],
  ["fish", `set -gx DB_PASSWORD ${DRAWN}`, "set -gx DB_PASSWORD [redacted:password]"],
  ["Windows", `setx DB_PASSWORD "${TYPED}"`, 'setx DB_PASSWORD "[redacted:password]"'],
  [
    "a statement",
    `mysql -e "CREATE USER a IDENTIFIED BY '${TYPED}'"`,
    `mysql -e "CREATE USER a IDENTIFIED BY '[redacted:password]'"`,
  ],
  ["a variable's signs", `DB_PASSWORD=${TYPED},7{x}\nA=1`, "DB_PASSWORD=[redacted:password]\nA=1"],
  ["commands", `DB_PASSWORD=${DRAWN}&& psql`, "DB_PASSWORD=[redacted:password]&& psql"],
])("it goes to its last sign, and what follows stays: %s", (_name, text, left) => {
  expect(redact(text).text).toBe(left);
});

test.each([
  ["what is done with one", "the password reset-v2 flow, a password field2 and password 8-to-16"],
  ["how one is kept", "password sha256-hash, password AES-256-GCM box, password argon2id-v19"],
  ["what is set with it", "config set password-policy strict, set -e; passwd admin, pw: str"],
  ["whose it is", "reset the password admin1@example.com uses, passwd user1234, pwd src/app-2/x1"],
  ["a constant", "password MAX_LENGTH_72, password $PASSWORD1, password {{ password1 }}"],
])("what only stands beside the word stays: %s", (_name, text) => {
  expect(redact(text)).toEqual({ text, findings: [] });
});

test("the secret of an AWS key that a command sets goes", () => {
  const secret = madeUp("base64", 40);
  const { text } = redact(`aws configure set aws_secret_access_key ${secret}`);
  expect(text).toBe("aws configure set aws_secret_access_key [redacted:secret]");
});

test("time grows with the text, not with its square", () => {
  const text = `password ${DRAWN} `.repeat(30_000);
  const started = performance.now();
  redact(text);
  expect(performance.now() - started).toBeLessThan(5000);
});
