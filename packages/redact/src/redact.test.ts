/** Tests what is redacted and what stays, by format, by place and by property. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { madeUp, madeUpJwt, madeUpTokens } from "./made-up-token.fixture.ts";
import { isEntirelySecret, redact, redactDeep } from "./redact.ts";

const KEY_BODY = Array.from({ length: 12 }, (_, i) => madeUp("base64", 64, i)).join("\n");
const mark = (kind: string, edge: string): string => `-----${edge} ${kind}-----`;
const armoured = (kind: string): string =>
  `${mark(kind, "BEGIN")}\n${KEY_BODY}\n${mark(kind, "END")}`;
const PASSWORD = ["Tr0ub", "4dor", "&3x"].join("");
const HEX40 = madeUp("hex", 40);
const RANDOM = madeUp("alnum", 40);

function check(text: string, secret: string): void {
  const { text: left, findings } = redact(text);
  expect(left).not.toContain(secret);
  expect(left).toContain("[redacted:");
  expect(findings.length).toBeGreaterThan(0);
}

function checkKept(text: string): void {
  expect(redact(text)).toEqual({ text, findings: [] });
}

describe("tokens recognized by their shape alone", () => {
  const tokens = madeUpTokens();
  test("has at least sixty formats", () => expect(tokens.length).toBeGreaterThanOrEqual(60));
  test.each(tokens)("%s", (_name, token) => {
    for (const text of [token, `see "${token}".`, `a\\n${token}\\n`, `x=%3D${token}`]) {
      check(text, token);
    }
  });
  test("finds a token after a terminal colour", () => {
    const token = `ghp_${madeUp("alnum", 36)}`;
    check(`\u001b[32m${token}\u001b[0m`, token);
  });
});

const COUNTING = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Only GitHub uses its documented form, so a body typed along the keyboard is redacted like any other. */
test.each(["ghp_", "gho_", "ghu_", "ghs_", "ghr_"])(
  "redacts %s and 36 characters in a row",
  (prefix) => {
    for (const body of [COUNTING, `1234567890${COUNTING.slice(0, 26)}`, COUNTING.toUpperCase()])
      check(`export GITHUB_TOKEN=${prefix}${body}`, body);
  },
);

test.each([
  ["a word", "ghp_example"],
  ["a word over and over", `ghp_${"example".repeat(6)}`],
  ["one character short", `ghp_${COUNTING.slice(1)}`],
  ["one letter", `gho_${"a".repeat(36)}`],
  ["stars", `ghp_${"*".repeat(36)}`],
  ["another provider's, in a row", `AIzaSy${COUNTING.slice(0, 33)}`],
])("keeps a text in or near GitHub's form that is no token: %s", (_name, text) => checkKept(text));

test.each([
  ["PKCS#8", "PRIVATE KEY"],
  ["RSA", "RSA PRIVATE KEY"],
  ["EC", "EC PRIVATE KEY"],
  ["OpenSSH", "OPENSSH PRIVATE KEY"],
  ["encrypted", "ENCRYPTED PRIVATE KEY"],
  ["PGP", "PGP PRIVATE KEY BLOCK"],
])("redacts a private key: %s, complete, cut at either end, escaped", (_name, kind) => {
  const whole = armoured(kind);
  expect(redact(`before\n${whole}\nafter`).text).toBe("before\n[redacted:private-key]\nafter");
  expect(redact(JSON.stringify({ k: whole })).text).toBe('{"k":"[redacted:private-key]"}');
  const line = KEY_BODY.slice(70, 100);
  check(`${whole.slice(0, 500)}\n... (cut)`, line);
  check(whole.slice(80), KEY_BODY.slice(200, 240));
});

test.each([
  [
    "postgres",
    `postgres://app:${PASSWORD}@db:5432/x`,
    PASSWORD,
    "postgres://app:[redacted:url-password]@db:5432/x",
  ],
  [
    "mongodb+srv",
    `mongodb+srv://app:${PASSWORD}@c0.example.net/x?w=1`,
    PASSWORD,
    "mongodb+srv://app:[redacted:url-password]@c0.example.net/x?w=1",
  ],
  [
    "redis without a user",
    `redis://:${PASSWORD}@cache:6379`,
    PASSWORD,
    "redis://:[redacted:url-password]@cache:6379",
  ],
  [
    "an @ in the password",
    `https://me:p@ss${PASSWORD}@host.io/x`,
    PASSWORD,
    "https://me:[redacted:url-password]@host.io/x",
  ],
  [
    "a token as the user",
    `https://${RANDOM}@github.com/o/r`,
    RANDOM,
    "https://[redacted:url-token]@github.com/o/r",
  ],
  [
    "a chat webhook",
    `https://hooks.slack.com/services/T${madeUp("upper", 8)}/B${madeUp("upper", 8)}/${madeUp("alnum", 24)}`,
    madeUp("alnum", 24),
    "https://hooks.slack.com/services/[redacted:webhook-url]",
  ],
])("redacts only the secret in a URL: %s", (_name, text, secret, expected) => {
  check(text, secret);
  expect(redact(text).text).toBe(expected);
});

