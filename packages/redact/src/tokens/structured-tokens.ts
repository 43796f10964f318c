/**
 * Finds secrets with a shape but no prefix: JSON web tokens, bot tokens, webhook addresses, old Vault tokens, Mailchimp keys,
 * and the second half of an AWS key pair beside the first.
 */
import type { Report } from "../finding.ts";
import type { Hints } from "../hints.ts";
import { runEnd } from "../run-end.ts";
import { isSpecimen, looksRandom } from "../secret-value.ts";
import { startsWord } from "./token-scan.ts";

/** Minimum characters: `eyJ` and the encoding of an object with one short field. */
const SHORTEST_HEAD = 11;
const SHORTEST_PART = 6;
const SLUG = /[\w-]{1,8192}/y;
const DISCORD = /[MNO][\w-]{22,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g;
/** Starts with rare characters, whereas the complete pattern starts with common ones. */
const DISCORD_MIDDLE = /\.[\w-]{6}\.[\w-]{27}/;
const WEBHOOK =
  /(?:hooks\.slack\.com\/(?:services|workflows|triggers)\/|discord(?:app)?\.com\/api\/(?:v\d{1,2}\/)?webhooks\/|hooks\.zapier\.com\/hooks\/catch\/|\.webhook\.office\.com\/webhookb2\/)[\w/@+-]{20}/g;
const WEBHOOK_PATH = /[\w/@+-]{1,8192}/y;
const AWS_ID = /A(?:KI|SI)A[A-Z0-9]{16}/g;
const AWS_SECRET = /(?<![A-Za-z0-9+/=])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/g;
/** Service tokens of Vault before version 1.10. */
const VAULT = /(?<![\w./-])s\.[A-Za-z0-9]{24}(?![\w.(-])/g;
/** Maximum distance of an AWS secret after its id: a line of a table or two lines of a file. */
const AWS_REACH = 200;

export function findStructuredTokens(text: string, hints: Hints, report: Report): void {
  if (hints.hasJwtHead) findJwts(text, report);
  findBotTokens(text, report);
  if (hints.hasDots) findDiscordTokens(text, report);
  if (hints.hasHook) findWebhooks(text, report);
  if (hints.hasAwsId) findAwsSecrets(text, report);
  if (hints.hasVaultHead) findVaultTokens(text, report);
  if (hints.hasDataCentre) findMailchimpKeys(text, report);
}

function findVaultTokens(text: string, report: Report): void {
  for (const { index, 0: token } of text.matchAll(VAULT)) {
    if (looksRandom(token) && !isSpecimen(token))
      report("vault-token", index, index + token.length);
  }
}

function findMailchimpKeys(text: string, report: Report): void {
  for (let at = text.indexOf("-us"); at !== -1; at = text.indexOf("-us", at + 3)) {
    const centre = /^-us\d{1,2}(?!\w)/.exec(text.slice(at, at + 7))?.[0];
    if (centre === undefined) continue;
    const key = /(?:^|[^\w-])([0-9a-f]{32})$/.exec(text.slice(Math.max(0, at - 33), at))?.[1];
    if (key !== undefined && !isSpecimen(key))
      report("mailchimp-key", at - key.length, at + centre.length);
  }
}

function findJwts(text: string, report: Report): void {
  let next = 0;
  for (let at = text.indexOf("eyJ"); at !== -1; at = text.indexOf("eyJ", next)) {
    const headEnd = runEnd(text, SLUG, at);
    next = headEnd;
    if (headEnd - at < SHORTEST_HEAD) continue;
    const end = jwtEnd(text, headEnd);
    const tail = text.slice(headEnd, end);
    // Signed tokens carry a second JSON object; encrypted ones have five parts.
    const isToken = tail.startsWith(".eyJ") || tail.split(".").length === 5;
    if (isToken) report("jwt", at, end);
  }
}

/** Returns the end after the second part and up to three more; `headEnd` if there is no second part. */
function jwtEnd(text: string, headEnd: number): number {
  let end = partEnd(text, headEnd);
  if (end - headEnd <= SHORTEST_PART) return headEnd;
  for (let part = 0; part < 3; part++) end = partEnd(text, end);
  return end;
}

function partEnd(text: string, at: number): number {
  return text.charAt(at) === "." ? runEnd(text, SLUG, at + 1) : at;
}

function findBotTokens(text: string, report: Report): void {
  for (let at = text.indexOf(":AA"); at !== -1; at = text.indexOf(":AA", at + 3)) {
    const id = /(?:^|\D)(\d{8,10})$/.exec(text.slice(Math.max(0, at - 11), at))?.[1];
    const key = /^AA[\w-]{33}(?![\w-])/.exec(text.slice(at + 1, at + 37))?.[0];
    if (id !== undefined && key !== undefined && !isSpecimen(key)) {
      report("telegram-token", at - id.length, at + 1 + key.length);
    }
  }
  for (let at = text.indexOf("Q~"); at !== -1; at = text.indexOf("Q~", at + 2)) {
    const start = at - 4;
    const body = /^[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/.exec(
      text.slice(Math.max(0, start), at + 38),
    );
    if (start >= 0 && body !== null && startsWord(text, start) && looksRandom(body[0])) {
      report("azure-client-secret", start, start + body[0].length);
    }
  }
}

function findDiscordTokens(text: string, report: Report): void {
  if (!DISCORD_MIDDLE.test(text)) return;
  for (const { index, 0: token } of text.matchAll(DISCORD)) {
    if (startsWord(text, index) && looksRandom(token) && /\d/.test(token)) {
      report("discord-token", index, index + token.length);
    }
  }
}

function findWebhooks(text: string, report: Report): void {
  for (const { index, 0: found } of text.matchAll(WEBHOOK)) {
    const start = index + found.length - 20;
    const end = runEnd(text, WEBHOOK_PATH, start);
    if (!isSpecimen(text.slice(start, end))) report("webhook-url", start, end);
  }
}

function findAwsSecrets(text: string, report: Report): void {
  for (const { index, 0: id } of text.matchAll(AWS_ID)) {
    const from = index + id.length;
    for (const secret of text.slice(from, from + AWS_REACH).matchAll(AWS_SECRET)) {
      const value = secret[0];
      if (/[a-z]/.test(value) && /[A-Z]/.test(value) && looksRandom(value) && !isSpecimen(value)) {
        report("aws-secret-key", from + secret.index, from + secret.index + value.length);
      }
    }
  }
}
