/** Tests passwords that commands take: each is redacted in any form, and what only looks like a password stays. */
import { expect, test } from "vitest";
import { redact } from "./redact.ts";

const PASSWORD = ["Tr0ub", "4dor", "&3x"].join("");
const LETTERS = ["CrmEzT", "kqUwNb"].join("");

test.each([
  ["htpasswd", "htpasswd -b /etc/nginx/.htpasswd admin SECRET"],
  ["htpasswd, a new file", "htpasswd -bc .htpasswd admin SECRET"],
  ["htpasswd, no file", "docker run --rm httpd htpasswd -nb admin SECRET > auth"],
  ["htpasswd, quoted", `htpasswd -cbB .htpasswd admin "SECRET"`],
  ["htpasswd, flags apart", "htpasswd -B -b -C 10 .htpasswd 'my admin' 'SECRET'"],
  ["7z", "7z a -pSECRET x.7z folder"],
  ["7z, at the end", `7za x -mhe=on x.7z -p"SECRET"`],
  ["unrar", "unrar x -pSECRET x.rar"],
  ["zip", "zip -r -P SECRET x.zip folder"],
  ["sqlcmd", `/opt/mssql-tools/bin/sqlcmd -S db -U sa -P SECRET -Q "SELECT 1"`],
  ["sqlcmd, in one", "sqlcmd -S db -U sa -P'SECRET'"],
  ["bcp", "bcp shop.dbo.a out a.csv -S db -U sa -P SECRET"],
  ["mysql", "docker exec -i db mysql -uroot -pSECRET app"],
  ["mysqldump", "mysqldump --single-transaction -u root -p'SECRET' app"],
  ["mysqlimport", "mysqlimport -u root -pSECRET app a.txt"],
  ["sshpass", "sshpass -p SECRET ssh me@host"],
  ["sshpass, in one", "sshpass -pSECRET scp a me@host:"],
  ["ldapsearch", "ldapsearch -x -D cn=admin -w SECRET -b dc=x"],
  ["mongosh", "mongosh -u app -p SECRET db"],
  ["openssl", "openssl rsa -in a.pem -passin pass:SECRET"],
  ["openssl enc", "openssl enc -aes-256-cbc -k SECRET -in a"],
  ["keytool", "keytool -list -storepass SECRET -keystore a.jks"],
  ["curl", "curl -u admin:SECRET https://x.io"],
  ["curl, in one", "curl -uadmin:SECRET https://x.io"],
  ["curl, flags in one", `curl -sSu "admin:SECRET" https://x.io`],
])("redacts %s", (_name, text) => {
  expect(redact(text.replace("SECRET", PASSWORD)).text).toBe(
    text.replace("SECRET", "[redacted:password]"),
  );
});

test.each([
  ["mysql", "mysql -u root -pSECRET shop"],
  ["mysql, quoted", "mysql -uroot -p'SECRET' shop"],
  ["7z", "7z a -pSECRET x.7z folder"],
  ["openssl", "openssl pkcs12 -passin pass:SECRET -in a.p12"],
  ["openssl, output", "openssl rsa -aes256 -passout pass:SECRET -out a.pem"],
])("redacts a password of letters only: %s", (_name, text) => {
  expect(redact(text.replace("SECRET", LETTERS)).text).not.toContain(LETTERS);
});

test.each([
  ["the manual", "htpasswd -b passwordfile username password, htpasswd [-cb] file user"],
  ["asked for", "htpasswd -c .htpasswd admin1 user2x"],
  ["a hash's cost", "htpasswd -nB -C 12345678 admin"],
  ["a database", "mysql -u root -p warehouse; mysqldump -p storefront"],
  ["a port", "mongosh --port 27017 -p, sshpass -f file1x -p, unzip -p app1.zip member1x"],
  ["a variable", `7z a -p$PASSWORD1 x.7z; sqlcmd -P "$SA_PASSWORD1"; curl -u $USER1:$PASS1 x`],
  ["a switch", "7z x app1.7z -oout1dir, zip -P, mkdir -pv build1x"],
  ["words", "curl -o useful:a1b2c3, http-utils:v1.2.3x, curl x --unit:a1b2c3"],
  ["whose container", "docker run -u 1000:1000 curl https://x.io"],
])("keeps %s", (_name, text) => {
  expect(redact(text)).toEqual({ text, findings: [] });
});

test.each(["htpasswd -b ", "htpasswd -b a b ", "7z -p", "curl -su", "sqlcmd -P", "ldapadd -w "])(
  "takes linear, not quadratic, time: %j",
  (unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    const started = performance.now();
    redact(text);
    expect(performance.now() - started).toBeLessThan(5000);
  },
);