test.each([
  ["code", `const apiKey = "${RANDOM}";`, RANDOM],
  ["typed code", `private readonly apiToken: string = '${RANDOM}';`, RANDOM],
  ["Go", `authToken := "${RANDOM}"`, RANDOM],
  ["Ruby", `:client_secret => "${RANDOM}",`, RANDOM],
  ["JSON", `{"access_token": "${RANDOM}"}`, RANDOM],
  ["JSON in JSON", `{\\"access_token\\": \\"${RANDOM}\\"}`, RANDOM],
  ["YAML", `  api_key: ${RANDOM}\n`, RANDOM],
  ["YAML, a password", "db:\n  password: hunter2\n", "hunter2"],
  ["an environment file", `export DB_PASSWORD=${PASSWORD}`, PASSWORD],
  ["an environment file, letters only", "DB_PASSWORD=hunterhunter", "hunterhunter"],
  ["a container's environment", `- name: STRIPE_SECRET\n  value: "${RANDOM}"`, RANDOM],
  ["a connection string", `Server=db;User Id=sa;Password=${PASSWORD};`, PASSWORD],
  [
    "a storage account",
    `DefaultEndpointsProtocol=https;AccountName=x;AccountKey=${madeUp("base64", 86)}==;EndpointSuffix=y`,
    madeUp("base64", 86),
  ],
  ["an AWS secret", `aws_secret_access_key = ${madeUp("base64", 40)}`, madeUp("base64", 40)],
  [
    "an AWS pair in a table",
    `AKIA${madeUp("upper", 16)},${madeUp("base64", 40)}`,
    madeUp("base64", 40),
  ],
  ["a query string", `https://x.io/a?access_token=${RANDOM}&page=2`, RANDOM],
  ["a flag", `deploy --token ${RANDOM} --force`, RANDOM],
  ["a flag with =", `deploy --db-password=${PASSWORD}`, PASSWORD],
  ["XML", `<apiToken>\n  ${RANDOM}\n</apiToken>`, RANDOM],
  ["XML attributes", `<add key="ApiToken" value="${RANDOM}" />`, RANDOM],
  ["a call", `setProperty("API_TOKEN", "${RANDOM}")`, RANDOM],
  ["a comparison", `if (password === "${PASSWORD}") {`, PASSWORD],
  ["SQL", `ALTER USER app WITH PASSWORD '${PASSWORD}';`, PASSWORD],
  ["a quoted value cut short", `{"api_key": "${RANDOM.slice(0, 30)}`, RANDOM.slice(0, 30)],
  ["a sentence", `the password is ${PASSWORD}, use it`, PASSWORD],
  [".npmrc", `//registry.npmjs.org/:_authToken=${RANDOM}`, RANDOM],
  [".netrc", `machine x.io login me password ${PASSWORD}`, PASSWORD],
  ["bearer", `curl -H 'Authorization: Bearer ${RANDOM}'`, RANDOM],
  ["bearer in code", `{ "Authorization": "Bearer ${RANDOM}" }`, RANDOM],
  ["basic", `Authorization: Basic ${madeUp("base64", 24)}`, madeUp("base64", 24)],
  ["a header of its own", `X-Api-Key: ${RANDOM}`, RANDOM],
  ["a cookie", `Cookie: theme=dark; sid=${RANDOM}; lang=en`, RANDOM],
  ["a set cookie", `Set-Cookie: sid=${RANDOM}; Path=/; HttpOnly`, RANDOM],
  ["curl -u", `curl -sS -u admin:${PASSWORD} https://x.io`, PASSWORD],
  ["sshpass", `sshpass -p ${PASSWORD} ssh me@host`, PASSWORD],
  ["mysql -p", `mysql -u root -p${PASSWORD} app`, PASSWORD],
  ["a JSON web token in a header", `authorization: ${madeUpJwt()}`, madeUpJwt()],
])("redacts a value assigned to a telling name: %s", (_name, text, secret) => check(text, secret));

test("keeps the names of cookies and the text around a secret", () => {
  expect(redact(`Cookie: theme=dark; sid=${RANDOM}; lang=en`).text).toBe(
    "Cookie: theme=dark; sid=[redacted:cookie]; lang=en",
  );
  expect(redact(`const apiKey = "${RANDOM}"; // prod`).text).toBe(
    'const apiKey = "[redacted:secret]"; // prod',
  );
});

