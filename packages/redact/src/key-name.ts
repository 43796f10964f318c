/**
 * Decides whether the name of a variable, field, header or flag indicates that its value is a secret.
 *
 * The last part decides: `db_password` does, `password_hash` and `tokenUrl` do not. `key` needs a word before it that makes
 * it a secret (`api_key`); words that make it none take precedence (`cache_key`).
 */

export type SecretKind =
  | "password"
  | "pin"
  | "token"
  | "key"
  | "authorization"
  | "bearer"
  | "cookie"
  | "signature";

const PASSWORD = new Set(["pass", "pwd", "psw", "pswd", "passw", "pw", "storepass", "keypass"]);
const PASSWORD_END =
  /(?:password|passwd|passphrase|passcode|passwort|kennwort|wachtwoord|contrasena|senha|clave|(?:motde|palavra)passe)$/;
/** Words for a password in other scripts; only the complete name is matched. */
const PASSWORD_ELSEWHERE = /^(?:парол[ья]|密[码碼]|口令|パスワード|비밀번호)$/i;
const SAFE_TOKEN_OWNERS = new Set([
  "next",
  "page",
  "continuation",
  "continue",
  "cancel",
  "cancellation",
  "public",
  "pub",
  "eof",
  "eos",
  "bos",
  "pad",
  "sync",
  "cursor",
  "pagination",
  "start",
  "end",
  "current",
  "prev",
  "previous",
  "special",
  "stop",
  "mask",
  "separator",
  "syntax",
  "keyword",
  "operator",
  "injection",
  "design",
  "color",
  "theme",
  "type",
  "first",
  "last",
  "unk",
  "resume",
  "ast",
  "lexer",
  "lex",
]);
const STRONG_KEY_OWNERS = new Set([
  "api",
  "secret",
  "private",
  "access",
  "auth",
  "encryption",
  "encrypt",
  "signing",
  "master",
  "account",
  "shared",
  "client",
  "admin",
  "application",
  "hmac",
  "session",
  "jwt",
  "cipher",
  "aes",
  "storage",
  "deploy",
  "license",
  "subscription",
  "service",
  "webhook",
  "app",
]);
const SAFE_KEY_OWNERS = new Set([
  "public",
  "pub",
  "publishable",
  "cache",
  "primary",
  "foreign",
  "sort",
  "partition",
  "object",
  "bucket",
  "idempotency",
  "index",
  "row",
  "item",
  "group",
  "map",
  "react",
  "query",
  "i18n",
  "translation",
  "message",
  "hash",
  "dedup",
  "dedupe",
  "lookup",
  "unique",
  "composite",
  "event",
  "config",
  "property",
  "redis",
  "file",
  "route",
  "field",
  "column",
  "json",
  "path",
  "lock",
  "sub",
  "parent",
  "data",
  "kms",
  "host",
  "known",
  "ssh",
  "anon",
  "site",
  "registry",
  "range",
  "shard",
  "routing",
  "chain",
  "translations",
  "label",
  "block",
]);
/** Parts that may follow without changing the meaning of the name. */
const QUALIFIER =
  /^(?:\d+|v\d+|value|val|prod|production|dev|development|test|testing|live|staging|stage|default|env|base|base64|b64|hex|raw|plain|plaintext|string|str|confirm|confirmation|repeat|again|new|old|current)$/;

const remembered = new Map<string, SecretKind | null>();
const REMEMBERED_NAMES = 2000;

/** Returns the kind, cached for names seen before, because source code repeats few names many times. */
export function secretKindOf(name: string): SecretKind | null {
  const cached = remembered.get(name);
  if (cached !== undefined) return cached;
  const kind = classify(name);
  if (remembered.size >= REMEMBERED_NAMES) remembered.clear();
  remembered.set(name, kind);
  return kind;
}

const TOKEN_END =
  /(?:apikey|secret|(?:secret|private|access|auth|account|signing|encryption)key)$|^(?:auth|credentials?)$/;
/** A personal access token. On its own, `pat` is a name, or short for a path. */
const ACCESS_TOKEN = /(?:^-|[^\W_]_|-)-?pat$/i;

function classify(name: string): SecretKind | null {
  if (PASSWORD_ELSEWHERE.test(name)) return "password";
  const parts = partsOf(name);
  while (parts.length > 1 && QUALIFIER.test(parts.at(-1) ?? "")) parts.pop();
  const last = parts.at(-1) ?? "";
  const owner = parts.at(-2) ?? "";
  if (PASSWORD.has(last) || PASSWORD_END.test(last)) return "password";
  if (last === "passe" && (owner === "de" || owner === "palavra")) return "password";
  if (TOKEN_END.test(last) || ACCESS_TOKEN.test(name)) return "token";
  if (last.endsWith("token")) return tokenKind(last, owner);
  return last === "key" ? keyKind(owner) : plainKind(last);
}

function plainKind(last: string): SecretKind | null {
  if (last === "authorization" || last === "bearer" || last === "cookie" || last === "pin")
    return last;
  return last === "sig" || last === "signature" ? "signature" : null;
}

function tokenKind(last: string, owner: string): SecretKind | null {
  return SAFE_TOKEN_OWNERS.has(owner) || SAFE_TOKEN_OWNERS.has(last.slice(0, -5)) ? null : "token";
}

function keyKind(owner: string): SecretKind | null {
  if (STRONG_KEY_OWNERS.has(owner)) return "token";
  return owner === "" || SAFE_KEY_OWNERS.has(owner) ? null : "key";
}

function partsOf(name: string): string[] {
  return name
    .replace(/ñ|n\u0303/g, "n")
    .replace(/Ñ|N\u0303/g, "N")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== "");
}
