/** Tests that passwords in plain sentences are redacted completely, and nothing else. */
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
])("redacts a password to its last sign and keeps what follows: %s", (_name, text, left) => {
  expect(redact(text).text).toBe(left);
});

test.each([
  ["German", "Kennwort: SECRET", "das Kennwort lautet SECRET", "Passwort ist SECRET"],
  ["French", "mot de passe : SECRET", "le mot de passe est SECRET", "MOT_DE_PASSE=SECRET"],
  ["French, in code", `motDePasse: "SECRET"`, "mot de passe SECRET"],
  ["Spanish", "contraseña: SECRET", "la contraseña es SECRET", "CONTRASEÑA=SECRET"],
  ["Spanish, in two signs", "contrasen\u0303a: SECRET", `DB_CONTRASENA="SECRET"`],
  ["Spanish, a key", "clave: SECRET", "la clave es SECRET"],
  ["Portuguese", "senha: SECRET", "a senha é SECRET", "DB_SENHA=SECRET", "palavra-passe: SECRET"],
  ["Italian", "la password è SECRET", "password: SECRET"],
  ["Dutch", "wachtwoord: SECRET", "het wachtwoord is SECRET", "dbWachtwoord = 'SECRET'"],
  ["Russian", "пароль: SECRET", "Пароль — SECRET", "ПАРОЛЬ=SECRET", "пароль SECRET, потом"],
  [
    "Chinese",
    "数据库密码：SECRET。",
    "密码是SECRET，",
    "密碼: SECRET",
    "口令为 SECRET",
    "密码='SECRET'",
  ],
  ["Japanese", "パスワード: SECRET", "パスワードはSECRETです", "パスワード：SECRET"],
  ["Korean", "비밀번호: SECRET", "비밀번호는 SECRET 입니다"],
])("redacts passwords in other languages: %s", (_name, ...texts) => {
  for (const text of texts)
    expect(redact(text.replace("SECRET", TYPED)).text).toBe(
      text.replace("SECRET", "[redacted:password]"),
    );
});

test.each([
  ["what it is for", "Kennwort vergessen, mot de passe oublié, contraseña: requerida, senha atual"],
  ["names of it", `"password": "Contraseña", "senha": "Senha", wachtwoord: string, 密码不能为空`],
  ["a key of any kind", `clave: "usuario_1", "clave": "PROD-123", enclave: v1.2.3`],
  [
    "how long it is",
    "пароль: 8 символов, パスワードは8文字以上です, 密码长度 8-16 位, 비밀번호는 8자 이상",
  ],
  ["other words", "slave: node1x2, Sinhala nha1x2, phrase nasal1x, il passe: v1.2.3-rc1"],
  ["what a manual puts there", "user=^USER^&contraseña=^PASS^&password=^PASS^"],
])("keeps text that only stands beside the word in other languages: %s", (_name, text) => {
  expect(redact(text)).toEqual({ text, findings: [] });
});

test.each([
  [`DB_PASSWORD="two words here"`, `DB_PASSWORD="[redacted:password]"`],
  ["export ADMIN_PASS='my dog Rex!' # admin", "export ADMIN_PASS='[redacted:password]' # admin"],
  ["A=1\n  DB_SENHA='duas palavras'\n", "A=1\n  DB_SENHA='[redacted:password]'\n"],
])("redacts a variable's value of several words: %s", (text, left) => {
  expect(redact(text).text).toBe(left);
});

test.each([
  ["put together", `DB_PASSWORD="$(pass show db) x", DB_PASSWORD="\${A} b c"`],
  [
    "said to whoever types it",
    `PASSWORD="Enter a new one", PASS="Tests passed", PASSWD="your own one"`,
  ],
  ["no variable", `password: "two words here", const PASSWORD = "two words here";`],
])("keeps words that are no password: %s", (_name, text) => {
  for (const item of text.split(", ")) expect(redact(item)).toEqual({ text: item, findings: [] });
});

test.each([
  ["what is done with one", "the password reset-v2 flow, a password field2 and password 8-to-16"],
  ["how one is kept", "password sha256-hash, password AES-256-GCM box, password argon2id-v19"],
  ["what is set with it", "config set password-policy strict, set -e; passwd admin, pw: str"],
  ["whose it is", "reset the password admin1@example.com uses, passwd user1234, pwd src/app-2/x1"],
  ["a constant", "password MAX_LENGTH_72, password $PASSWORD1, password {{ password1 }}"],
])("keeps text that only stands beside the word: %s", (_name, text) => {
  expect(redact(text)).toEqual({ text, findings: [] });
});

const STATED = ["hunter2", "secret99"].join("");

test.each([
  ["password is SECRET"],
  ["password = SECRET"],
  ["The passphrase is still SECRET."],
  ["the secret is SECRET, ask Ann"],
  ["the token for the bot is SECRET"],
  ["Our api token is SECRET"],
  ["set the password to SECRET"],
  ["use password SECRET"],
])("redacts a lower-case value that contains the word itself: %s", (text) => {
  const { text: left } = redact(text.replace("SECRET", STATED));
  expect(left).toMatch(/\[redacted:(?:password|secret)\]/);
  expect(left).not.toContain(STATED);
});

test.each([
  ["the pin is 4711", "the pin is [redacted:password]"],
  ["PIN code is 483920.", "PIN code is [redacted:password]."],
  ["SIM_PIN=483920", "SIM_PIN=[redacted:password]"],
  ["passcode: 993412", "passcode: [redacted:password]"],
  ['the password is "gravel"', 'the password is "[redacted:password]"'],
])("redacts digits and words that their name or quotes show to be secrets: %s", (text, left) => {
  expect(redact(text).text).toBe(left);
});

test.each([
  "the password is hashed with bcrypt, the token is refreshed every hour, secret is stored in Vault",
  "password is required, the password is rotated monthly, the password is set in .env.local2",
  "the password is sha256 encoded; the password is PBKDF2-derived; passwords are 12-character words",
  "the token is OAuth2-issued, the token is jwtToken2, the secret is K8sSecret, token is v2-only, password varchar255, token for model: sonnet4mini",
  'the password is "expired", the token is "invalid", password is "visible", password is `required`',
  "the pin is 13, pin = GPIO17, pin: D13, pin: 1.24.0, the pin is 4 digits long, typing: 4711",
  "the secret is mounted at /run/secrets/db1, the secret is named db-secret-v2",
  "--- PASS: TestParse/line_1_of_100KB (0.00s)",
])("keeps sentences about secrets: %s", (text) => {
  for (const item of [text, ...text.split(/[,;] /)])
    expect(redact(item)).toEqual({ text: item, findings: [] });
});

test("redacts the secret of an AWS key that a command sets", () => {
  const secret = madeUp("base64", 40);
  const { text } = redact(`aws configure set aws_secret_access_key ${secret}`);
  expect(text).toBe("aws configure set aws_secret_access_key [redacted:secret]");
});

test.each([
  `password ${DRAWN} `,
  `пароль ${DRAWN} `,
  "密码",
  "密码是",
  "mot de passe ",
  "rasena=",
  "\nA_PASSWORD='a ",
])("takes linear, not quadratic, time: %j", (unit) => {
  const text = unit.repeat(Math.ceil(800_000 / unit.length));
  const started = performance.now();
  redact(text);
  expect(performance.now() - started).toBeLessThan(5000);
});