test.each([
  ["a commit", `commit ${HEX40}`],
  ["a commit and a token's name", `the token parser broke in ${HEX40}`],
  ["a UUID", "id: 0190163d-8694-739b-aea5-966c26f8ad91"],
  ["a lockfile", `"integrity": "sha512-${madeUp("base64", 86)}=="`],
  ["an image", `![x](data:image/png;base64,${madeUp("base64", 400)})`],
  ["a class list", '<div class="flex items-center sk-circle risk-high px-4 text-gray-900/80">'],
  ["a type", "function login(user: string, password: string, token?: AccessToken): Promise<void>"],
  ["a call", "const password = await readPassword2(options.token);"],
  ["a member", "const token = response.data.accessToken1;"],
  ["an environment reference", "token: process.env.API_TOKEN2, secret: os.environ['X1']"],
  [
    "a shell variable",
    'curl -H "Authorization: Bearer $TOKEN" -u "$USER:$PASS" --password $PASSWORD',
  ],
  ["a workflow's secret", `token: $${"{{ secrets.GITHUB_TOKEN }}"}`],
  ["a template", "password: {{ .Values.db.password }}"],
  ["a stand-in", 'api_key = "<your-api-key>"; password: changeme; token = "xxxxxxxxxxxxxxxxxxxx"'],
  ["a specimen", `ghp_${"x".repeat(36)} AKIA${"IOSFODNN7"}${"EXAMPLE"} sk-ant-api03-...`],
  ["a documented URL", "postgres://user:password@localhost:5432/db"],
  ["a pagination token", `nextPageToken: "${RANDOM}"`],
  ["a public key", `publicKey: "${RANDOM}", cache_key = "${RANDOM}"`],
  ["a count", "max_tokens: 4096, tokens=1234567890123456, passed: 12, pass: 100%"],
  ["a hash of a password", `passwordHash: compare(a, b), password_id: "${RANDOM}"`],
  ["armour without a key", `if (text.includes("${mark("PRIVATE KEY", "BEGIN")}")) return;`],
  ["a public key in armour", `${mark("PUBLIC KEY", "BEGIN")}\n${KEY_BODY}`],
  ["prose", "Rotate the secret, then the token is valid for an hour and the password was reset."],
  ["an error", "Error: authorization: missing bearer token for key user-settings-v2"],
  ["C++", "Local<Private> New(Isolate* isolate); std::vector<private>"],
  ["the name of the tag", "wrap it in `<private>` to keep it out"],
  ["a path", "PRIVATE_KEY=/etc/ssl/app1.key password: ./secrets/db1.txt"],
  ["constants", "readonly STENCIL_PASS_DEPTH_PASS: 0x0B96; exclamationToken: ExclamationToken2"],
])("keeps what only looks like a secret: %s", (_name, text) => checkKept(text));

test("redacts values of the environment everywhere, also escaped or encoded", () => {
  const value = `q"w/${madeUp("lower", 12)}`;
  const text = `a ${value} b ${JSON.stringify(value)} c ${encodeURIComponent(value)}`;
  expect(redact(text, { secretValues: [value] }).text).toBe(
    'a [redacted:environment] b "[redacted:environment]" c [redacted:environment]',
  );
});

test.each([7, 8, 15, 16])(
  "redacts a value of the environment with %i characters from 8 on",
  (length) => {
    const value = madeUp("alnum", length);
    const text = `it says ${value} here`;
    const expected = length < 8 ? text : "it says [redacted:environment] here";
    expect(redact(text, { secretValues: [value] }).text).toBe(expected);
  },
);

test("redacts what another redaction reveals", () => {
  const value = madeUp("alnum", 12);
  const inner = `sk-ant-${madeUp("slug", 40)}`;
  const split = `${inner.slice(0, 12)}<private>x</private>${inner.slice(12)}`;
  for (const text of [
    split,
    `password=${value.slice(0, 6)}<private>x</private>${value.slice(6)}`,
  ]) {
    const { text: once } = redact(text);
    expect(redact(once).text).toBe(once);
  }
});

test.each([
  ["a token alone", `ghp_${madeUp("alnum", 36)}`, true],
  ["an assignment alone", `export API_TOKEN="${RANDOM}"`, true],
  ["a private span alone", " <private>my plan</private>\n", true],
  ["a sentence with a secret in it", `Deploys go to staging first with --token ${RANDOM}`, false],
  ["whose secret it is", `The admin password is: ${PASSWORD}`, true],
  ["a sentence without blanks", `部署前先运行检查脚本 --token ${RANDOM}`, false],
  ["no secret", "", false],
])("isEntirelySecret: %s", (_name, text, expected) =>
  expect(isEntirelySecret(redact(text))).toBe(expected),
);

describe("whatever the text", () => {
  const fragment = fc.constantFrom(
    ...["password", "=", ": ", "'", '"', "token", " ", "\n", "\\n", "ghp_", "sk-", "is ", "&", "$"],
    ...[
      "<private>",
      "</private>",
      "[redacted:password]",
      "[redacted:",
      "]",
      "://",
      "@",
      "a:",
      "\\",
    ],
    ...[
      "Bearer ",
      "Authorization: ",
      "Cookie: ",
      "hunter2!",
      ".eyJhbGciOiJI",
      "--password ",
      "AKIA",
    ],
    ...[
      mark("PRIVATE KEY", "BEGIN"),
      mark("PRIVATE KEY", "END"),
      KEY_BODY.slice(0, 64),
      "curl -u ",
    ],
    ...["<token>", "xoxb-", "1234567890", RANDOM, "value", "api_", "key", "eyJhbGciOiJI", "\u0000"],
  );
  const texts = fc.oneof(
    fc.string({ unit: "binary", maxLength: 200 }),
    fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join("")),
  );
  const values = fc.constantFrom([], ["redacted", "hunter2!hunter", "[redacted:password]"]);

  test("property: findings are in range, ascending and disjoint, and replacing them gives the text", () => {
    fc.assert(
      fc.property(texts, values, (text, secretValues) => {
        const redaction = redact(text, { secretValues });
        let rebuilt = "";
        let at = 0;
        for (const { rule, start, end } of redaction.findings) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(end).toBeGreaterThan(start);
          rebuilt += `${text.slice(at, start)}[redacted:${rule}]`;
          at = end;
        }
        expect(at).toBeLessThanOrEqual(text.length);
        expect(rebuilt + text.slice(at)).toBe(redaction.text);
      }),
      { numRuns: 400 },
    );
  });

  test("property: redacting a redacted text changes nothing", () => {
    fc.assert(
      fc.property(texts, values, (text, secretValues) => {
        const once = redact(text, { secretValues }).text;
        expect(redact(once, { secretValues }).text).toBe(once);
      }),
      { numRuns: 400 },
    );
  });

  test("property: no planted token remains", () => {
    const tokens = madeUpTokens().map(([, token]) => token);
    const around = fc.array(
      fc.constantFrom("x ", "\n", '"', "token: ", "a=", "(", "<b>", "\\n", "é"),
    );
    fc.assert(
      fc.property(around, fc.constantFrom(...tokens), around, (before, token, after) => {
        const text = `${before.join("")} ${token} ${after.join("")}`;
        expect(redact(text).text).not.toContain(token);
      }),
      { numRuns: 400 },
    );
  });

  test("property: JSON stays JSON of the same shape", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(redactDeep(value).value)?.length).toBeGreaterThan(0);
      }),
    );
  });
});

test.each(["token=", "password is ", "eyJ-", "xoxb-", "://a:b@", "<private>", "key", "\\"])(
  "takes linear, not quadratic, time: %j",
  (unit) => {
    const time = (length: number): number => {
      const text = unit.repeat(length / unit.length);
      const started = performance.now();
      redact(text);
      return performance.now() - started;
    };
    time(20_000);
    // A quadratic step would take minutes here; the limit is far from both.
    expect(time(1_000_000)).toBeLessThan(5000);
  },
);

/** Unbounded patterns overflow their engine's stack here, and then nothing of the text would be stored, or all of it. */
test.each([
  ["a web token's head", "eyJ", ""],
  ["its second part", "eyJhbGciOiJI.eyJ", ".c2ln"],
  ["a hook's path", "https://hooks.slack.com/services/", ""],
  ["a line of a key", "-----BEGIN PRIVATE KEY-----\n", "\n-----END PRIVATE KEY-----"],
])("reads ten million characters in one run like a few: %s", (_name, before, after) => {
  const redactRun = (length: number) =>
    redact(`log: ${before}${"aB3dE5fG9h".repeat(length / 10)}${after} end`).text;
  expect(redactRun(10_000_000).length > 10_000_000).toBe(redactRun(100).length > 100);
});

test("later rounds redact a query string with more secrets than one search checks", () => {
  const values = Array.from({ length: 30 }, (_, n) => madeUp("alnum", 24, n + 1));
  const query = values.map((value, n) => `a${n}_token=${value}`).join("&");
  const { text } = redact(`https://x.io/?${query}`);
  expect(values.filter((value) => text.includes(value))).toEqual([]);
});
